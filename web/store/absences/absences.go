package absences

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// columns are those of scan. A roll reads them withoutDetails.
const (
	columns        = firstColumns + `sealed` + lastColumns
	withoutDetails = firstColumns + `NULL` + lastColumns
	ofKnown        = ` FROM known_absences a`

	firstColumns = `school, id, generation, period, enrolment, student, first_date, last_date, weekdays, after,
		until, status, status_name, family, `
	lastColumns = `, replaces, made_by, maker, maker_role, made_at, ended_by, ender, ender_role, ended_at,
		CASE WHEN ` + renumbered + ` THEN 1 ELSE 0 END`

	// renumbered is true for a row a whose number came to name another student since.
	renumbered = placeOfRow + ` <> 0`
	placeOfRow = placeStart + `a.school AND n.enrolment = a.enrolment AND n.past > a.generation` + placeEnd
	placeStart = `COALESCE((SELECT COALESCE(n.place, n.past) FROM numbers n WHERE n.school = `
	placeEnd   = ` ORDER BY n.past LIMIT 1), 0)`
)

// PlaceOf selects where the marks are of the student whom the number named in the generation: 0 for a student whom it
// names now, otherwise the generation since which it names others.
func PlaceOf(school, number, generation string) string {
	return placeStart + school + ` AND n.enrolment = ` + number + ` AND n.past > ` + generation + placeEnd
}

func scan(rows *sql.Rows, known *roll.KnownAbsence) error {
	var weekdays string
	err := rows.Scan(&known.School, &known.ID, &known.Generation, &known.Period, &known.Enrolment, &known.Student,
		&known.From, &known.To, &weekdays, &known.After, &known.Until, &known.Status, &known.StatusName, &known.Family,
		&known.Sealed,
		&known.Replaces, &known.MadeBy.Person, &known.MadeBy.Name, &known.MadeBy.Role, engine.ToTime(&known.MadeAt),
		&known.EndedBy.Person, &known.EndedBy.Name, &known.EndedBy.Role, engine.ToTime(&known.EndedAt),
		engine.ToBool(&known.Former))
	for _, digit := range weekdays {
		known.Weekdays = append(known.Weekdays, time.Weekday(digit-'0'))
	}
	return err
}

// AddKnown stores new absences, all or none. It ends the absences that they replace. One that is stored already is left
// out: the same press came twice. It returns roll.Stale for one that replaces an ended absence: another person was
// quicker.
func (s *Store) AddKnown(ctx context.Context, all []roll.KnownAbsence) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		for _, known := range all {
			tx.Require(add(ctx, tx, known))
		}
		return nil
	})
}

func add(ctx context.Context, tx *engine.Transaction, known roll.KnownAbsence) error {
	stored, err := stored(ctx, tx, ofAbsences, known.School, known.ID)
	if err != nil || stored {
		return err
	}
	if known.Replaces != "" {
		tx.Require(end(ctx, tx, ofAbsences, known.School, known.Replaces, known.MadeBy))
	}
	var text strings.Builder
	for _, day := range known.Weekdays {
		text.WriteString(strconv.Itoa(int(day)))
	}
	return tx.Do(ctx, `INSERT INTO known_absences (school, id, generation, period, enrolment, student, first_date,
			last_date, weekdays, after, until, status, status_name, family, sealed, replaces, made_by, maker, maker_role,
			made_at)
			VALUES `+engine.Tuples(1, 20),
		known.School, known.ID, known.Generation, known.Period, known.Enrolment, known.Student, known.From, known.To,
		text.String(), known.After, known.Until, known.Status, known.StatusName, known.Family, known.Sealed,
		known.Replaces, known.MadeBy.Person, known.MadeBy.Name, known.MadeBy.Role, engine.Milliseconds(tx.Now))
}

// EndKnown takes an absence back. It returns roll.NotFound for an absence that the school does not have, and roll.Stale
// for one that has ended.
func (s *Store) EndKnown(ctx context.Context, school roll.SchoolID, id roll.KnownID, by roll.Actor) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		return end(ctx, tx, ofAbsences, school, id, by)
	})
}

// The two tables. Their rows have an id in the school, and end with a person and a time.
const (
	ofAbsences  = "known_absences"
	ofMovements = "movements"
)

func stored(ctx context.Context, tx *engine.Transaction, table string, school roll.SchoolID, id any) (bool, error) {
	return engine.Exists(ctx, tx, `SELECT 1 FROM `+table+` WHERE school = $1 AND id = $2`, school, id)
}

func end(ctx context.Context, tx *engine.Transaction, table string, school roll.SchoolID, id any, by roll.Actor) error {
	stored, err := stored(ctx, tx, table, school, id)
	if err != nil {
		return err
	}
	if !stored {
		return engine.NotFound()
	}
	return tx.ChangeOr(ctx, roll.Problem(roll.Stale, "known.problem.ended"), `UPDATE `+table+`
		SET ended_by = $1, ender = $2, ender_role = $3, ended_at = $4 WHERE school = $5 AND id = $6 AND ended_at = 0`,
		by.Person, by.Name, by.Role, engine.Milliseconds(tx.Now), school, id)
}

// KnownAbsence returns one absence, or roll.NotFound.
func (s *Store) KnownAbsence(ctx context.Context, school roll.SchoolID, id roll.KnownID) (roll.KnownAbsence, error) {
	return engine.First(ctx, s.Database, scan, `SELECT `+columns+ofKnown+` WHERE school = $1 AND id = $2`, school, id)
}

// KnownSince returns the school's absences that end on the date or later, ended ones too, by their first date.
func (s *Store) KnownSince(ctx context.Context, school roll.SchoolID, date roll.Date) ([]roll.KnownAbsence, error) {
	return engine.All(ctx, s.Database, scan, `SELECT `+columns+ofKnown+`
		WHERE school = $1 AND last_date >= $2 ORDER BY first_date, made_at, id`, school, date)
}
