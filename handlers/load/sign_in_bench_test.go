package load_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
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
		"one address": func(int) string { return "192.0.2.7:1" }, "400 networks": func(i int) string { return fmt.Sprintf("10.%d.%d.1:1", i>>8, i&255) },
	} {
		b.Run(name, func(b *testing.B) {
			// Only a public address is answered to other machines.
			p := apptest.BootWith(b, apptest.Options{Config: func(c *settings.Config) { c.Public = &url.URL{Scheme: "http", Host: "localhost"} }})
			device := knownDevice(b, p)
			var longest time.Duration
			for b.Loop() {
				var tries sync.WaitGroup
				for i := range 400 {
					tries.Go(func() { signIn(p, network(i), fmt.Sprintf("person%d@oak.example", i), "a wrong password", "") })
				}
				began := time.Now()
				if code := signIn(p, "192.0.2.7:1", apptest.Teacher, apptest.EveryPassword, device); code != http.StatusSeeOther {
					b.Errorf("the sign-in is answered with %d", code)
				}
				longest = max(longest, time.Since(began))
				tries.Wait()
			}
			b.ReportMetric(float64(longest.Milliseconds()), "ms/longest")
		})
	}
}

// knownDevice returns the cookie of a device on which the teacher has signed in.
func knownDevice(b *testing.B, p *apptest.Program) string {
	b.Helper()
	request := httptest.NewRequest(http.MethodGet, "http://localhost/sign-in", nil)
	answer := httptest.NewRecorder()
	p.App.Handler().ServeHTTP(answer, request)
	for _, cookie := range answer.Result().Cookies() {
		device := cookie.Name + "=" + cookie.Value
		if cookie.Name == "rollbook_device" && signIn(p, "192.0.2.7:1", apptest.Teacher, apptest.EveryPassword, device) == http.StatusSeeOther {
			return device
		}
	}
	b.Fatalf("the page of the sign-in is answered with %d, or no device is known after it", answer.Code)
	return ""
}

// signIn sends the sign-in form from the address, and returns the answer's status.
func signIn(p *apptest.Program, from, email, password, cookies string) int {
	form := url.Values{"email": {email}, "password": {password}, "next": {""}}
	request := httptest.NewRequest(http.MethodPost, "http://localhost/sign-in", strings.NewReader(form.Encode()))
	request.RemoteAddr = from
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	if cookies != "" {
		request.Header.Set("Cookie", cookies)
	}
	answer := httptest.NewRecorder()
	p.App.Handler().ServeHTTP(answer, request)
	return answer.Code
}
