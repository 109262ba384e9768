package audit

import (
	"context"
	"fmt"
	"strings"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// Search selects events of a school. Empty fields select all.
type Search struct {
	// By is the person who acted, or Command. An event in which nobody acted belongs to the account concerned.
	By roll.PersonID
	// Names are the names of events.
	Names []string
	// Refused selects refusals only.
	Refused bool
	// From and To are a range of instants, To excluded.
	From, To time.Time
	// Before is the id of a later event: the last of the page before.
	Before string
	// Most limits the events.
	Most int
}

// Audit returns the school's events, the newest first.
func (s *Store) Audit(ctx context.Context, school roll.SchoolID, search Search) ([]Event, error) {
	where, args := []string{"a.school = $1"}, []any{school}
	and := func(condition string, value any) {
		args = append(args, value)
		where = append(where, strings.ReplaceAll(condition, "?", fmt.Sprint("$", len(args))))
	}
	if search.By != "" {
		and("(a.made_by = ? OR a.person = ?)", search.By)
	}
	if search.Refused {
		and("a.refused = ?", 1)
	}
	if !search.From.IsZero() {
		and("a.id >= ?", FirstID(search.From))
	}
	if !search.To.IsZero() {
		and("a.id < ?", FirstID(search.To))
	}
	if search.Before != "" {
		and("a.id < ?", search.Before)
	}
	if len(search.Names) > 0 {
		where = append(where, "a.event IN ("+engine.List(len(args), len(search.Names))+")")
		for _, name := range search.Names {
			args = append(args, name)
		}
	}
	args = append(args, search.Most)
	return engine.Rows[Event](ctx, s.Database, `SELECT `+columns+
		`, COALESCE((SELECT p.name FROM people p WHERE p.id = a.made_by), (SELECT t.name FROM tablets t
			WHERE t.id = a.made_by),
			(SELECT MAX(c.name) FROM covers c WHERE c.person = a.made_by), '') AS by_name,
		COALESCE((SELECT p.name FROM people p WHERE p.id = a.person), '') AS person_name,
		COALESCE((SELECT t.name FROM tablets t WHERE t.id = a.tablet), '') AS tablet_name
		FROM audit a WHERE `+strings.Join(where, " AND ")+` ORDER BY a.id DESC LIMIT $`+fmt.Sprint(len(args)), args...)
}
