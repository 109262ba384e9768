package badinput_test

import (
	"net/http/httptest"
	"strings"

	"rollbook/handlers/apptest"
	"rollbook/web/store/schools"
)

// overHTTP answers a request for the public host by plain http.
func overHTTP(p *apptest.Program, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://rollbook.example"+path, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	p.App.Handler().ServeHTTP(recorder, r)
	return recorder
}

// sealedSecret reads the secret as it is stored.
func sealedSecret(p *apptest.Program, secret string) schools.Key {
	return schools.Key{Sealed: p.App.Vault.Seal(apptest.Harbour, secret)}
}
