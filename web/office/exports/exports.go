// Package exports reads the data that a school hands in: its marks over a range of days, each with the
// authority's code and whether an absence was authorised, and a summary of them.
package exports

import (
	"cmp"
	"context"
	"math"
	"slices"

	"rollbook/web/office/absences"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// Exports reads marks to be handed in. It is safe for concurrent use.
type Exports struct {
	store    *store.Store
	absences *absences.Absences
}

// New makes an Exports.
func New(store *store.Store, absences *absences.Absences) *Exports { return &Exports{store, absences} }

// Request is a range of days and its students.
type Request struct {
	School   roll.School
	From, To roll.Date
	// Students are the students on the lists, in the order of the file, with the names of their classes.
	Students []roll.Enrolment
	// Periods are those whose lists have the students.
	Periods []roll.PeriodID
	// Whole adds the marks of all students who are on no list any more, Class those made in the roll of that class.
	Whole bool
	Class roll.ClassID
	// Others are the students of other divisions, which may have a class of the same id.
	Others map[roll.EnrolmentID]bool
	// Statuses are the school's.
	Statuses []roll.Status
	// Elsewhere are marks of the last day that were made in the school system. One counts for a student without a mark.
	Elsewhere []roll.ExportedMark
}

// reading completes the marks of a request.
type reading struct {
	Request
	place map[roll.EnrolmentID]int
	codes roll.Codes
	// known are the absences of a number, and ofStudent those of a student, who may have another number since.
	known     map[roll.EnrolmentID][]detailed
	ofStudent map[roll.StudentID][]detailed
}

// detailed is a known absence with its details.
type detailed struct {
	roll.KnownAbsence
	absences.Details
}

// EachDay calls each with the marks and movements of every day that has any, in the order of the request's students.
// Those of students on no list follow. A student with a movement alone has an empty mark.
func (e *Exports) EachDay(ctx context.Context, request Request, each func([]roll.ExportedMark) error) error {
	r, err := e.begin(ctx, request)
	if err != nil {
		return err
	}
	last := r.From.AddDays(-1)
	day := func(marks []roll.ExportedMark) error {
		last = r.To
		if len(marks) > 0 {
			last = marks[0].Date
		}
		if marks = r.day(last, marks); len(marks) == 0 {
			return nil
		}
		return each(marks)
	}
	_, err = e.store.EachDayToExport(ctx, r.School.ID, r.From, r.To, day)
	if err == nil && last < r.To {
		err = day(nil)
	}
	return err
}

func (e *Exports) begin(ctx context.Context, request Request) (r *reading, err error) {
	r = &reading{Request: request, place: make(map[roll.EnrolmentID]int), known: make(map[roll.EnrolmentID][]detailed),
		ofStudent: make(map[roll.StudentID][]detailed)}
	for i, student := range request.Students {
		r.place[student.ID] = i
	}
	if r.codes, err = e.store.Codes(ctx, r.School.ID); err != nil {
		return nil, err
	}
	known, err := e.store.KnownSince(ctx, r.School.ID, r.From)
	for _, one := range known {
		if one.From > r.To || one.Former || !one.EndedAt.IsZero() {
			continue
		}
		details, err := e.absences.Details(one)
		if err != nil {
			return nil, err
		}
		r.known[one.Enrolment] = append(r.known[one.Enrolment], detailed{one, details})
		if one.Student != 0 && one.Generation >= r.School.Connected {
			r.ofStudent[one.Student] = append(r.ofStudent[one.Student], detailed{one, details})
		}
	}
	return r, err
}

// day returns the requested marks of a day, complete and in order.
func (r *reading) day(date roll.Date, marks []roll.ExportedMark) []roll.ExportedMark {
	marks = slices.DeleteFunc(marks, func(one roll.ExportedMark) bool {
		_, listed := r.placeOf(one)
		return !listed && !r.Whole && (r.Class == "" || one.ClassID != r.Class || r.Others[one.Mark.Enrolment])
	})
	if date == r.To {
		marks = r.addElsewhere(marks)
	}
	for i := range marks {
		if at, listed := r.placeOf(marks[i]); listed {
			marks[i].Student, marks[i].Class = r.Students[at], r.Students[at].ClassName
		}
		r.complete(&marks[i])
	}
	slices.SortStableFunc(marks, func(a, b roll.ExportedMark) int {
		first, _ := r.placeOf(a)
		second, _ := r.placeOf(b)
		return cmp.Compare(first, second)
	})
	return marks
}

// placeOf returns the place of the mark's student in the request, the last of all for a student on no list.
func (r *reading) placeOf(one roll.ExportedMark) (place int, listed bool) {
	place, listed = r.place[one.Mark.Enrolment]
	if !listed || one.Former {
		return math.MaxInt, false
	}
	return place, true
}

func (r *reading) addElsewhere(marks []roll.ExportedMark) []roll.ExportedMark {
	at := make(map[roll.EnrolmentID]int, len(marks))
	for i, one := range marks {
		if !one.Former {
			at[one.Mark.Enrolment] = i
		}
	}
	for _, one := range r.Elsewhere {
		_, listed := r.placeOf(one)
		i, has := at[one.Mark.Enrolment]
		switch {
		case listed && !has:
			marks = append(marks, one)
		case listed && marks[i].Mark.Version == 0:
			one.Moves = marks[i].Moves
			marks[i] = one
		}
	}
	return marks
}

// complete adds the code, the reason and the counting to a mark whose status is in the school system.
func (r *reading) complete(one *roll.ExportedMark) {
	if one.Mark.Recorded() == "" {
		return
	}
	code := ""
	if at := one.Mark.StatusAmong(r.Statuses); at >= 0 {
		one.Counts, code = r.Statuses[at].Family.Counting(), r.codes.OfStatus[r.Statuses[at].ID]
	} else {
		one.Counts = roll.GuessFamily(one.Mark.Returned).Counting()
	}
	r.use(one, code)
	absent := one.Counts.IsAbsence()
	if known := r.knownOf(one); known != nil && (absent || known.StatusName == one.Mark.Status.Name) {
		one.Reason = known.Reason
		if absent && known.Unauthorised {
			one.Counts = roll.CountsUnauthorised
		} else if absent {
			one.Counts = roll.CountsAuthorised
		}
	}
	if absent {
		r.use(one, r.codes.OfReason[one.Reason])
	}
}

// use gives the mark the code, if there is such a code.
func (r *reading) use(one *roll.ExportedMark, text string) {
	if code, ok := r.codes.Find(text); ok {
		one.Code, one.Counts = code.Code, code.Counts
	}
}

// knownOf returns the absence of the mark's student that the office noted last, or nil.
func (r *reading) knownOf(one *roll.ExportedMark) (last *detailed) {
	if one.Former {
		return nil
	}
	for _, known := range [...][]detailed{r.known[one.Mark.Enrolment], r.ofStudent[one.Student.Student]} {
		for i := range known {
			if known[i].On(one.Date) && (last == nil || known[i].MadeAt.After(last.MadeAt)) {
				last = &known[i]
			}
		}
	}
	return last
}
