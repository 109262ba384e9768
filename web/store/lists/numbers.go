package lists

import (
	"cmp"
	"context"
	"slices"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/saves"
	"rollbook/web/store/schools"
)

// listNumbers records the students that the numbers of a period's list name. Marks of a number's earlier
// student stay that student's, and she has them back when the number names her again.
func listNumbers(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID,
	students []roll.Enrolment) error {
	t.Require(schools.Lock(ctx, t, school))
	_, connected, err := schools.Generation(ctx, t, school)
	if err != nil {
		return err
	}
	known, err := knownNumbers(ctx, t, school, period, connected)
	if err != nil {
		return err
	}
	var anew []roll.Enrolment
	var others, strangers []roll.EnrolmentID
	changed := make(map[roll.EnrolmentID]roll.Enrolment)
	seen := make(map[roll.EnrolmentID]bool, len(students))
	for _, student := range students {
		if seen[student.ID] {
			continue
		}
		seen[student.ID] = true
		switch now := known[student.ID].becomes(student, connected > 1); now {
		case sameAsListed:
			continue
		case anotherInList:
			others, changed[student.ID] = append(others, student.ID), student
		case notAsInEarlierConnection:
			strangers, changed[student.ID] = append(strangers, student.ID), student
		case newToList:
		}
		anew = append(anew, student)
	}
	again, err := namedAgain(ctx, t, school, changed, connected)
	t.Require(err)
	t.Require(partWith(ctx, t, school, others, 0))
	t.Require(partWith(ctx, t, school, strangers, connected))
	giveBack(ctx, t, school, again)
	renumbered, err := renumberings(ctx, t, school, period, known, students)
	t.Require(err)
	t.Require(insertNumbers(ctx, t, school, period, anew))
	return renumber(ctx, t, school, renumbered)
}

// knownNumber is the student of a number in the period's list of the present connection, in its lists of other periods,
// and in the lists of earlier connections.
type knownNumber struct {
	listed            bool
	now               roll.Enrolment
	elsewhere, before []roll.Enrolment
}

// becoming is the effect of a new list on a number.
type becoming int

const (
	newToList becoming = iota
	sameAsListed
	anotherInList
	notAsInEarlierConnection
)

// becomes compares the number with the student in a new list. hadOthers reports whether the school had
// another connection before.
func (k knownNumber) becomes(student roll.Enrolment, hadOthers bool) becoming {
	switch {
	case k.listed && k.now.IsAnother(student):
		return anotherInList
	case k.listed && k.now.IsSame(student):
		return sameAsListed
	case k.listed, slices.ContainsFunc(k.elsewhere, student.IsSame):
		return newToList
	case slices.ContainsFunc(k.before, func(before roll.Enrolment) bool { return !before.IsSame(student) }),
		len(k.before) == 0 && hadOthers:
		return notAsInEarlierConnection
	}
	return newToList
}

func knownNumbers(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID,
	connected int64) (map[roll.EnrolmentID]knownNumber, error) {
	known := make(map[roll.EnrolmentID]knownNumber)
	all, err := engine.Rows[struct {
		roll.Enrolment
		Period     roll.PeriodID
		Generation int64
	}](ctx, t, `SELECT enrolment AS id, student, given, family, period, generation FROM numbers
		WHERE school = $1 AND past = 0`, school)
	for _, one := range all {
		number := known[one.ID]
		switch {
		case one.Generation < connected:
			number.before = append(number.before, one.Enrolment)
		case one.Period == period:
			number.listed, number.now = true, one.Enrolment
		default:
			number.elsewhere = append(number.elsewhere, one.Enrolment)
		}
		known[one.ID] = number
	}
	return known, err
}

func insertNumbers(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID,
	students []roll.Enrolment) error {
	generation, _, err := schools.Generation(ctx, t, school)
	if err != nil {
		return err
	}
	return engine.Insert(ctx, t, students,
		`INSERT INTO numbers (school, enrolment, period, student, given, family, generation) VALUES $rows
		ON CONFLICT (school, enrolment, period, past) DO UPDATE SET
		student = excluded.student, given = excluded.given, family = excluded.family, generation = excluded.generation`,
		func(_ int, one roll.Enrolment) []any {
			return []any{school, one.ID, period, one.Student, one.Given, one.Family, generation}
		})
}

// partWith makes the numbers' marks past that were made by pages of before a generation, all marks for 0.
// From the next generation on the numbers name other students. None of these marks is sent any more.
func partWith(ctx context.Context, t *engine.Transaction, school roll.SchoolID, numbers []roll.EnrolmentID,
	before int64) error {
	if len(numbers) == 0 {
		return nil
	}
	generation, err := schools.NextGeneration(ctx, t, school)
	if err != nil {
		return err
	}
	t.Require(saves.StopNumbers(ctx, t, school, numbers, cmp.Or(before, generation), generation))
	for _, text := range []string{
		`UPDATE numbers SET past = $2 WHERE school = $1 AND past = 0 AND enrolment IN ($ids)`,
		`UPDATE numbers SET place = $2 WHERE school = $1 AND place = 0 AND enrolment IN ($ids)`,
		`DELETE FROM student_group_members WHERE school = $1 AND $2 > CAST(0 AS BIGINT) AND enrolment IN ($ids)`,
	} {
		t.Require(engine.DoAmong(ctx, t, numbers, text, school, generation))
	}
	return nil
}
