package entry_test

import (
	"net/http"
	"testing"

	"rollbook/handlers/apptest"
)

func TestTheHelpIsThereWithAndWithoutASignIn(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	for name, v := range map[string]*apptest.Visitor{"nobody": p.Visit(t), "a teacher": p.As(t, apptest.Teacher)} {
		topics := v.Get("/help").Want(t, http.StatusOK).Page.Find("main a[href^='/help/']")
		if topics.Length() == 0 {
			t.Fatalf("%s is offered no topic", name)
		}
		for _, link := range topics.EachIter() {
			page := v.Get(link.AttrOr("href", "")).Want(t, http.StatusOK)
			if page.Text("article h1") != link.Text() {
				t.Errorf("%s finds %q under %q", name, page.Text("article h1"), link.Text())
			}
		}
		v.Get("/help/nonsense").Want(t, http.StatusNotFound)
		v.Get("/help/../sign-in").Want(t, http.StatusNotFound)
	}
	if menu := p.Visit(t).Get("/help").Page.Find("header .menu"); menu.Length() > 0 {
		t.Error("nobody has a menu of their own")
	}
}
