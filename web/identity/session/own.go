package session

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/alexedwards/scs/v2"

	"rollbook/web/roll"
)

// Store stores sessions under the hashes of their tokens, with their owners.
type Store interface {
	scs.CtxStore
	// Enter is FindCtx and also returns the admission of the session's person to the school, read at the same
	// instant.
	Enter(ctx context.Context, token string, school roll.SchoolID) (data []byte, admission roll.Admission, found bool,
		err error)
	CommitOwned(ctx context.Context, token string, data []byte, expiry time.Time, person roll.PersonID) error
	// RenewOwned is CommitOwned for an existing session. It does not restore one that was ended meanwhile.
	RenewOwned(ctx context.Context, token string, data []byte, expiry time.Time, person roll.PersonID) error
	// PasswordSchools returns the schools of the person that a password opens, and those that only their provider opens.
	PasswordSchools(ctx context.Context, person roll.PersonID) (open, closed []roll.SchoolID, err error)
	// OwnedBy returns the data of the person's sessions by the hashes of their tokens.
	OwnedBy(ctx context.Context, person roll.PersonID) (map[string][]byte, error)
}

// entering is the data that a request needs from the store with its session, and the result.
type entering struct {
	school    roll.SchoolID
	admission roll.Admission
}

// enteringKey is the context key of an *entering.
type enteringKey struct{}

// Entering returns a context whose session is read together with the visitor's admission to the school
// (Admission). Use it for requests that are answered at once: the admission may be outdated after a long
// upload.
func Entering(ctx context.Context, school roll.SchoolID) context.Context {
	return context.WithValue(ctx, enteringKey{}, &entering{school: school})
}

// Admission returns the data about the person that was read with the request's session. It returns false when
// nothing was (Entering), and when the session is another person's now.
func Admission(ctx context.Context, person roll.PersonID) (admission roll.Admission, ok bool) {
	entered, found := ctx.Value(enteringKey{}).(*entering)
	if !found || person == "" || entered.admission.Person.ID != person {
		return roll.Admission{}, false
	}
	return entered.admission, true
}

// goesOn is the context key that marks a session as existing before, not new.
type goesOn struct{}

// owned passes the person of each session to the store.
type owned struct{ Store }

// FindCtx finds the session, with the admission if the context asks for it.
func (o owned) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	entered, enters := ctx.Value(enteringKey{}).(*entering)
	if !enters {
		return o.Store.FindCtx(ctx, token)
	}
	data, entered.admission, found, err = o.Enter(ctx, token, entered.school)
	return data, found, err
}

// CommitCtx stores the session with its person.
func (o owned) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	kept, err := readRecord(data)
	if err != nil {
		return err
	}
	if ctx.Value(goesOn{}) != nil {
		return o.RenewOwned(ctx, token, data, expiry, kept.Person)
	}
	return o.CommitOwned(ctx, token, data, expiry, kept.Person)
}

// Own is one session of a person.
type Own struct {
	// ID identifies the session. It is not secret and grants nothing.
	ID string
	// Began is when it began, Used its last use, exact to five minutes.
	Began, Used time.Time
	// Agent is the agent at its begin.
	Agent Agent
	// This is true for the current session.
	This bool
}

// Own returns the sessions of the signed-in person, the current one first, then by last use.
func (s *Sessions) Own(ctx context.Context) ([]Own, error) {
	found, err := s.own(ctx)
	var list []Own
	for _, one := range found {
		list = append(list, one)
	}
	slices.SortFunc(list, func(a, b Own) int {
		if a.This != b.This {
			return map[bool]int{true: -1, false: 1}[a.This]
		}
		return b.Used.Compare(a.Used)
	})
	return list, err
}

// own returns the sessions by the hashes of their tokens. It leaves out old sessions without ids, which end
// on their own.
func (s *Sessions) own(ctx context.Context) (map[string]Own, error) {
	current, ok := s.Current(ctx)
	if !ok {
		return nil, nil
	}
	kept, err := s.store.OwnedBy(ctx, current.Person)
	if err != nil {
		return nil, fmt.Errorf("list the sessions of a person: %w", err)
	}
	found := make(map[string]Own, len(kept))
	for token, data := range kept {
		read, err := readRecord(data)
		if err != nil {
			return nil, err
		}
		one := Own{ID: read.ID, Began: time.Unix(read.Began, 0), Used: time.Unix(read.Seen, 0), Agent: agentFrom(read.Agent),
			This: read.ID == s.record(ctx).ID}
		// Someone whom a school's provider signed in sees nothing of other schools.
		if len(current.Only) > 0 && !slices.Equal(read.Only, current.Only) {
			continue
		}
		if one.ID != "" && read.Epoch == current.Epoch && time.Since(one.Used) < IdleTimeout {
			found[token] = one
		}
	}
	return found, nil
}

// EndOwn ends the session with the id, if it belongs to the signed-in person and is not the current one. It
// reports whether there was one.
func (s *Sessions) EndOwn(ctx context.Context, id string) (bool, error) {
	found, err := s.own(ctx)
	if err != nil {
		return false, err
	}
	for token, one := range found {
		if one.ID != id || one.This {
			continue
		}
		if err := s.store.DeleteCtx(ctx, token); err != nil {
			return false, fmt.Errorf("end a session: %w", err)
		}
		return true, nil
	}
	return false, nil
}
