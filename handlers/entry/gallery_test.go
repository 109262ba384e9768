package entry_test

import (
	"net/http"
	"testing"

	"rollbook/handlers/apptest"
)

func TestTheDemonstrationShowsEveryPageInEachOfItsStates(t *testing.T) {
	t.Parallel()
	p, _ := apptest.BootDemo(t)
	v := p.Visit(t)
	links := v.Get("/gallery").Want(t, http.StatusOK).Page.Find("main a")
	if links.Length() < 100 {
		t.Errorf("it offers %d pages", links.Length())
	}
	for i, link := range links.EachIter() {
		// The links lead to light and dark in turn: the theme of every second state is asked for.
		if i%4 == 1 || i%4 == 2 {
			continue
		}
		address, theme := link.AttrOr("href", ""), []string{"light", "dark"}[i%2]
		if is := v.Get(address).Want(t, http.StatusOK).Page.Find("html").AttrOr("data-theme", ""); is != theme {
			t.Errorf("%s has the theme %q", address, is)
		}
	}
	v.Get("/gallery/nonsense").Want(t, http.StatusNotFound)
}

func TestAServerOfASchoolHasNoGallery(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.Visit(t).Get("/gallery").Want(t, http.StatusNotFound)
	p.As(t, apptest.Administrator).Get("/gallery/home").Want(t, http.StatusNotFound)
}
