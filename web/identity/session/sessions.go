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

// The limits of a session.
const (
	// Lifetime is the longest session, despite use.
	Lifetime = 12 * time.Hour
	// IdleTimeout ends a session without use.
	IdleTimeout = 2 * time.Hour
	// seenEvery is the precision of the stored last use: at most one write in that time.
	seenEvery = 5 * time.Minute
	// firstStepLasts limits the time for the second step.
	firstStepLasts = 15 * time.Minute
	// ConfirmedFor is how long a sign-in, or giving the password again, allows the actions that ask for it.
	ConfirmedFor = 15 * time.Minute
)

// Current is the content of a session.
type Current struct {
	Person roll.PersonID
	// Epoch is the person's epoch at sign-in (auth.Identity). With every request the caller compares it with
	// the person's present epoch and signs out when they differ. Thus a new password ends all other sessions.
	Epoch int
	// School is the last chosen school, empty before the first choice.
	School roll.SchoolID
	// Kind reports whether the person has an account or a pass.
	Kind Kind
	// Only are the schools that the session opens; nil for all of the person.
	Only []roll.SchoolID
	// Provided is true when the provider of the school opened it, without a password.
	Provided bool
}

// Kind distinguishes a person with an account from the holder of a pass.
type Kind string

// The kinds.
const (
	// Account is a person who signed in with a password.
	Account Kind = ""
	// CoverLink is a person who takes one roll through a link (roll.Cover).
	CoverLink Kind = "cover"
	// FirstStep is a person with an account who gave the password and lacks the second factor. It is a kind, so that
	// no other page knows such a session.
	FirstStep Kind = "first step"
)

// Sessions manages who is signed in. The store receives the hash of a session's token, never the token, so
// that a reader of the database cannot use a session.
type Sessions struct {
	manager    *scs.SessionManager
	store      Store
	background func(*http.Request) bool
}

// NewSessions makes a Sessions on the store. Requests for which background returns true come from a page
// automatically (polls, event streams) and do not count as use.
func NewSessions(store Store, scope Scope, background func(*http.Request) bool) *Sessions {
	// Not scs.New: it starts its own store, whose goroutine never ends.
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

// SignIn starts a new session of the person, confirmed at the instant, and drops the old one with its token. It opens
// the schools that a password opens. It returns a *ProviderOnlyError, and starts none, when that is no school of the
// person.
func (s *Sessions) SignIn(ctx context.Context, person roll.PersonID, epoch int, at time.Time) error {
	only, err := s.opened(ctx, person)
	if err != nil {
		return err
	}
	return s.renew(ctx, record{Person: person, Epoch: epoch, Confirmed: at.Unix(), Only: only})
}

// opened returns the schools that the person's password opens, nil for all.
func (s *Sessions) opened(ctx context.Context, person roll.PersonID) ([]roll.SchoolID, error) {
	open, closed, err := s.store.PasswordSchools(ctx, person)
	switch {
	case err != nil:
		return nil, fmt.Errorf("find what a password opens: %w", err)
	case len(closed) == 0:
		return nil, nil
	case len(open) == 0:
		return nil, &ProviderOnlyError{closed[0]}
	}
	return open, nil
}

// SignInFirst starts the session of a person who still has to pass the second step. It returns the errors of SignIn.
func (s *Sessions) SignInFirst(ctx context.Context, person roll.PersonID, epoch int) error {
	if _, err := s.opened(ctx, person); err != nil {
		return err
	}
	if err := s.renew(ctx, record{Person: person, Epoch: epoch, Kind: FirstStep}); err != nil {
		return err
	}
	s.manager.SetDeadline(ctx, time.Now().Add(firstStepLasts))
	return nil
}

// Renew starts a new session in place of the present one, with the person's new epoch, confirmed at the instant.
func (s *Sessions) Renew(ctx context.Context, epoch int, at time.Time) error {
	begun := s.record(ctx)
	begun.Epoch, begun.Confirmed = epoch, at.Unix()
	return s.renew(ctx, begun)
}

// Confirm records that the person proved at the instant that it is them.
func (s *Sessions) Confirm(ctx context.Context, at time.Time) {
	kept := s.record(ctx)
	kept.Confirmed = at.Unix()
	s.manager.Put(ctx, recordKey, kept)
}

// Confirmed reports whether the person has proved that it is them within ConfirmedFor.
func (s *Sessions) Confirmed(ctx context.Context, now time.Time) bool {
	return now.Sub(time.Unix(s.record(ctx).Confirmed, 0)) < ConfirmedFor
}

// SignInBy is SignIn for a person whom the school's provider signs in. The session opens that school only: the
// provider's word counts in no other.
func (s *Sessions) SignInBy(ctx context.Context, school roll.SchoolID, person roll.PersonID, epoch int,
	at time.Time) error {
	return s.renew(ctx, record{Person: person, Epoch: epoch, Confirmed: at.Unix(), Only: []roll.SchoolID{school},
		Provided: true})
}

// ProviderOnlyError refuses a password of a person whose schools have a provider for them; School is one of these.
type ProviderOnlyError struct{ School roll.SchoolID }

// Error is for the log.
func (e *ProviderOnlyError) Error() string { return "a password does not open " + string(e.School) }

// Unwrap is the sentence for the person.
func (*ProviderOnlyError) Unwrap() error {
	return roll.Problem(roll.Forbidden, "sign_in.problem.managed")
}

// SignInWithPass starts a new session of the holder of a pass. It lasts no longer than the pass, in the
// browser too, and never longer than Lifetime.
func (s *Sessions) SignInWithPass(ctx context.Context, kind Kind, person roll.PersonID, lasts time.Duration) error {
	if err := s.renew(ctx, record{Person: person, Kind: kind}); err != nil {
		return err
	}
	// A cookie's age is written in whole seconds, rounded up.
	s.manager.SetDeadline(ctx, time.Now().Add(min(lasts, Lifetime)-time.Second))
	return nil
}

// renew ends the existing session, and starts another.
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
		begun.Agent = agent.Browser + "/" + agent.Platform
	}
	s.manager.Put(ctx, recordKey, begun)
	return nil
}

// record returns the session's record, empty when no person is signed in.
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

// Current returns the session of the request. It returns false when no person is signed in.
func (s *Sessions) Current(ctx context.Context) (current Current, ok bool) {
	kept := s.record(ctx)
	return Current{Person: kept.Person, Epoch: kept.Epoch, School: kept.School, Kind: kept.Kind, Only: kept.Only,
		Provided: kept.Provided}, kept.Person != ""
}

// ChooseSchool stores the school for the session's next requests.
func (s *Sessions) ChooseSchool(ctx context.Context, school roll.SchoolID) {
	if kept := s.record(ctx); kept.School != school {
		kept.School = school
		s.manager.Put(ctx, recordKey, kept)
	}
}

// Alive looks up the session again, for answers that stay open for long. It reports whether the same person
// is still signed in with it.
func (s *Sessions) Alive(ctx context.Context) (bool, error) {
	before, ok := s.Current(ctx)
	if !ok {
		return false, nil
	}
	fresh, err := s.manager.Load(withoutValues{ctx}, s.manager.Token(ctx))
	if err != nil {
		return false, fmt.Errorf("look the session up: %w", err)
	}
	now, ok := s.Current(fresh)
	return ok && now.Person == before.Person && now.Epoch == before.Epoch && now.Kind == before.Kind && !s.idle(fresh), nil
}

// Binding returns a name of the session for form tokens that does not reveal its token, or "" when no person
// is signed in.
func (s *Sessions) Binding(ctx context.Context) string {
	if _, ok := s.Current(ctx); !ok {
		return ""
	}
	sum := sha256.Sum256([]byte("form binding\x00" + s.manager.Token(ctx)))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// load reads the session of a request, ends it after IdleTimeout, and records the use.
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

// unused returns the time since the last use.
func (s *Sessions) unused(ctx context.Context) time.Duration {
	return time.Since(time.Unix(s.record(ctx).Seen, 0))
}

func (s *Sessions) idle(ctx context.Context) bool { return s.unused(ctx) >= IdleTimeout }

// noteUse writes the time at once and in a separate copy, so that others need not wait for the end of a slow
// request.
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

// withoutValues hides a session already in the context.
type withoutValues struct{ context.Context }

// Value is always nil.
func (withoutValues) Value(any) any { return nil }
