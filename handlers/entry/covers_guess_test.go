package entry_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

// guess returns the address of an unknown link: it differs from a real one in its last characters.
func guess(link string, number int) string {
	return fmt.Sprintf("%s%03d", link[:len(link)-3], number)
}

func TestALinkWorksAfterWrongGuessesFromTheSameAddress(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	link, ending := p.CoverLink(t, "8B", "12:15"), p.CoverLink(t, "9A", "12:15")
	list := p.As(t, apptest.OfficeWorker).Get(apptest.CoversPath)
	p.As(t, apptest.OfficeWorker).Post(list.Address(".list form"), list.Form(".list form")).Want(t, http.StatusSeeOther)
	guesser := p.Visit(t)
	for i := range 60 {
		guesser.Get(guess(link, i)).Want(t, http.StatusNotFound)
	}
	for _, wrong := range []string{guess(link, 900), "/cover/nonsense"} {
		refused := guesser.Get(wrong).Want(t, http.StatusTooManyRequests)
		if wait := refused.Header.Get("Retry-After"); wait == "" {
			t.Error("it is not said how long to wait")
		}
		guesser.Post(wrong, url.Values{"name": {"Ines Okoro"}}).Want(t, http.StatusTooManyRequests)
	}
	front := p.Visit(t).Get(link).Want(t, http.StatusOK)
	if !strings.Contains(front.Text("main"), "8B") {
		t.Errorf("the link's page says %q", front.Text("main"))
	}
	p.Covers(t, link, "Ines Okoro").CoverRoll()
	p.Visit(t).Get(ending).Want(t, http.StatusGone)
	// A known link does not end the wait of a visitor who guesses.
	guesser.Get(guess(link, 901)).Want(t, http.StatusTooManyRequests)
	clock.Forward(time.Minute)
	guesser.Get(guess(link, 902)).Want(t, http.StatusNotFound)
}

func TestAGuessThatIsRefusedDoesNotTellHowWrongItIs(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	link := p.CoverLink(t, "8B", "12:15")
	v := p.Visit(t)
	for i := range 61 {
		v.Get(guess(link, i))
	}
	near, far := guess(link, 900), "/cover/nonsense"
	apptest.WantSameAnswer(t, v.Get(near).Want(t, http.StatusTooManyRequests), v.Get(far).Want(t, http.StatusTooManyRequests), near, far)
	form := url.Values{"name": {"Ines"}}
	apptest.WantSameAnswer(t, v.Post(near, form).Want(t, http.StatusTooManyRequests), v.Post(far, form).Want(t, http.StatusTooManyRequests), near, far)
}
