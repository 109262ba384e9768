package handlers_test

import (
	"net/http"
	"testing"
)

func TestTheHelpIsThereWithAndWithoutASignIn(t *testing.T) {
	t.Parallel()
	p := boot(t)
	for name, v := range map[string]*visitor{"nobody": p.visit(t), "a teacher": p.as(t, teacher)} {
		topics := v.get("/help").want(t, http.StatusOK).page.Find("main a[href^='/help/']")
		if topics.Length() == 0 {
			t.Fatalf("%s is offered no topic", name)
		}
		for _, link := range topics.EachIter() {
			page := v.get(link.AttrOr("href", "")).want(t, http.StatusOK)
			if page.text("article h1") != link.Text() {
				t.Errorf("%s finds %q under %q", name, page.text("article h1"), link.Text())
			}
		}
		v.get("/help/nonsense").want(t, http.StatusNotFound)
		v.get("/help/../sign-in").want(t, http.StatusNotFound)
	}
	if menu := p.visit(t).get("/help").page.Find("header .menu"); menu.Length() > 0 {
		t.Error("nobody has a menu of their own")
	}
}
