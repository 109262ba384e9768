package ending

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// Store keeps schools.
type Store interface {
	SetSchoolName(ctx context.Context, school roll.SchoolID, name string) error
	SchoolEnd(ctx context.Context, school roll.SchoolID) (roll.SchoolEnd, error)
	EachMarkToExport(ctx context.Context, school roll.SchoolID, each func(date roll.Date, class string, student roll.Enrolment, mark roll.Mark) error) (time.Time, error)
	NoteExported(ctx context.Context, school roll.SchoolID, at time.Time) error
	RemoveSchool(ctx context.Context, school roll.SchoolID) (roll.SchoolEnd, error)
}

// Ending renames and ends schools. It is safe for concurrent use.
type Ending struct {
	store   Store
	removed func(roll.SchoolID)
	log     *slog.Logger
	request func(context.Context) string
}

// New sees to the schools in the store. removed drops what the process has of a school that is
// gone; request names the request that a context belongs to, for the log.
func New(store Store, removed func(roll.SchoolID), log *slog.Logger, request func(context.Context) string) *Ending {
	return &Ending{store: store, removed: removed, log: log, request: request}
}

// mostName is the largest number of characters in a school's name.
const mostName = 100

// Rename gives the school another name. Its address stays, and so do links to it: the sealed key
// belongs to it. by is the person who asks, empty for the operator. A name that nobody could read
// is a roll.Meaningless.
func (e *Ending) Rename(ctx context.Context, by roll.PersonID, school roll.SchoolID, name string) error {
	name = strings.TrimSpace(name)
	unreadable := func(char rune) bool { return unicode.IsControl(char) || char == utf8.RuneError }
	if name == "" || utf8.RuneCountInString(name) > mostName || strings.ContainsFunc(name, unreadable) {
		return roll.Problem(roll.Meaningless, "ending.problem.name")
	}
	if err := e.store.SetSchoolName(ctx, school, name); err != nil {
		return err
	}
	e.tell(ctx, "school-renamed", by, school)
	return nil
}

// Of tells what goes with the school, and what its removal waits for.
func (e *Ending) Of(ctx context.Context, school roll.SchoolID) (roll.SchoolEnd, error) {
	return e.store.SchoolEnd(ctx, school)
}

// Export writes everything that was marked in the school as CSV, in the words given and with the
// columns of the office's exports. Once that has gone well, the school may be removed.
func (e *Ending) Export(ctx context.Context, by roll.PersonID, school roll.School, words *language.Words, into io.Writer) error {
	at, err := e.write(ctx, school, words, into)
	if err != nil {
		return err
	}
	if err := e.store.NoteExported(ctx, school.ID, at); err != nil {
		return err
	}
	e.tell(ctx, "school-exported", by, school.ID)
	return nil
}

// Remove removes the school and all that is kept of it, with the people who belong to no other.
// typed must be the school's name. A roll.Meaningless says that it is not, a roll.Stale that
// something is under way or was not exported.
func (e *Ending) Remove(ctx context.Context, by roll.PersonID, school roll.School, typed string) (roll.SchoolEnd, error) {
	if strings.TrimSpace(typed) != school.Name {
		return roll.SchoolEnd{}, roll.Problem(roll.Meaningless, "ending.problem.typed")
	}
	end, err := e.store.RemoveSchool(ctx, school.ID)
	if err != nil {
		return end, err
	}
	e.removed(school.ID)
	e.tell(ctx, "school-removed", by, school.ID, slog.Int("people", end.Leaving), slog.Int("marks", end.Marks))
	return end, nil
}

// tell logs the event, which has a stable name.
func (e *Ending) tell(ctx context.Context, event string, by roll.PersonID, school roll.SchoolID, more ...slog.Attr) {
	attributes := append([]slog.Attr{slog.String("event", event), slog.String("school", string(school))}, more...)
	if by != "" {
		attributes = append(attributes, slog.String("by", string(by)))
	}
	if request := e.request(ctx); request != "" {
		attributes = append(attributes, slog.String("request", request))
	}
	e.log.LogAttrs(ctx, slog.LevelInfo, "school", attributes...)
}
