package ending

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"rollbook/web/events"
	"rollbook/web/language"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/vault"
)

// Ending renames and removes schools, and exports and erases the data of one student. It is safe for
// concurrent use.
type Ending struct {
	store   *store.Store
	vault   *vault.Vault
	removed func(roll.SchoolID)
	record  *events.Record
}

// New makes an Ending on the store. Removed drops the process's cached data of a removed school.
func New(store *store.Store, vault *vault.Vault, removed func(roll.SchoolID), record *events.Record) *Ending {
	return &Ending{store: store, vault: vault, removed: removed, record: record}
}

// mostName is the largest number of characters in a school's name.
const mostName = 100

// Rename changes the school's name, and the language of its pages: a tag, or empty for the browser's. Its address
// stays, with the links to it, because the sealed key belongs to it. By is the person who asks, empty for the
// operator. It returns roll.Meaningless for an unreadable name.
func (e *Ending) Rename(ctx context.Context, by roll.PersonID, school roll.SchoolID, name, tag string) error {
	name = strings.TrimSpace(name)
	unreadable := func(char rune) bool { return unicode.IsControl(char) || char == utf8.RuneError }
	if name == "" || utf8.RuneCountInString(name) > mostName || strings.ContainsFunc(name, unreadable) {
		return roll.Problem(roll.Meaningless, "ending.problem.name")
	}
	before, err := e.store.School(ctx, school)
	if err == nil {
		err = e.store.SetSchoolName(ctx, school, name, tag)
	}
	return e.record.After(ctx, err, "school-renamed",
		events.About{By: by, School: school, Before: called(before.Name, before.Language), After: called(name, tag)})
}

// called returns a name with the language, if there is one.
func called(name, tag string) string { return strings.TrimSuffix(name+", "+tag, ", ") }

// Of counts the data that is removed with the school, and the marks that delay the removal.
func (e *Ending) Of(ctx context.Context, school roll.SchoolID) (roll.SchoolEnd, error) {
	return e.store.SchoolEnd(ctx, school)
}

// Export writes all marks of the school as CSV, in the given language and with the columns of the office's
// exports. After a successful export the school may be removed.
func (e *Ending) Export(ctx context.Context, by roll.PersonID, school roll.School, words *language.Words,
	into io.Writer) error {
	at, err := e.write(ctx, school, words, into)
	if err != nil {
		return err
	}
	return e.record.After(ctx, e.store.NoteExported(ctx, school.ID, at), "school-exported",
		events.About{By: by, School: school.ID})
}

// Remove removes the school and all its data, with the people who belong to no other. Typed must be the
// school's name. It returns roll.Meaningless when it is not, and roll.Stale when something is still being
// sent or was not exported.
func (e *Ending) Remove(ctx context.Context, by roll.PersonID, school roll.School,
	typed string) (roll.SchoolEnd, error) {
	if strings.TrimSpace(typed) != school.Name {
		return roll.SchoolEnd{}, roll.Problem(roll.Meaningless, "ending.problem.typed")
	}
	end, err := e.store.RemoveSchool(ctx, school.ID)
	if err != nil {
		return end, err
	}
	e.removed(school.ID)
	e.record.Done(ctx, "school-removed", events.About{
		By: by, School: school.ID, Details: fmt.Sprintf("people %d, marks %d", end.Leaving, end.Marks),
	})
	return end, nil
}
