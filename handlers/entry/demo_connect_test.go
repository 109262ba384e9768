package entry_test

import (
	"net/http"
	"net/url"
	"testing"

	"rollbook/handlers/apptest"
)

func TestTheDemonstrationLeadsToTheSchoolThatIsNotConnected(t *testing.T) {
	t.Parallel()
	p, demo := apptest.BootDemo(t)
	v := p.Visit(t)
	door := v.Get("/").Want(t, http.StatusOK)
	page := v.Follow(v.Post("/demo/connect", door.Form("main form:has(#connect)"))).Want(t, http.StatusOK)
	if page.Page.Find("form.credentials").Length() != 1 || page.Page.Find("#sample a[target=_blank]").AttrOr("href", "") != demo.Help() {
		t.Errorf("it leads to %s", page.Text("main"))
	}
	again := page.Form("#sample")
	again.Set("again", "yes")
	v.Follow(v.Post("/demo/connect", again)).Want(t, http.StatusOK)
	if demo.Begun != 1 {
		t.Errorf("it was begun again %d times", demo.Begun)
	}
}

func TestNoOtherSchoolOffersTheHelpOfTheDemonstration(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	if v.Get(apptest.ConnectPath).Want(t, http.StatusOK).Page.Find("#sample").Length() != 0 {
		t.Error("outside the demonstration there is help of a sample")
	}
	v.Post("/demo/connect", url.Values{"again": {"yes"}}).Want(t, http.StatusNotFound)
}
