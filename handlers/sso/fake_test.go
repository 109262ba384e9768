package sso_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/identity/sso"
	"rollbook/web/roll"
)

// fake is a provider with answers that a test chooses.
type fake struct {
	*httptest.Server
	t   *testing.T
	key *rsa.PrivateKey
	// discovery, claims and header change its answers; nil changes nothing.
	discovery, claims, header func(map[string]any)
	// info are the further claims of its userinfo, about the subject of its last token.
	info    map[string]any
	subject any

	mu sync.Mutex
	// begun are the parameters of the browser's request, by the code that it got. A code is used once.
	begun map[string]url.Values
	calls int
	// held keeps it from answering about invented codes until it is closed, if it is not nil. Waiting are their numbers.
	held    chan struct{}
	waiting chan int
	asked   int
}

const (
	client = "rollbook"
	secret = "a secret of the client"
)

func newFake(t *testing.T) *fake {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	apptest.Must(t, err)
	f := &fake{t: t, key: key, begun: make(map[string]url.Values), waiting: make(chan int, 100)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", f.discover)
	mux.HandleFunc("GET /organizations/v2.0/.well-known/openid-configuration", f.discover)
	mux.HandleFunc("GET /keys", f.keys)
	mux.HandleFunc("POST /token", f.token)
	mux.HandleFunc("GET /userinfo", f.userinfo)
	f.Server = httptest.NewServer(mux)
	t.Cleanup(f.Close)
	return f
}

func changed(change func(map[string]any), said map[string]any) map[string]any {
	if change != nil {
		change(said)
	}
	return said
}

func (f *fake) say(w http.ResponseWriter, said any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(said); err != nil {
		f.t.Error(err)
	}
}

func (f *fake) discover(w http.ResponseWriter, _ *http.Request) {
	f.mu.Lock()
	f.calls++
	f.mu.Unlock()
	f.say(w, changed(f.discovery, map[string]any{
		"issuer": f.URL, "authorization_endpoint": f.URL + "/authorize", "token_endpoint": f.URL + "/token", "jwks_uri": f.URL + "/keys",
		"userinfo_endpoint":                     f.URL + "/userinfo",
		"id_token_signing_alg_values_supported": []string{"RS256", "none", "HS256"},
	}))
}

func encode(bytes []byte) string { return base64.RawURLEncoding.EncodeToString(bytes) }

func (f *fake) keys(w http.ResponseWriter, _ *http.Request) {
	public := f.key.PublicKey
	f.say(w, map[string]any{"keys": []any{map[string]any{
		"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "one", "n": encode(public.N.Bytes()), "e": encode(big.NewInt(int64(public.E)).Bytes()),
	}}})
}

// code makes a code for a sign-in that began at the address, and keeps its query for the token.
func (f *fake) code(address *url.URL) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	code := rand.Text()
	f.begun[code] = address.Query()
	return code
}

func (f *fake) token(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	begun, known := f.begun[r.FormValue("code")]
	delete(f.begun, r.FormValue("code"))
	if f.held != nil && !known {
		f.asked++
		f.waiting <- f.asked
	}
	f.mu.Unlock()
	if f.held != nil && !known {
		<-f.held
	}
	user, password, _ := r.BasicAuth()
	proof := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if !known || user != client || password != url.QueryEscape(secret) || begun.Get("code_challenge_method") != "S256" ||
		begun.Get("code_challenge") != encode(proof[:]) || r.FormValue("redirect_uri") != begun.Get("redirect_uri") {
		w.WriteHeader(http.StatusBadRequest)
		f.say(w, map[string]any{"error": "invalid_grant", "error_description": "<b>a canary</b>"})
		return
	}
	now := apptest.BootHour()
	claims := changed(f.claims, map[string]any{
		"iss": f.URL, "sub": "anna-1", "aud": client, "nonce": begun.Get("nonce"), "iat": now.Unix(), "exp": now.Add(time.Hour).Unix(),
		"email": apptest.Teacher, "email_verified": true, "name": "Anna L", "groups": []string{"staff"},
	})
	f.subject = claims["sub"]
	f.say(w, map[string]any{"access_token": "x", "token_type": "Bearer", "id_token": f.sign(claims)})
}

func (f *fake) userinfo(w http.ResponseWriter, _ *http.Request) {
	said := map[string]any{"sub": f.subject}
	maps.Copy(said, f.info)
	f.say(w, said)
}

// sign returns the token of the claims.
func (f *fake) sign(claims map[string]any) string {
	header := changed(f.header, map[string]any{"alg": "RS256", "kid": "one"})
	part := func(value map[string]any) string {
		text, err := json.Marshal(value)
		apptest.Must(f.t, err)
		return encode(text)
	}
	signed := part(header) + "." + part(claims)
	if header["alg"] == "none" {
		return signed + "."
	}
	sum := sha256.Sum256([]byte(signed))
	signature, err := rsa.SignPKCS1v15(rand.Reader, f.key, crypto.SHA256, sum[:])
	apptest.Must(f.t, err)
	return signed + "." + encode(signature)
}

// sets stores the provider for the school of the tests.
func sets(t *testing.T, p *apptest.Program, issuer string, fields ...string) {
	t.Helper()
	v := p.As(t, apptest.Administrator)
	given := append([]string{"kind", "other", "issuer", issuer, "name", "Harbour ID", "client", client, "secret", secret, "otherwise", "teacher"}, fields...)
	if a := v.Post(page, v.Filled(page, "#provider", given...)); a.Code != http.StatusSeeOther {
		t.Fatalf("storing the provider answers %d: %s", a.Code, a.Text("[role=alert]"))
	}
}

// page is the page of the provider, and start the address of its button.
const (
	page  = apptest.SettingsPath + "/sso"
	start = "/sign-in/sso/harbour"
)

// begins presses the button, and returns the address of the provider.
func begins(t *testing.T, v *apptest.Visitor, address string) *url.URL {
	t.Helper()
	to, err := url.Parse(v.Get(address).Want(t, http.StatusSeeOther).Header.Get("Location"))
	apptest.Must(t, err)
	return to
}

// returns sends the browser back to the program with the answer of the provider.
func returns(v *apptest.Visitor, to *url.URL, answer url.Values) apptest.Answer {
	back := strings.TrimPrefix(to.Query().Get("redirect_uri"), v.Address)
	given := url.Values{"state": {to.Query().Get("state")}}
	maps.Copy(given, answer)
	return v.Get(back + "?" + given.Encode())
}

// signsIn follows a sign-in to its end.
func (f *fake) signsIn(v *apptest.Visitor, address string) apptest.Answer {
	to := begins(f.t, v, address)
	return returns(v, to, url.Values{"code": {f.code(to)}})
}

// typed is the form of the other school.
func typed(issuer string) roll.TypedProvider {
	return roll.TypedProvider{Kind: sso.Other, Issuer: issuer, Name: "Tilleuls ID", Client: client, Secret: secret, Otherwise: string(roll.Teacher)}
}
