package saves

import (
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// sinceNamed returns a condition that is true for saves, with that alias, made since the number, a column or
// a parameter, names its present student.
func sinceNamed(saves, number string) string {
	return `NOT EXISTS (SELECT 1 FROM numbers n WHERE n.school = ` + saves + `.school AND n.enrolment = ` + number +
		` AND n.past > abs(` + saves + `.generation))`
}

// pastNumbers returns the numbers of the school that once named another student, each with the generation
// since which it names the present one.
func (s *Store) pastNumbers(ctx context.Context, school roll.SchoolID) (map[roll.EnrolmentID]int64, error) {
	return engine.Pairs[roll.EnrolmentID, int64](ctx, s.Database,
		`SELECT enrolment, MAX(past) FROM numbers WHERE school = $1 AND past > 0 GROUP BY enrolment`, school)
}

// named is the student of a save's number. Past is 0 when the number still names the student.
type named struct {
	Past int64
	roll.Enrolment
}

// namedBy returns the students that the numbers named when the save's page was made, as far as known.
func namedBy(ctx context.Context, read engine.Reader, save roll.Save,
	numbers []roll.EnrolmentID) (map[roll.EnrolmentID]named, error) {
	all, err := engine.RowsAmong[named](ctx, read, numbers, `SELECT enrolment AS id, past, student, given, family
		FROM numbers WHERE school = $1 AND (past = 0 OR past > $2) AND enrolment IN ($ids)
		ORDER BY CASE WHEN past = 0 THEN 1 ELSE 0 END, past, CASE WHEN period = $3 THEN 0 ELSE 1 END`, save.School,
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
