package entry_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

func TestTheDemonstrationShowsEveryPageInEachOfItsStates(t *testing.T) {
	t.Parallel()
	p, _ := apptest.BootDemo(t)
	v := p.Visit(t)
	list := v.Get("/gallery?look=dark").Want(t, http.StatusOK)
	links := list.Page.Find(".pictures a")
	if pictures := list.Page.Find(".pictures iframe[loading=lazy]").Length(); links.Length() < 200 || pictures != links.Length() {
		t.Errorf("it offers %d pages with %d pictures", links.Length(), pictures)
	}
	if policy := list.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-src 'self'") || !strings.Contains(policy, "frame-ancestors 'none'") {
		t.Errorf("the policy of the list is %q", policy)
	}
	for i, link := range links.EachIter() {
		if i%4 > 0 {
			continue
		}
		address := link.AttrOr("href", "")
		page := v.Get(address).Want(t, http.StatusOK)
		if is := page.Page.Find("html").AttrOr("data-theme", ""); is != "dark" {
			t.Errorf("%s has the theme %q", address, is)
		}
		policy, framing := page.Header.Get("Content-Security-Policy"), page.Page.Find("iframe").Length() > 0
		if !strings.Contains(policy, "frame-ancestors 'self'") || strings.Contains(policy, "frame-src") != framing || page.Header.Get("X-Frame-Options") != "SAMEORIGIN" {
			t.Errorf("%s can be shown in a frame by %q", address, policy)
		}
	}
	v.Get("/gallery/nonsense").Want(t, http.StatusNotFound)
}

func TestTheGalleryIsSearchedByWordsAndSaysWhereNothingIsFound(t *testing.T) {
	t.Parallel()
	p, _ := apptest.BootDemo(t)
	v := p.Visit(t)
	shown := func(search string) (states []string, none bool) {
		page := v.Get("/gallery?width=360&q="+url.QueryEscape(search)).Want(t, http.StatusOK)
		if page.Page.Find(".pictures[data-width='360']").Length() == 0 {
			t.Error("the pictures have another width")
		}
		for _, one := range page.Page.Find("section:not([hidden]) .pictures > li:not([hidden])").EachIter() {
			states = append(states, one.AttrOr("data-state", ""))
		}
		return states, page.Page.Find("#none:not([hidden])").Length() == 1
	}
	if states, none := shown("Wrong sign"); none || strings.Join(states, " ") != "sign-in-wrong" {
		t.Errorf("found are %v", states)
	}
	if states, none := shown("zebra"); !none || len(states) != 0 {
		t.Errorf("found are %v", states)
	}
	for _, nonsense := range []string{"width=4096", "width=x", "look=pink"} {
		if v.Get("/gallery?"+nonsense).Want(t, http.StatusOK).Page.Find(".looks > [aria-current=true]").Length() != 2 {
			t.Errorf("with %s nothing is chosen", nonsense)
		}
	}
}

func TestAServerOfASchoolHasNoGallery(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.Visit(t).Get("/gallery").Want(t, http.StatusNotFound)
	p.As(t, apptest.Administrator).Get("/gallery/home").Want(t, http.StatusNotFound)
}

func TestNoOtherPageCanBeShownInAFrame(t *testing.T) {
	t.Parallel()
	p, _ := apptest.BootDemo(t)
	for _, path := range []string{"/", "/gallery", "/sign-in"} {
		page := p.Visit(t).Get(path).Want(t, http.StatusOK)
		if policy := page.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'") || page.Header.Get("X-Frame-Options") != "DENY" {
			t.Errorf("%s can: %q", path, policy)
		}
	}
}
