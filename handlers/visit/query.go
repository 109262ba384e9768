package visit

import (
	"errors"
	"slices"
	"strconv"

	"rollbook/web/edge"
	"rollbook/web/roll"
)

// Query identifies a roll by the fields of an address or a form.
type Query struct {
	Period roll.PeriodID
	Class  roll.ClassID
	Date   roll.Date
}

// Query parses period, class and date. The date is the school's today when it is missing, and with
// roll.ErrDate.
func (v *Visit) Query() (Query, error) {
	form := v.Request().Form
	if err := edge.Once(form, "period", "class", "date"); err != nil {
		return Query{}, err
	}
	requested := Query{Period: roll.PeriodID(form.Get("period")), Class: roll.ClassID(form.Get("class")), Date: v.Today()}
	date := form.Get("date")
	if requested.Class == roll.ManyClasses {
		return Query{}, roll.Problem(roll.NotFound, "problem.what.404")
	}
	if date != "" {
		named, err := roll.ParseDate(date)
		if err != nil {
			return requested, roll.Problem(roll.Malformed, "roll.problem.no_such_date").Because(err)
		}
		requested.Date = named
	}
	return requested, nil
}

// otherDay returns the day that the address or the form names, or "" if that is today or no day.
func (v *Visit) otherDay() roll.Date {
	requested, err := v.Query()
	if err != nil || requested.Date == v.Today() {
		return ""
	}
	return requested.Date
}

// Said returns the finished action that the address names, if it is one of these, and otherwise "".
func (v *Visit) Said(actions ...string) string {
	if said := v.QueryParam("said"); slices.Contains(actions, said) {
		return said
	}
	return ""
}

// PageGeneration returns the school's generation of the requesting page, from the field of that name, by
// default the first.
func (v *Visit) PageGeneration() int64 {
	generation, err := strconv.ParseInt(v.QueryParam("generation"), 10, 64)
	if err != nil || generation < 1 {
		return 1
	}
	return min(generation, v.School.Generation)
}

// OfThisGeneration returns roll.Stale when numbers may mean other students than on the requesting page, which
// must be opened again.
func (v *Visit) OfThisGeneration() error {
	if v.PageGeneration() < v.School.Generation {
		return roll.Problem(roll.Stale, "problem.what.409")
	}
	return nil
}

// Enrolment returns the enrolment of the address, or roll.NotFound.
func (v *Visit) Enrolment() (roll.EnrolmentID, error) {
	enrolment, err := roll.ParseEnrolmentID(v.Param("enrolment"))
	if err != nil {
		return 0, roll.Problem(roll.NotFound, "problem.what.404").Because(err)
	}
	return enrolment, nil
}

// EnrolmentsOf parses the enrolments of a form. With an error it returns the readable ones.
func EnrolmentsOf(texts []string) ([]roll.EnrolmentID, error) {
	ids := make([]roll.EnrolmentID, 0, len(texts))
	var failures []error
	for _, text := range texts {
		id, err := roll.ParseEnrolmentID(text)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		ids = append(ids, id)
	}
	return ids, errors.Join(failures...)
}

// StatusIDOf parses the status of a form, 0 for none.
func StatusIDOf(text string) (roll.StatusID, error) {
	if text == "" {
		return 0, nil
	}
	return roll.ParseStatusID(text)
}
