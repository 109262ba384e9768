// Package drafts keeps the file that somebody uploaded until she has seen what it
// would change and confirms it. It is sealed with the master key and bound to the
// session that brought it: who reads the database, or another session of the same
// person, cannot open it. It is forgotten when it is confirmed or discarded, when the next
// one comes, and after half an hour.
//
// It is not sent back and forth instead: with every look at the preview a list of 5,000
// students would go through the browser once more, and lie in its memory.
package drafts

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/vault"
)

// Lifetime is the time after which a file that nobody confirms is forgotten.
const Lifetime = 30 * time.Minute

// Owner is the person to whom a draft belongs, in one school and one session.
type Owner struct {
	School roll.SchoolID
	Person roll.PersonID
	// Session names the session (session.Sessions.Binding).
	Session string
}

// Draft is a file that waits to be confirmed.
type Draft struct {
	ID     string
	Period roll.PeriodID
	// Name is the name of the file, as the browser said.
	Name    string
	Content []byte
	// Used is true when it was imported; the rest of it is then gone.
	Used bool
}

// Drafts keeps files. It is safe for concurrent use.
type Drafts struct {
	store *store.Store
	vault *vault.Vault
	clock func() time.Time
}

// New keeps files in the store, sealed by the vault.
func New(store *store.Store, vault *vault.Vault, clock func() time.Time) *Drafts {
	return &Drafts{store: store, vault: vault, clock: clock}
}

// Keep keeps the file in place of an earlier one of the owner.
func (d *Drafts) Keep(ctx context.Context, owner Owner, period roll.PeriodID, name string, content []byte) error {
	id := rand.Text()
	sealed := d.vault.Seal(bound(owner, id), name+"\x00"+string(content))
	return d.store.PutImportDraft(ctx, store.ImportDraft{
		School: owner.School, Person: owner.Person, ID: id, Period: period, Sealed: sealed, ExpiresAt: d.clock().Add(Lifetime),
	})
}

// bound makes the id that a file is sealed for in place of a school's. A school's id holds
// no zero, so that no file can pass for a school's key.
func bound(owner Owner, id string) roll.SchoolID {
	return roll.SchoolID(strings.Join([]string{string(owner.School), "draft", string(owner.Person), owner.Session, id}, "\x00"))
}

// Find is the file that the owner uploaded last. The error is of kind roll.NotFound where
// there is none, it has expired, or another session brought it.
func (d *Drafts) Find(ctx context.Context, owner Owner) (Draft, error) {
	kept, err := d.store.ImportDraft(ctx, owner.School, owner.Person)
	if err != nil {
		return Draft{}, err
	}
	draft := Draft{ID: kept.ID, Period: kept.Period, Used: kept.Used}
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

// Discard forgets what the owner uploaded.
func (d *Drafts) Discard(ctx context.Context, owner Owner) error {
	return d.store.DropImportDraft(ctx, owner.School, owner.Person)
}

// Import makes the students of the file those of the draft's period, and forgets the file, in one
// step: all of it holds or nothing. The same draft a second time changes nothing; one in
// whose place another came is of kind roll.Stale.
func (d *Drafts) Import(ctx context.Context, owner Owner, draft Draft, file store.StudentFile) error {
	return d.store.ImportStudents(ctx, store.ImportDraft{School: owner.School, Person: owner.Person, ID: draft.ID, Period: draft.Period}, file)
}
