package saves

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/packed"
)

// LastChanges returns the newest change of the enrolments' marks on each date from from to to, both included.
// A save that repeats the value is not a change. It reads all at once, for any number of students.
func (s *Store) LastChanges(ctx context.Context, school roll.SchoolID, from, to roll.Date,
	enrolments []roll.EnrolmentID) ([]roll.LastChange, error) {
	wanted := make(map[roll.EnrolmentID]bool, len(enrolments))
	for _, enrolment := range enrolments {
		wanted[enrolment] = true
	}
	namings, err := s.namings(ctx, school)
	if err != nil {
		return nil, err
	}
	var all []foundChange
	err = s.Database.Query(ctx, func(rows *sql.Rows) error {
		change, intents, err := scanChange(rows)
		if err != nil {
			return err
		}
		all, err = change.addTo(all, intents, wanted, namings)
		return err
	}, `SELECT s.intents, s.date, s.accepted_at, s.person, s.person_name, s.role, s.tablet, '', abs(s.generation), `+
		intentColumns+`
		FROM saves s WHERE s.school = $1 AND s.date >= $2 AND s.date <= $3
		UNION ALL
		SELECT ',' || CAST(c.enrolment AS TEXT) || ':0:0,', c.date, c.found_at, '', '', '', '', c.was, c.found_at, `+
		foundIntent+` FROM changes_elsewhere c
		WHERE c.school = $1 AND c.date >= $2 AND c.date <= $3 AND c.past = 0`, school, from, to)
	slices.SortFunc(all, foundChange.compare)
	var last []roll.LastChange
	for _, change := range all {
		if at := len(last) - 1; at >= 0 && last[at].Enrolment == change.Enrolment && last[at].Date == change.Date {
			if change.was == "" && change.Same(last[at].Intent) {
				continue
			}
			change.LastChange = change.After(last[at])
			last = last[:at]
		}
		if change.was != "" {
			change.From = change.was
		}
		last = append(last, change.LastChange)
	}
	return last, err
}

// foundChange is a change by a save, or one found by a reading.
type foundChange struct {
	roll.LastChange
	// was is the school system's status before the change; empty for a save.
	was     string
	version int64
	// generation is the save's generation; for a change found by a reading it is greater than all others.
	generation int64
}

func scanChange(rows *sql.Rows) (change foundChange, intents string, err error) {
	err = rows.Scan(append([]any{&intents, &change.Date, engine.ToTime(&change.At), &change.By.Person, &change.By.Name,
		&change.By.Role, &change.By.Tablet, &change.was, &change.generation}, toIntent(&change.Intent)...)...)
	change.Taken = roll.Taking{By: change.By, At: change.At}
	return change, intents, err
}

// addTo adds the change for each requested student.
func (c foundChange) addTo(all []foundChange, intents string, wanted map[roll.EnrolmentID]bool,
	namings namings) ([]foundChange, error) {
	kept, err := packed.ReadIntents(intents)
	for _, row := range kept {
		if wanted[row.Enrolment] && namings.same(row.Enrolment, c.generation) {
			c.Enrolment, c.version = row.Enrolment, row.Version
			all = append(all, c)
		}
	}
	return all, err
}

// compare orders changes by student, date and time.
func (c foundChange) compare(other foundChange) int {
	return cmp.Or(cmp.Compare(c.Enrolment, other.Enrolment), cmp.Compare(c.Date, other.Date), c.At.Compare(other.At),
		cmp.Compare(c.version, other.version))
}
