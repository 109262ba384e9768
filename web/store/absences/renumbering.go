package absences

import (
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// Renumber gives the known absences and movements of a student's number from, which left the lists, to her number to.
func Renumber(ctx context.Context, t *engine.Transaction, school roll.SchoolID, from, to roll.EnrolmentID) error {
	return t.DoAll(ctx, []string{
		`UPDATE known_absences AS a SET enrolment = $3 WHERE school = $1 AND enrolment = $2 AND NOT ` + renumbered,
		`UPDATE movements AS a SET enrolment = $3 WHERE school = $1 AND enrolment = $2 AND NOT ` + renumbered,
	}, school, from, to)
}
