package session_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"rollbook/web/identity/session"
	"rollbook/web/roll"
)

// browser stores cookies like a browser, and sends requests to one handler.
type browser struct {
	sessions *session.Sessions
	cookies  map[string]*http.Cookie
	// set contains the cookies that the last answer set.
	set    []*http.Cookie
	status int
}

func newBrowser(sessions *session.Sessions) *browser {
	return &browser{sessions: sessions, cookies: map[string]*http.Cookie{}}
}

// do sends a request to the path; handle answers it.
func (b *browser) do(path string, handle func(w http.ResponseWriter, r *http.Request)) {
	request := httptest.NewRequest(http.MethodGet, path, nil)
	for _, cookie := range b.cookies {
		request.AddCookie(cookie)
	}
	b.send(request, handle)
}

func (b *browser) send(request *http.Request, handle func(w http.ResponseWriter, r *http.Request)) {
	recorder := httptest.NewRecorder()
	b.sessions.Handler(http.HandlerFunc(handle), func(w http.ResponseWriter, _ *http.Request, _ error) {
		w.WriteHeader(http.StatusInternalServerError)
	}).ServeHTTP(recorder, request)
	b.status, b.set = recorder.Code, recorder.Result().Cookies()
	for _, cookie := range b.set {
		b.cookies[cookie.Name] = cookie
		if cookie.MaxAge < 0 {
			delete(b.cookies, cookie.Name)
		}
	}
}

// signIn signs a person in and returns the session's cookie.
func (b *browser) signIn(t *testing.T, person string) *http.Cookie {
	t.Helper()
	b.do("/sign-in", func(_ http.ResponseWriter, r *http.Request) {
		if err := b.sessions.SignIn(r.Context(), rollPerson(person), 1, time.Now()); err != nil {
			t.Error(err)
		}
	})
	if len(b.set) != 1 {
		t.Fatalf("%d cookies set", len(b.set))
	}
	return b.set[0]
}

// current returns the session for the path; it is empty without a sign-in.
func (b *browser) current(path string) session.Current {
	var current session.Current
	b.do(path, func(_ http.ResponseWriter, r *http.Request) { current, _ = b.sessions.Current(r.Context()) })
	return current
}

func isPoll(r *http.Request) bool { return r.URL.Path == "/poll" }

// memory is a store like the database's.
type memory struct {
	mu      sync.Mutex
	rows    map[string]row
	commits int
	broken  bool
}

type row struct {
	data   []byte
	expiry time.Time
	person roll.PersonID
}

var errBroken = errors.New("the database is gone")

func newMemory() *memory { return &memory{rows: map[string]row{}} }

func (m *memory) FindCtx(_ context.Context, token string) ([]byte, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found, ok := m.rows[token]
	if m.broken {
		return nil, false, errBroken
	}
	return found.data, ok && found.expiry.After(time.Now()), nil
}

func (m *memory) Enter(ctx context.Context, token string, _ roll.SchoolID) ([]byte, roll.Admission, bool, error) {
	data, found, err := m.FindCtx(ctx, token)
	return data, roll.Admission{}, found, err
}

func (m *memory) CommitCtx(_ context.Context, token string, data []byte, expiry time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.broken {
		return errBroken
	}
	m.commits++
	m.rows[token] = row{data, expiry, ""}
	return nil
}

func (m *memory) CommitOwned(ctx context.Context, token string, data []byte, expiry time.Time, person roll.PersonID) error {
	if err := m.CommitCtx(ctx, token, data, expiry); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rows[token] = row{data, expiry, person}
	return nil
}

func (m *memory) RenewOwned(ctx context.Context, token string, data []byte, expiry time.Time, person roll.PersonID) error {
	m.mu.Lock()
	_, there := m.rows[token]
	m.mu.Unlock()
	if !there && !m.broken {
		return nil
	}
	return m.CommitOwned(ctx, token, data, expiry, person)
}

// PasswordSchools returns none: a password opens all schools of these people.
func (m *memory) PasswordSchools(context.Context, roll.PersonID) (open, closed []roll.SchoolID, err error) {
	return nil, nil, nil
}

func (m *memory) OwnedBy(_ context.Context, person roll.PersonID) (map[string][]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := make(map[string][]byte)
	for token, kept := range m.rows {
		if kept.person == person && kept.expiry.After(time.Now()) {
			found[token] = kept.data
		}
	}
	return found, nil
}

func (m *memory) DeleteCtx(_ context.Context, token string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.rows, token)
	return nil
}

func (m *memory) Find(token string) ([]byte, bool, error) {
	return m.FindCtx(context.Background(), token)
}

func (m *memory) Commit(token string, data []byte, expiry time.Time) error {
	return m.CommitCtx(context.Background(), token, data, expiry)
}

func (m *memory) Delete(token string) error { return m.DeleteCtx(context.Background(), token) }
