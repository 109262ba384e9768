package load_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/edge/settings"
)

// The limits beside 400 wrong tries: how long a sign-in takes on a known and on a new device, and how many times as
// long a roll takes. The times are for an idle machine.
const (
	wrongTries     = 400
	mostOnKnown    = 2 * time.Second
	mostOnNew      = 15 * time.Second
	mostTimesARoll = 2
)

// BenchmarkSignInBesideFourHundredTries measures the time to sign in on a person's own device and on a new one while
// 400 wrong passwords, as many codes and as many passkeys arrive at once, from one address and from 400 networks, and
// the time of another person's roll meanwhile.
func BenchmarkSignInBesideFourHundredTries(b *testing.B) {
	const school = "192.0.2.7:1"
	for name, network := range map[string]func(int) string{
		"one address": func(int) string { return school }, "400 networks": func(i int) string { return fmt.Sprintf("10.%d.%d.1:1", i>>8, i&255) },
	} {
		b.Run(name, func(b *testing.B) {
			// Only a public address is answered to other machines.
			p := apptest.BootWith(b, apptest.Options{Config: func(c *settings.Config) { c.Public = &url.URL{Scheme: "http", Host: "localhost"} }})
			p.Passkeys()
			known, colleague := newBrowser(p, school), newBrowser(p, school)
			known.signsIn(b, apptest.Teacher)
			colleague.signsIn(b, apptest.OfficeWorker)
			p.GivesApp(b, apptest.OtherTeacher)
			thief := newBrowser(p, "203.0.113.9:1")
			thief.signsIn(b, apptest.OtherTeacher)
			alone := median(colleague.rolls(b, 200, nil))
			var onKnown, onNew, times, busy float64
			for b.Loop() {
				var people sync.WaitGroup
				began, spent := time.Now(), processorTime(b)
				over := tries(p, network, thief)
				people.Go(func() { onKnown = max(onKnown, newBrowser(p, school, known).signsIn(b, apptest.Teacher).Seconds()) })
				people.Go(func() { onNew = max(onNew, newBrowser(p, school).signsIn(b, apptest.Teacher).Seconds()) })
				beside := colleague.rolls(b, 0, over)
				// All of the machine is asked for meanwhile; other processes may have a share.
				busy = max(1, float64(runtime.NumCPU())*float64(time.Since(began))/float64(processorTime(b)-spent))
				people.Wait()
				times = max(times, float64(median(beside))/float64(alone))
			}
			b.ReportMetric(onKnown, "s/known")
			b.ReportMetric(onNew, "s/new")
			b.ReportMetric(times, "times/roll")
			if onKnown > busy*mostOnKnown.Seconds() || onNew > busy*mostOnNew.Seconds() || times > mostTimesARoll {
				b.Errorf("a known device gets in after %.1f s, a new one after %.1f s, and a roll takes %.1f times as long, with 1/%.1f of the machine",
					onKnown, onNew, times, busy)
			}
		})
	}
}

// tries begins the wrong tries, and closes the channel after their answers.
func tries(p *apptest.Program, network func(int) string, thief *browser) (over chan struct{}) {
	var all sync.WaitGroup
	for i := range wrongTries {
		all.Go(func() {
			newBrowser(p, network(i)).posts("/sign-in",
				url.Values{"email": {fmt.Sprintf("person%d@oak.example", i)}, "password": {"a wrong password"}, "next": {""}})
		})
		all.Go(func() { newBrowser(p, network(i)).posts("/sign-in/passkey", url.Values{"answer": {"{}"}}) })
		all.Go(func() {
			newBrowser(p, network(i), thief).posts("/second-step", url.Values{"code": {fmt.Sprintf("%06d", i)}})
		})
	}
	over = make(chan struct{})
	go func() {
		all.Wait()
		close(over)
	}()
	return over
}

func median(of []time.Duration) time.Duration {
	slices.Sort(of)
	return of[len(of)/2]
}

// browser sends requests from an address past the network.
type browser struct {
	p       *apptest.Program
	from    string
	cookies map[string]string
}

// newBrowser returns a browser at the address, with the cookies of others.
func newBrowser(p *apptest.Program, from string, others ...*browser) *browser {
	made := &browser{p, from, make(map[string]string)}
	for _, other := range others {
		maps.Copy(made.cookies, other.cookies)
	}
	return made
}

func (v *browser) gets(path string) *httptest.ResponseRecorder {
	return v.sends(httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil))
}

func (v *browser) posts(path string, form url.Values) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodPost, "http://localhost"+path, strings.NewReader(form.Encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	return v.sends(request)
}

func (v *browser) sends(request *http.Request) *httptest.ResponseRecorder {
	request.RemoteAddr = v.from
	for name, value := range v.cookies {
		request.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	answer := httptest.NewRecorder()
	v.p.App.Handler().ServeHTTP(answer, request)
	for _, cookie := range answer.Result().Cookies() {
		v.cookies[cookie.Name] = cookie.Value
	}
	return answer
}

// signsIn signs the person in, waiting as the answers ask, and returns the time that it took.
func (v *browser) signsIn(b *testing.B, email string) time.Duration {
	b.Helper()
	began := time.Now()
	v.gets("/sign-in")
	for {
		got := v.posts("/sign-in", url.Values{"email": {email}, "password": {apptest.EveryPassword}, "next": {""}})
		if got.Code == http.StatusSeeOther {
			return time.Since(began)
		}
		seconds, err := strconv.Atoi(got.Header().Get("Retry-After"))
		if err != nil || time.Since(began) > apptest.Patience {
			b.Errorf("the sign-in is answered with %d", got.Code)
			return time.Since(began)
		}
		<-time.After(time.Duration(seconds) * time.Second)
	}
}

// rolls opens the roll so many times at least, and until the other work is over, and returns the time of each.
func (v *browser) rolls(b *testing.B, least int, over <-chan struct{}) (times []time.Duration) {
	b.Helper()
	for {
		began := time.Now()
		if got := v.gets(apptest.EightB); got.Code != http.StatusOK {
			b.Errorf("a roll is answered with %d", got.Code)
		}
		times = append(times, time.Since(began))
		select {
		case <-over:
		default:
			if over != nil {
				continue
			}
		}
		if len(times) >= least {
			return times
		}
	}
}
