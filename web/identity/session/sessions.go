package session

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"time"

	"github.com/alexedwards/scs/v2"

	"rollbook/web/roll"
)

// How long somebody stays signed in.
const (
	// Lifetime ends a session however busy it is.
	Lifetime = 12 * time.Hour
	// IdleTimeout ends a session in which nobody did anything.
	IdleTimeout = 2 * time.Hour
	// seenEvery is the precision of the last use that is kept: a use writes at most this often.
	seenEvery = 5 * time.Minute
)

// Current holds what a session knows.
type Current struct {
	Person roll.PersonID
	// Epoch is the person's at sign-in (auth.Identity). The caller compares it with
	// the person's epoch of now, with every request, and signs out when they differ:
	// so a new password ends all other sessions.
	Epoch int
	// School is the school last chosen, empty before the first choice.
	School roll.SchoolID
	// Kind reports whether the person has an account or a pass.
	Kind Kind
}

// Kind tells a person with an account from the holder of a pass.
type Kind string

// The kinds.
const (
	// Account is a person who signed in with a password.
	Account Kind = ""
	// CoverLink is somebody who takes one roll by a link (roll.Cover).
	CoverLink Kind = "cover"
)

// Sessions says who is signed in. The store gets the hash of a session's token,
// never the token: who reads the database cannot become anybody.
type Sessions struct {
	manager    *scs.SessionManager
	store      Store
	background func(*http.Request) bool
}

// NewSessions keeps sessions in the store. Requests for which background is true
// come from a page by itself (polls, event streams) and do not count as use.
func NewSessions(store Store, scope Scope, background func(*http.Request) bool) *Sessions {
	// Not scs.New: it starts a store of its own, whose goroutine never ends.
	manager := &scs.SessionManager{
		Store:            owned{store},
		HashTokenInStore: true,
		Lifetime:         Lifetime,
		Codec:            records{},
		Cookie: scs.SessionCookie{
			Name:     scope.name("rollbook_session"),
			Path:     scope.Path,
			Secure:   scope.Secure,
			HttpOnly: true,
			SameSite: http.SameSiteLaxMode,
			Persist:  true,
		},
	}
	return &Sessions{manager: manager, store: store, background: background}
}

// SignIn makes a new session of the person; whatever the old one held is gone, and
// so is its token.
func (s *Sessions) SignIn(ctx context.Context, person roll.PersonID, epoch int) error {
	return s.renew(ctx, record{Person: person, Epoch: epoch})
}

// SignInWithPass makes a new session of the holder of a pass. It lasts no longer than the
// pass, in the browser too, and never longer than Lifetime.
func (s *Sessions) SignInWithPass(ctx context.Context, kind Kind, person roll.PersonID, lasts time.Duration) error {
	if err := s.renew(ctx, record{Person: person, Kind: kind}); err != nil {
		return err
	}
	// A cookie's age is written in whole seconds, rounded up.
	s.manager.SetDeadline(ctx, time.Now().Add(min(lasts, Lifetime)-time.Second))
	return nil
}

// renew ends the session that there was, and begins another.
func (s *Sessions) renew(ctx context.Context, begun record) error {
	if err := s.manager.Clear(ctx); err != nil {
		return fmt.Errorf("clear the session: %w", err)
	}
	if err := s.manager.RenewToken(ctx); err != nil {
		return fmt.Errorf("renew the session: %w", err)
	}
	now := time.Now().Unix()
	begun.ID, begun.Began, begun.Seen = rand.Text(), now, now
	if agent, known := ctx.Value(agentOf{}).(Agent); known {
		begun.Agent = agent.text()
	}
	s.manager.Put(ctx, recordKey, begun)
	return nil
}

// record returns what the session holds; all of it is empty where nobody is signed in.
func (s *Sessions) record(ctx context.Context) record {
	kept, _ := s.manager.Get(ctx, recordKey).(record)
	return kept
}

// SignOut ends the session in the store and in the browser.
func (s *Sessions) SignOut(ctx context.Context) error {
	if err := s.manager.Destroy(ctx); err != nil {
		return fmt.Errorf("end the session: %w", err)
	}
	return nil
}

// Current is the session of the request; ok is false when nobody is signed in.
func (s *Sessions) Current(ctx context.Context) (current Current, ok bool) {
	kept := s.record(ctx)
	return Current{Person: kept.Person, Epoch: kept.Epoch, School: kept.School, Kind: kept.Kind}, kept.Person != ""
}

// ChooseSchool keeps the school for the session's next requests.
func (s *Sessions) ChooseSchool(ctx context.Context, school roll.SchoolID) {
	if kept := s.record(ctx); kept.School != school {
		kept.School = school
		s.manager.Put(ctx, recordKey, kept)
	}
}

// Alive looks the session up again, for answers that last longer than a request
// should: it reports whether the same person is still signed in with it.
func (s *Sessions) Alive(ctx context.Context) (bool, error) {
	was, ok := s.Current(ctx)
	if !ok {
		return false, nil
	}
	fresh, err := s.manager.Load(withoutValues{ctx}, s.manager.Token(ctx))
	if err != nil {
		return false, fmt.Errorf("look the session up: %w", err)
	}
	is, ok := s.Current(fresh)
	return ok && is.Person == was.Person && is.Epoch == was.Epoch && is.Kind == was.Kind && !s.idle(fresh), nil
}

// Binding names the session for form tokens, without giving its token away. It is
// empty when nobody is signed in.
func (s *Sessions) Binding(ctx context.Context) string {
	if _, ok := s.Current(ctx); !ok {
		return ""
	}
	sum := sha256.Sum256([]byte("form binding\x00" + s.manager.Token(ctx)))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// load reads the session of a request, ends it when it was idle for too long, and
// notes the use.
func (s *Sessions) load(r *http.Request) (context.Context, error) {
	token := only(r, s.manager.Cookie.Name)
	ctx, err := s.manager.Load(r.Context(), token)
	if err != nil {
		return nil, fmt.Errorf("load the session: %w", err)
	}
	ctx = context.WithValue(ctx, agentOf{}, AgentOf(r.UserAgent()))
	if _, ok := s.Current(ctx); !ok {
		return ctx, nil
	}
	if s.idle(ctx) {
		return ctx, s.SignOut(ctx)
	}
	if s.unused(ctx) < seenEvery || s.background(r) {
		return ctx, nil
	}
	if err := s.noteUse(r.Context(), token); err != nil {
		return ctx, nil //nolint:nilerr // who can only read is not turned away; the next use is noted again
	}
	return ctx, nil
}

// unused returns the time since somebody last did something.
func (s *Sessions) unused(ctx context.Context) time.Duration {
	return time.Since(time.Unix(s.record(ctx).Seen, 0))
}

func (s *Sessions) idle(ctx context.Context) bool { return s.unused(ctx) >= IdleTimeout }

// noteUse writes the time at once and in a copy of its own: others are not to wait for the end of a
// slow request.
func (s *Sessions) noteUse(ctx context.Context, token string) error {
	own, err := s.manager.Load(withoutValues{ctx}, token)
	if err != nil {
		return fmt.Errorf("load the session: %w", err)
	}
	kept := s.record(own)
	if kept.Person == "" {
		return nil
	}
	kept.Seen = time.Now().Unix()
	s.manager.Put(own, recordKey, kept)
	if _, _, err := s.manager.Commit(context.WithValue(own, goesOn{}, true)); err != nil {
		return fmt.Errorf("note the use of the session: %w", err)
	}
	return nil
}

// withoutValues hides a session that the context already carries.
type withoutValues struct{ context.Context }

// Value is always nil.
func (withoutValues) Value(any) any { return nil }
