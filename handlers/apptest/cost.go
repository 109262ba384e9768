package apptest

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
)

// Cookies returns the cookies that the browser sends.
func (v *Visitor) Cookies() []*http.Cookie {
	address, err := url.Parse(v.Address)
	Must(v.T, err)
	return v.Client.Jar.Cookies(address)
}

// Serve answers a request without a network.
func (p *Program) Serve(cookies []*http.Cookie, method, address string, form url.Values) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, address, strings.NewReader(form.Encode()))
	request.Host, request.RemoteAddr = "localhost", "127.0.0.1:50000"
	request.Header.Set("Accept-Encoding", "gzip")
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("HX-Request", "true")
	}
	for _, cookie := range cookies {
		request.AddCookie(cookie)
	}
	answer := httptest.NewRecorder()
	p.App.Handler().ServeHTTP(answer, request)
	return answer
}
