package visit

import (
	"rollbook/web"
	"rollbook/web/roll"
)

// Query is which roll an address or a form names.
type Query struct {
	Period roll.PeriodID
	Class  roll.ClassID
	Date   roll.Date
}

// QueryOf reads period, class and date; the date is the school's today when absent, and
// beside roll.ErrDate.
func (s *Shell) QueryOf(v *Visit) (Query, error) {
	values := v.Request().Form
	period, err := web.Single(values, "period")
	if err != nil {
		return Query{}, err
	}
	class, err := web.Single(values, "class")
	if err != nil {
		return Query{}, err
	}
	date, err := web.Single(values, "date")
	if err != nil {
		return Query{}, err
	}
	if roll.ClassID(class) == roll.ManyClasses {
		return Query{}, roll.Problem(roll.NotFound, "problem.what.404")
	}
	asked := Query{Period: roll.PeriodID(period), Class: roll.ClassID(class), Date: v.School.Today(s.Clock())}
	if date != "" {
		named, err := roll.ParseDate(date)
		if err != nil {
			return asked, roll.Problem(roll.Malformed, "roll.problem.no_such_date").Because(err)
		}
		asked.Date = named
	}
	return asked, nil
}
