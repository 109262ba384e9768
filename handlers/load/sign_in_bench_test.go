package load_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/edge/settings"
)

// BenchmarkSignInBesideFourHundredTries measures the time to sign in on a person's own device while 400 wrong
// passwords arrive at once, from one address and from 400 networks.
func BenchmarkSignInBesideFourHundredTries(b *testing.B) {
	for name, network := range map[string]func(int) string{
		"one address": func(int) string { return "192.0.2.7" }, "400 networks": func(i int) string { return fmt.Sprintf("10.%d.%d.1", i>>8, i&255) },
	} {
		b.Run(name, func(b *testing.B) {
			p := apptest.BootWith(b, apptest.Options{Config: func(c *settings.Config) {
				c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
			}})
			own := p.Visit(b)
			own.SignsIn(apptest.Teacher, apptest.EveryPassword).Want(b, http.StatusSeeOther)
			device := "rollbook_device=" + own.Cookie("rollbook_device")
			var longest time.Duration
			for b.Loop() {
				var tries sync.WaitGroup
				for i := range 400 {
					tries.Go(func() { signIn(p, network(i), fmt.Sprintf("person%d@oak.example", i), "a wrong password", "") })
				}
				began := time.Now()
				if code := signIn(p, "192.0.2.7", apptest.Teacher, apptest.EveryPassword, device); code != http.StatusSeeOther {
					b.Errorf("the sign-in is answered with %d", code)
				}
				longest = max(longest, time.Since(began))
				tries.Wait()
			}
			b.ReportMetric(float64(longest.Milliseconds()), "ms/longest")
		})
	}
}

// signIn sends the sign-in form from the address, through a proxy of this machine, and returns the answer's status.
func signIn(p *apptest.Program, from, email, password, cookies string) int {
	form := url.Values{"email": {email}, "password": {password}, "next": {""}}
	request := httptest.NewRequest(http.MethodPost, "http://localhost/sign-in", strings.NewReader(form.Encode()))
	request.RemoteAddr = "127.0.0.1:50000"
	request.Header.Set("X-Forwarded-For", from)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	if cookies != "" {
		request.Header.Set("Cookie", cookies)
	}
	answer := httptest.NewRecorder()
	p.App.Handler().ServeHTTP(answer, request)
	return answer.Code
}
