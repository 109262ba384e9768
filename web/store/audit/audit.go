// Package audit stores the audit log. No statement changes one of its rows, except that an erasure removes the numbers
// of its student.
package audit

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"math/big"
	"strings"
	"time"
	"unicode/utf8"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// Command is the value of By for a command instead of a person on a page.
const Command = "command"

// Event is an entry of the audit log. It contains no secret, and students only by their numbers.
type Event struct {
	// ID is given by Add. Later events have greater ids.
	ID string
	At time.Time
	// School is empty for an event of no school.
	School roll.SchoolID
	// Name is the stable name of the event, such as "sign-in".
	Name    string
	Refused bool
	// By is the person, tablet or pass that acted, or Command; Person is the account concerned.
	By, Person roll.PersonID
	Tablet     roll.TabletID
	// From is the client's address.
	From string
	// Reason is the reason for a refusal in one word. Before and After are the changed values; About are further
	// details.
	Reason, Before, After, About string
	// ByName, PersonName and TabletName are their present names. They are read, never stored.
	ByName, PersonName, TabletName string
}

// Store stores the audit log in the database.
type Store struct{ Database *engine.Database }

// longest limits the bytes of a stored text.
const longest = 500

// storable shortens a text, and replaces bytes that PostgreSQL does not store.
func storable(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "\x00", "?")
	if len(text) <= longest {
		return text
	}
	end := longest
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "..."
}

// Add adds the events, and returns the added rows. An event of a person outside a school is added to each school of the
// person. An event of a school that no longer exists is added as one of no school.
func Add(ctx context.Context, t *engine.Transaction, events []Event) ([]Event, error) {
	belong := schoolsOf(ctx, t, events)
	var rows []Event
	var err error
	for _, event := range events {
		for _, school := range belong(event) {
			row := event
			if row.ID, err = idAt(event.At, len(rows)); err != nil {
				return nil, err
			}
			if school == "" && event.School != "" {
				row.About = strings.TrimSpace(string(event.School) + " " + event.About)
			}
			row.School = school
			rows = append(rows, row)
		}
	}
	return rows, engine.Insert(ctx, t, rows,
		`INSERT INTO audit (id, at, school, event, refused, made_by, client, person, tablet, reason,
		before, after, about) VALUES $rows`, func(_ int, row Event) []any {
			return []any{row.ID, engine.Milliseconds(row.At), row.School, row.Name, engine.Flag(row.Refused), row.By,
				storable(row.From), row.Person, row.Tablet, storable(row.Reason), storable(row.Before), storable(row.After),
				storable(row.About)}
		})
}

// idAt returns a new id for the event with the number in its group. It has the millisecond, the rest of the time in
// tenths of a microsecond, the number, and random digits. All ids have the same number of digits.
func idAt(at time.Time, number int) (string, error) {
	random, err := rand.Int(rand.Reader, big.NewInt(100_000))
	if err != nil {
		return "", fmt.Errorf("make an id: %w", err)
	}
	return fmt.Sprintf("%s%04d%04d%05d", FirstID(at), at.Nanosecond()%1_000_000/100, number%10_000, random), nil
}

// FirstID is the beginning of the ids since the instant.
func FirstID(at time.Time) string { return fmt.Sprintf("%013d", at.UnixMilli()) }

// schoolsOf returns the function that returns the schools of each event; "" stands for none.
func schoolsOf(ctx context.Context, t *engine.Transaction, events []Event) func(Event) []roll.SchoolID {
	var people []roll.PersonID
	var named []roll.SchoolID
	for _, event := range events {
		people, named = append(people, event.whose()), append(named, event.School)
	}
	members, known := make(map[roll.PersonID][]roll.SchoolID), make(map[roll.SchoolID]bool)
	t.Require(engine.QueryAmong(ctx, t, people, func(rows *sql.Rows) error {
		var person roll.PersonID
		var school roll.SchoolID
		err := rows.Scan(&person, &school)
		members[person] = append(members[person], school)
		return err
	}, `SELECT person, school FROM memberships WHERE person IN ($ids) ORDER BY person, school`))
	t.Require(engine.QueryAmong(ctx, t, named, func(rows *sql.Rows) error {
		var school roll.SchoolID
		err := rows.Scan(&school)
		known[school] = true
		return err
	}, `SELECT slug FROM schools WHERE slug IN ($ids)`))
	return func(event Event) []roll.SchoolID {
		switch {
		case known[event.School]:
			return []roll.SchoolID{event.School}
		case event.School == "" && len(members[event.whose()]) > 0:
			return members[event.whose()]
		}
		return []roll.SchoolID{""}
	}
}

// whose returns the person whose schools see an event outside a school.
func (e *Event) whose() roll.PersonID {
	if e.Person != "" {
		return e.Person
	}
	return e.By
}

const columns = `a.id, a.at, a.school, a.event AS name, a.refused, a.made_by AS by, a.client AS "from", a.person,
	a.tablet, a.reason, a.before, a.after, a.about`

// Each calls do with the events with the ids, the oldest first. Some may be deleted.
func Each(ctx context.Context, t *engine.Transaction, ids []string, do func(Event)) error {
	events, err := engine.RowsAmong[Event](ctx, t, ids, `SELECT `+columns+
		` FROM audit a WHERE a.id IN ($ids) ORDER BY a.id`)
	for _, event := range events {
		do(event)
	}
	return err
}

// Removals returns the statements that remove the school $1.
func Removals() []string { return engine.Deletions("audit") }

// Forget removes the events outside schools of people who are removed.
func Forget(ctx context.Context, t *engine.Transaction, leaving []roll.PersonID) error {
	return engine.DoAmong(ctx, t, leaving,
		`DELETE FROM audit WHERE school = $1 AND (person IN ($ids) OR made_by IN ($ids))`, "")
}
