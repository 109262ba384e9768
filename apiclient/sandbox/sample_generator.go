package sandbox

import (
	"context"
	"database/sql"
	"fmt"
	"hash/fnv"
	"time"
)

// idStride separates the ids of the schools: a save that reaches the wrong school is refused, not misapplied.
const idStride = 100_000

// enrolmentShift is the lead of a first period's enrolment ids over the student ids. Most enrolment ids equal
// the student id of a classmate and never the student's own, so that confusing the two is always wrong.
const enrolmentShift = 7

// generator makes the students and enrolments of one school. It makes the same ones each time.
type generator struct {
	tx            *sql.Tx
	school        int64
	shape         shape
	baseYear      int
	languages     []language
	students      map[cohortPlace]int64
	namers        map[cohort]*namer
	nextStudent   int64
	nextEnrolment int64
	inserts       map[string]*sql.Stmt
}

func newGenerator(tx *sql.Tx, owner int64, made shape, baseYear int) *generator {
	first := owner*idStride + 1
	return &generator{tx: tx, school: owner, shape: made, baseYear: baseYear, languages: readLanguages(),
		students: map[cohortPlace]int64{}, namers: map[cohort]*namer{}, inserts: map[string]*sql.Stmt{},
		nextStudent: first, nextEnrolment: first + enrolmentShift}
}

// load continues after an earlier run.
func (g *generator) load(ctx context.Context) error {
	type known struct {
		cohortPlace
		person
		ID int64
	}
	students, err := collect[known](g.tx.QueryContext(ctx, `SELECT json_object('id', id, 'entry', entry, 'letter', letter,
		'place', place, 'first', first_name, 'last', last_name) FROM students WHERE school = ?1`, g.school))
	if err != nil {
		return fmt.Errorf("load students: %w", err)
	}
	for _, one := range students {
		g.students[one.cohortPlace] = one.ID
		g.namerOf(one.cohort).drawn[one.person] = true
		if one.ID < (g.school+1)*idStride {
			g.nextStudent = max(g.nextStudent, one.ID+1)
		}
	}
	row := g.tx.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) + 1 FROM enrolments WHERE school = ?1 AND id < ?2`,
		g.school, (g.school+1)*idStride)
	if err := row.Scan(&g.nextEnrolment); err != nil {
		return fmt.Errorf("load enrolments: %w", err)
	}
	return nil
}

// addPeriod makes a period and enrols every class in it.
func (g *generator) addPeriod(ctx context.Context, period termOfYear) error {
	described := g.describe(period)
	err := g.insert(ctx, `INSERT INTO periods VALUES (?1, ?2, ?3, ?4, ?5)`,
		g.school, described.ID, described.Name, described.StartDate, described.EndDate)
	if err != nil {
		return err
	}
	for class, size := range g.shape.sizes {
		grade, letter := class/len(g.shape.letters), g.shape.letters[class%len(g.shape.letters)]
		members := cohort{period.year - g.baseYear - grade, letter}
		for place := range size {
			at := cohortPlace{members, place}
			if err := g.enrol(ctx, at, described.ID, g.shape.className(grade, letter)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (g *generator) enrol(ctx context.Context, at cohortPlace, period int64, class string) error {
	student, isNew := g.students[at], false
	if student == 0 {
		var err error
		if student, err = g.addStudent(ctx, at); err != nil {
			return err
		}
		isNew = true
	}
	id := g.shape.exactIDs[at][1]
	if id == 0 || !isNew {
		id = g.nextEnrolment
		g.nextEnrolment++
	}
	return g.insert(ctx, `INSERT INTO enrolments VALUES (?1, ?2, ?3, ?4, ?5)`, g.school, id, period, student, class)
}

func (g *generator) addStudent(ctx context.Context, at cohortPlace) (int64, error) {
	id := g.shape.exactIDs[at][0]
	if id == 0 {
		id = g.nextStudent
		g.nextStudent++
	}
	g.students[at] = id
	name, hard := g.shape.hard[at]
	if !hard {
		name = g.namerOf(at.cohort).next()
	}
	return id, g.insert(ctx, `INSERT INTO students VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
		g.school, id, name.First, name.Last, at.Entry, at.Letter, at.Place)
}

func (g *generator) namerOf(members cohort) *namer {
	if g.namers[members] == nil {
		seed := fnv.New64a()
		// A hash never returns an error.
		_, _ = fmt.Fprintf(seed, "%d %s", members.Entry, members.Letter)
		g.namers[members] = newNamer(g.languages, g.shape.home, uint64(g.school), seed.Sum64())
	}
	return g.namers[members]
}

// insert prepares each statement once. The end of the transaction closes it.
func (g *generator) insert(ctx context.Context, text string, arguments ...any) error {
	if g.inserts[text] == nil {
		prepared, err := g.tx.PrepareContext(ctx, text)
		if err != nil {
			return fmt.Errorf("sample data: %w", err)
		}
		g.inserts[text] = prepared
	}
	if _, err := g.inserts[text].ExecContext(ctx, arguments...); err != nil {
		return fmt.Errorf("sample data: %w", err)
	}
	return nil
}

// termOfYear is a period: the year in which its school year began, and the term from 0.
type termOfYear struct{ year, term int }

// describe returns the id, name and days of a period. The periods follow each other without a gap.
func (g *generator) describe(period termOfYear) SchoolPeriod {
	begins := time.Date(period.year, schoolYearBegins, 1, 0, 0, 0, 0, time.UTC)
	months := 12 / g.shape.terms
	begins = begins.AddDate(0, period.term*months, 0)
	name := fmt.Sprintf("School year %d/%02d", period.year, (period.year+1)%100)
	if g.shape.terms == 2 {
		name = fmt.Sprintf("%s semestre %d/%02d", []string{"1er", "2e"}[period.term], period.year, (period.year+1)%100)
	}
	return SchoolPeriod{
		ID:        g.school*100 + int64((period.year-g.baseYear+1)*g.shape.terms+period.term),
		Name:      name,
		StartDate: begins.Format(time.DateOnly),
		EndDate:   begins.AddDate(0, months, -1).Format(time.DateOnly),
	}
}

// schoolYearBegins is the month whose first day begins a sample school's year.
const schoolYearBegins = time.August
