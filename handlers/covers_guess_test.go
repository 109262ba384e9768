package handlers_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// guess is the address of a link that is none: it differs from the one in its last characters.
func guess(link string, number int) string {
	return fmt.Sprintf("%s%03d", link[:len(link)-3], number)
}

func TestWhoHasALinkGoesInWhateverWasGuessedFromTheSameAddress(t *testing.T) {
	t.Parallel()
	clock := newMovingClock(bootHour())
	p := bootAt(t, clock.now)
	link, ending := p.coverLink(t, "8B", "12:15"), p.coverLink(t, "9A", "12:15")
	list := p.as(t, officeWorker).get(coversPath)
	p.as(t, officeWorker).post(list.address(".list form"), list.form(".list form")).want(t, http.StatusSeeOther)
	guesser := p.visit(t)
	for i := range 61 {
		guesser.get(guess(link, i)).want(t, http.StatusNotFound)
	}
	for _, wrong := range []string{guess(link, 900), "/cover/nonsense"} {
		refused := guesser.get(wrong).want(t, http.StatusTooManyRequests)
		if wait := refused.header.Get("Retry-After"); wait == "" {
			t.Error("it is not said how long to wait")
		}
		guesser.post(wrong, url.Values{"name": {"Ines Okoro"}}).want(t, http.StatusTooManyRequests)
	}
	front := p.visit(t).get(link).want(t, http.StatusOK)
	if !strings.Contains(front.text("main"), "8B") {
		t.Errorf("the link's page says %q", front.text("main"))
	}
	p.covers(t, link, "Ines Okoro").coverRoll()
	p.visit(t).get(ending).want(t, http.StatusGone)
	// What was there does not end the wait of who guesses.
	guesser.get(guess(link, 901)).want(t, http.StatusTooManyRequests)
	clock.forward(time.Minute)
	guesser.get(guess(link, 902)).want(t, http.StatusNotFound)
}

func TestAGuessThatIsRefusedDoesNotTellHowWrongItIs(t *testing.T) {
	t.Parallel()
	p := boot(t)
	link := p.coverLink(t, "8B", "12:15")
	v := p.visit(t)
	for i := range 61 {
		v.get(guess(link, i))
	}
	near, far := guess(link, 900), "/cover/nonsense"
	wantSameAnswer(t, v.get(near).want(t, http.StatusTooManyRequests), v.get(far).want(t, http.StatusTooManyRequests), near, far)
	form := url.Values{"name": {"Ines"}}
	wantSameAnswer(t, v.post(near, form).want(t, http.StatusTooManyRequests), v.post(far, form).want(t, http.StatusTooManyRequests), near, far)
}
