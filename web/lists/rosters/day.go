package rosters

import (
	"context"
	"slices"

	"github.com/maypok86/otter/v2"

	"rollbook/web/lists/days"
	"rollbook/web/office/finder"
	"rollbook/web/roll"
)

// unitedKey identifies the list of two periods of a day. Lists in memory never change.
type unitedKey struct {
	shorter, longer *students
	// left is for a longer list that counts only if it is of other children.
	left bool
	// named are the names of the periods.
	shortest, longest string
}

// Day returns the list of the school's students on the date, of all periods that contain it. If none does, it is that
// of the nearest ones. A school without periods has an empty list.
func (r *Rosters) Day(ctx context.Context, school roll.School, date roll.Date) (days.List, error) {
	on, list, err := r.day(ctx, school, date, date)
	list.Students, list.Classes = on.all, on.classes
	return list, err
}

// Listed is Day with the present lists of the date's periods.
func (r *Rosters) Listed(ctx context.Context, school roll.School, date roll.Date) (days.List, error) {
	on, list, err := r.day(ctx, school, date, school.Today(r.clock()))
	list.Students, list.Classes = on.all, on.classes
	return list, err
}

// IsOn reports whether the period is one of those whose students make the list of the date.
func (r *Rosters) IsOn(ctx context.Context, school roll.School, period roll.PeriodID, date roll.Date) (bool, error) {
	list, err := r.Listed(ctx, school, date)
	return slices.ContainsFunc(list.Periods, func(of roll.Period) bool { return of.ID == period }), err
}

// Find returns at most most of the Listed students that match the text. It returns the errors of finder.Index.Find.
func (r *Rosters) Find(ctx context.Context, school roll.School, date roll.Date, text string,
	most int) (finder.Found, error) {
	on, _, err := r.day(ctx, school, date, school.Today(r.clock()))
	if err != nil {
		return finder.Found{}, err
	}
	return on.index().Find(text, most)
}

// day returns the students of the date's periods as they were listed at the end of the day then, and their list without
// them.
func (r *Rosters) day(ctx context.Context, school roll.School, date, then roll.Date) (*students, days.List, error) {
	list := days.List{}
	all, age, err := r.Periods(ctx, school)
	if err != nil || len(all) == 0 {
		list.Age = age
		return empty().students, list, err
	}
	periods, err := roll.NearestPeriods(all, date)
	if err != nil {
		return empty().students, list, err
	}
	var united *students
	for _, period := range periods {
		on, known, age, err := r.on(ctx, school, period.ID, then)
		if err != nil {
			return empty().students, list, err
		}
		before := united
		if united == nil {
			united, list.Age = on, age
		} else if united, err = r.unite(ctx, united, on, list.Periods, period); err != nil {
			return empty().students, list, err
		}
		if before != nil && before == united && period.Undated() {
			// It is an earlier year's list of the same children.
			continue
		}
		if list.Periods = append(list.Periods, period); !known {
			list.Unknown = append(list.Unknown, period.ID)
		}
		list.Age = older(list.Age, age)
	}
	return united, list, nil
}

// older returns the age of two lists together.
func older(one, other roll.Age) roll.Age {
	if other.ReadAt.Before(one.ReadAt) {
		one.ReadAt = other.ReadAt
	}
	if other.Stale && !one.Stale {
		one.Stale, one.Problem = true, other.Problem
	}
	one.Generation = max(one.Generation, other.Generation)
	return one
}

// unite adds to the students of the shorter periods those of a longer one who are not among them. A period without
// dates counts only if its students are others: it may be the list of an earlier year.
func (r *Rosters) unite(ctx context.Context, shorter, longer *students, named []roll.Period,
	period roll.Period) (*students, error) {
	key := unitedKey{shorter: shorter, longer: longer, left: period.Undated(), longest: period.Name}
	for _, one := range named {
		key.shortest += one.Name + "\n"
	}
	return r.united.Get(ctx, key, otter.LoaderFunc[unitedKey, *students](
		func(context.Context, unitedKey) (*students, error) {
			if key.left && days.SharesStudents(shorter.all, longer.all) {
				return shorter, nil
			}
			others := days.Others(shorter.all, longer.all)
			if len(others) == 0 {
				return shorter, nil
			}
			all := slices.Concat(shorter.all, others)
			days.NameDivisions(all, append(slices.Clip(named), period))
			return byClass(all), nil
		}))
}
