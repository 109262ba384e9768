package session

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/alexedwards/scs/v2"

	"rollbook/web/roll"
)

// Store keeps sessions under the hashes of their tokens, and knows whose each is.
type Store interface {
	scs.CtxStore
	// Enter is FindCtx, and tells besides what lets whoever has the session into the school, read at
	// the same instant.
	Enter(ctx context.Context, token string, school roll.SchoolID) (data []byte, admission roll.Admission, found bool, err error)
	CommitOwned(ctx context.Context, token string, data []byte, expiry time.Time, person roll.PersonID) error
	// RenewOwned is CommitOwned for a session that was there before: one that was ended meanwhile
	// stays so.
	RenewOwned(ctx context.Context, token string, data []byte, expiry time.Time, person roll.PersonID) error
	// OwnedBy are the data of the person's sessions by the hashes of their tokens.
	OwnedBy(ctx context.Context, person roll.PersonID) (map[string][]byte, error)
}

// entering holds what a request asks of the store besides its session, and the answer.
type entering struct {
	school    roll.SchoolID
	admission roll.Admission
}

// enteringKey is the key of a context's *entering.
type enteringKey struct{}

// Entering has the session of the context's request be read together with what lets the visitor into
// the school (Admission). It is for requests that are answered at once: what is read once may not
// hold any more when a long form has arrived.
func Entering(ctx context.Context, school roll.SchoolID) context.Context {
	return context.WithValue(ctx, enteringKey{}, &entering{school: school})
}

// Admission returns what was read about the person with the request's session; ok is false where
// nothing was (Entering), and where the session is another's now.
func Admission(ctx context.Context, person roll.PersonID) (admission roll.Admission, ok bool) {
	entered, asked := ctx.Value(enteringKey{}).(*entering)
	if !asked || person == "" || entered.admission.Person.ID != person {
		return roll.Admission{}, false
	}
	return entered.admission, true
}

// goesOn is the key under which a context says that the session to be stored was there before, and
// does not just begin.
type goesOn struct{}

// owned tells the store the person of each session that scs stores.
type owned struct{ Store }

// FindCtx finds the session, and with it what the context asks for.
func (o owned) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	entered, asked := ctx.Value(enteringKey{}).(*entering)
	if !asked {
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

// Own is one of the sessions of a person.
type Own struct {
	// ID names the session; it is no secret and opens nothing.
	ID string
	// Began is the time at which it began, Used that of its last use, to five minutes.
	Began, Used time.Time
	// Agent is the agent with which it began.
	Agent Agent
	// This is true for the session that asks.
	This bool
}

// Own are the sessions of whoever is signed in, this one first, then those used last.
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

// own are the sessions by the hashes of their tokens. Those of before sessions had ids are left
// out: they end by themselves.
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
		one := Own{ID: read.ID, Began: time.Unix(read.Began, 0), Used: time.Unix(read.Seen, 0), Agent: agentFrom(read.Agent), This: read.ID == s.record(ctx).ID}
		if one.ID != "" && read.Epoch == current.Epoch && time.Since(one.Used) < IdleTimeout {
			found[token] = one
		}
	}
	return found, nil
}

// EndOwn ends the session with the id, if it is one of whoever is signed in and not this one; it
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
