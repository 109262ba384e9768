package saves

import (
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/absences"
	"rollbook/web/store/engine"
)

// sinceNamed returns a condition that is true for saves s made since the number, a column or a parameter, names its
// present student.
func sinceNamed(number string) string { return placeIn("s", number) + ` = 0` }

// placeIn selects where the marks are of the student whom the number named in the saves.
func placeIn(saves, number string) string {
	return absences.PlaceOf(saves+`.school`, number, `abs(`+saves+`.generation)`)
}

// namings are the students whom numbers named before, by number, the first one first.
type namings map[roll.EnrolmentID][]naming

// naming is a student whom a number named until the generation Past. Place is where her marks are.
type naming struct{ Past, Place int64 }

func (s *Store) namings(ctx context.Context, school roll.SchoolID) (namings, error) {
	return engine.Groups[roll.EnrolmentID, naming](ctx, s.Database,
		`SELECT n.enrolment, n.past, COALESCE(n.place, n.past) AS place FROM numbers n
		WHERE n.school = $1 AND n.past > 0 ORDER BY n.enrolment, n.past`, school)
}

// same reports whether the number named its present student in the generation too.
func (n namings) same(number roll.EnrolmentID, generation int64) bool {
	for _, earlier := range n[number] {
		if earlier.Past > generation {
			return earlier.Place == 0
		}
	}
	return true
}

// named is the student of a save's number. Past is where her marks are, 0 when the number names her now.
type named struct {
	Past int64
	roll.Enrolment
}

// namedBy returns the students that the numbers named when the save's page was made, as far as known.
func namedBy(ctx context.Context, read engine.Reader, save roll.Save,
	numbers []roll.EnrolmentID) (map[roll.EnrolmentID]named, error) {
	all, err := engine.RowsAmong[named](ctx, read, numbers, `SELECT n.enrolment AS id, COALESCE(n.place, n.past) AS past,
		n.student, n.given, n.family FROM numbers n
		WHERE n.school = $1 AND (n.past = 0 OR n.past > $2) AND n.enrolment IN ($ids)
		ORDER BY CASE WHEN n.past = 0 THEN 1 ELSE 0 END, n.past, CASE WHEN n.period = $3 THEN 0 ELSE 1 END`, save.School,
		save.Generation, save.Period)
	found := make(map[roll.EnrolmentID]named)
	for _, one := range all {
		if _, known := found[one.ID]; !known {
			found[one.ID] = one
		}
	}
	return found, err
}

// NamesFor returns the students of the save with their names when its page was made.
func (s *Store) NamesFor(ctx context.Context, save roll.Save,
	numbers []roll.EnrolmentID) (map[roll.EnrolmentID]roll.Enrolment, error) {
	found, err := namedBy(ctx, s.Database, save, numbers)
	names := make(map[roll.EnrolmentID]roll.Enrolment, len(found))
	for number, one := range found {
		names[number] = one.Enrolment
	}
	return names, err
}
