package visit

import (
	"strconv"

	"rollbook/web/edge"
	"rollbook/web/roll"
)

// Query names a roll, as an address or a form does.
type Query struct {
	Period roll.PeriodID
	Class  roll.ClassID
	Date   roll.Date
}

// QueryOf reads period, class and date; the date is the school's today when absent, and
// beside roll.ErrDate.
func (s *Shell) QueryOf(v *Visit) (Query, error) {
	fields := edge.FieldsOf(v.Request().Form)
	asked := Query{Period: roll.PeriodID(fields.Text("period")), Class: roll.ClassID(fields.Text("class")), Date: v.School.Today(s.Clock())}
	date := fields.Text("date")
	if err := fields.Err(); err != nil {
		return Query{}, err
	}
	if asked.Class == roll.ManyClasses {
		return Query{}, roll.Problem(roll.NotFound, "problem.what.404")
	}
	if date != "" {
		named, err := roll.ParseDate(date)
		if err != nil {
			return asked, roll.Problem(roll.Malformed, "roll.problem.no_such_date").Because(err)
		}
		asked.Date = named
	}
	return asked, nil
}

// PageGeneration returns the school's generation of the page that asks, by the field of that name: the first where
// it names none.
func (v *Visit) PageGeneration() int64 {
	generation, err := strconv.ParseInt(v.QueryParam("generation"), 10, 64)
	if err != nil || generation < 1 {
		return 1
	}
	return min(generation, v.School.Generation)
}

// OfThisGeneration returns a roll.Stale where the numbers may name others than on the page that asks, which is to
// be opened anew.
func (v *Visit) OfThisGeneration() error {
	if v.PageGeneration() < v.School.Generation {
		return roll.Problem(roll.Stale, "problem.what.409")
	}
	return nil
}
