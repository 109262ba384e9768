// Package drafts stores an uploaded file until its owner has seen its changes and confirms it. The file is
// sealed with the master key and bound to the session that uploaded it: a reader of the database, or another
// session of the same person, cannot open it. It is deleted when it is confirmed or discarded, when the next
// one comes, and after half an hour.
//
// The alternative, sending it back and forth, would pass a list of 5,000 students through the browser with
// every preview, and leave it in the browser's memory.
package drafts

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/lists"
	"rollbook/web/vault"
)

// Lifetime is how long an unconfirmed file is stored.
const Lifetime = 30 * time.Minute

// Owner is the person who owns a draft, in one school and one session.
type Owner struct {
	School roll.SchoolID
	Person roll.PersonID
	// Session identifies the session (session.Sessions.Binding).
	Session string
}

// Draft is an unconfirmed file. When it was imported, its content is gone.
type Draft struct {
	lists.ImportDraft
	// Name is the name of the file from the browser.
	Name    string
	Content []byte
}

// Drafts stores files. It is safe for concurrent use.
type Drafts struct {
	store *store.Store
	vault *vault.Vault
	clock func() time.Time
}

// New makes a Drafts on the store that seals files with the vault.
func New(store *store.Store, vault *vault.Vault, clock func() time.Time) *Drafts {
	return &Drafts{store: store, vault: vault, clock: clock}
}

// Keep stores the file, replacing an earlier one of the owner.
func (d *Drafts) Keep(ctx context.Context, owner Owner, period roll.PeriodID, name string, content []byte) error {
	id := rand.Text()
	sealed := d.vault.Seal(bound(owner, id), name+"\x00"+string(content))
	return d.store.PutImportDraft(ctx, lists.ImportDraft{
		School: owner.School, Person: owner.Person, ID: id, Period: period, Sealed: sealed,
		ExpiresAt: d.clock().Add(Lifetime),
	})
}

// bound returns the id for sealing a file, in place of a school's id. A school's id contains no zero byte, so
// that no file can pass for a school's key.
func bound(owner Owner, id string) roll.SchoolID {
	return roll.SchoolID(strings.Join([]string{string(owner.School), "draft", string(owner.Person), owner.Session, id},
		"\x00"))
}

// Find returns the owner's last upload. It returns roll.NotFound when there is none, it has expired, or
// another session uploaded it.
func (d *Drafts) Find(ctx context.Context, owner Owner) (Draft, error) {
	kept, err := d.store.ImportDraft(ctx, owner.School, owner.Person)
	switch {
	case roll.KindOf(err) == roll.NotFound:
		return Draft{}, notFound().Because(err)
	case err != nil:
		return Draft{}, err
	}
	draft := Draft{ImportDraft: kept}
	switch {
	case !kept.ExpiresAt.After(d.clock()):
		return Draft{}, notFound()
	case kept.Used:
		return draft, nil
	}
	opened, err := d.vault.Open(bound(owner, kept.ID), kept.Sealed)
	if errors.Is(err, vault.ErrTampered) || errors.Is(err, vault.ErrWrongKey) {
		return Draft{}, notFound().Because(err)
	}
	if err != nil {
		return Draft{}, err
	}
	name, content, _ := strings.Cut(opened.Reveal(), "\x00")
	draft.Name, draft.Content = name, []byte(content)
	return draft, nil
}

func notFound() *roll.Error { return roll.Problem(roll.NotFound, "student_list.problem.gone") }
