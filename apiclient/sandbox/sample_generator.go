package sandbox

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"time"
)

// idStride separates the ids of the schools: a save that reaches the wrong school is refused, not misapplied.
const idStride = 100_000

// enrolmentShift is the lead of a first period's enrolment ids over the student ids. Most enrolment ids equal
// the student id of a classmate and never the student's own, so that confusing the two is always wrong.
const enrolmentShift = 7

// schoolYearBegins is the month whose first day begins a sample school's year.
const schoolYearBegins = time.August

// generator makes the periods, students and enrolments of one school. It makes the same ones each time.
type generator struct {
	shape
	school        int64 // its number, from 1
	firstYear     int
	languages     []language
	students      map[cohortPlace]int64 // their ids
	nextStudent   int64
	nextEnrolment int64
}

// cohort is the students who entered the school in one year and stay together in one class.
type cohort struct {
	entry  int // the year, relative to the school's first
	letter string
}

type cohortPlace struct {
	cohort
	place int
}

func newGenerator(school int64, made shape, firstYear int) *generator {
	first := school*idStride + 1
	return &generator{shape: made, school: school, firstYear: firstYear, languages: readLanguages(),
		students: map[cohortPlace]int64{}, nextStudent: first, nextEnrolment: first + enrolmentShift}
}

// enrolled enrols every class in a period.
func (g *generator) enrolled(period int) []Student {
	var all []Student
	for class, size := range g.Sizes {
		grade, letter := class/len(g.Letters), g.Letters[class%len(g.Letters)]
		members := cohort{period/g.Terms - g.firstYear - grade, letter}
		for place, name := range g.names(members, size) {
			student := g.student(cohortPlace{members, place})
			student.FirstName, student.LastName, student.ClassName = name[0], name[1], g.class(grade, letter)
			all = append(all, student)
		}
	}
	return all
}

// names returns the names of a cohort's students, the difficult ones first.
func (g *generator) names(members cohort, count int) []person {
	seed := fnv.New64a()
	// A hash never returns an error.
	_, _ = fmt.Fprintf(seed, "%d %s", members.entry, members.letter)
	random := rand.New(rand.NewPCG(uint64(g.school), seed.Sum64()))
	hard := g.Hard[g.class(-members.entry, members.letter)]
	return slices.Concat(hard, drawNames(g.languages, g.Home, random, count-len(hard)))
}

// student returns the ids of the cohort's student in a new enrolment.
func (g *generator) student(at cohortPlace) Student {
	id, known := g.students[at]
	made := Student{StudentID: id}
	if !known {
		ids := g.ExactIDs[g.class(-at.entry, at.letter)][at.place]
		made.StudentID, made.EnrolmentID = ids[0], ids[1]
	}
	if made.StudentID == 0 {
		made.StudentID = g.nextStudent
		g.nextStudent++
	}
	if made.EnrolmentID == 0 {
		made.EnrolmentID = g.nextEnrolment
		g.nextEnrolment++
	}
	g.students[at] = made.StudentID
	return made
}

// describe returns the id, name and days of a period. A period is the number of terms until then, from year 0 on.
// The periods follow each other without a gap.
func (g *generator) describe(period int) SchoolPeriod {
	year, term, months := period/g.Terms, period%g.Terms, 12/g.Terms
	begins := time.Date(year, schoolYearBegins, 1, 0, 0, 0, 0, time.UTC).AddDate(0, term*months, 0)
	name := fmt.Sprintf("School year %d/%02d", year, (year+1)%100)
	if g.Terms == 2 {
		name = fmt.Sprintf("%s semestre %d/%02d", []string{"1er", "2e"}[term], year, (year+1)%100)
	}
	return SchoolPeriod{
		ID:        g.school*100 + int64(period-(g.firstYear-1)*g.Terms),
		Name:      name,
		StartDate: begins.Format(time.DateOnly),
		EndDate:   begins.AddDate(0, months, -1).Format(time.DateOnly),
	}
}

// current returns the period of the time.
func (g *generator) current(now time.Time) int { return termOf(now, g.Terms) }

// other returns the other term of the same year, or last year for a school without terms.
func (g *generator) other(period int) int {
	if g.Terms == 2 {
		return period ^ 1
	}
	return period - 1
}

// termOf returns the number of terms until the time, from year 0 on, in school years of so many terms.
func termOf(now time.Time, terms int) int {
	const year = 12
	return (now.Year()*year + int(now.Month()-schoolYearBegins)) / (year / terms)
}
