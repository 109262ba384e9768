package desk

import (
	"hash/fnv"
	"slices"

	"rollbook/handlers/visit"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
)

// inPeriods divides a press for students of several classes into one for each period that lists them. The first one has
// the press's own token.
func inPeriods(v *visit.Visit, press submission.Press) ([]submission.Press, error) {
	if press.Class != roll.ManyClasses || press.Generation < v.School.Connected {
		return []submission.Press{press}, nil
	}
	list := v.Listed(press.Date)
	if err := v.Failed(); err != nil || len(list.Periods) < 2 {
		return []submission.Press{press}, err
	}
	of := make(map[roll.EnrolmentID]roll.PeriodID, len(list.Students))
	for i := range list.Students {
		of[list.Students[i].ID] = list.Students[i].Period
	}
	var presses []submission.Press
	for _, period := range list.Periods {
		elsewhere := func(student roll.EnrolmentID) bool {
			own, listed := of[student]
			return listed && own != period.ID || !listed && press.Period != period.ID
		}
		one := press
		one.Period, one.Enrolments = period.ID, slices.DeleteFunc(slices.Clone(press.Enrolments), elsewhere)
		one.Known = nil
		if len(presses) > 0 {
			one.Save = TokenIn(v, press.Save, press.Generation, period.ID)
		}
		for _, part := range press.Known {
			part.Enrolments = slices.DeleteFunc(slices.Clone(part.Enrolments), elsewhere)
			if len(presses) > 0 {
				part.Save = v.TokenBeside(one.Save, press.Generation, int64(part.Status))
			}
			if len(part.Enrolments) > 0 {
				one.Known = append(one.Known, part)
			}
		}
		if len(one.Enrolments) > 0 || len(one.Known) > 0 {
			presses = append(presses, one)
		}
	}
	if len(presses) == 0 {
		return []submission.Press{press}, nil
	}
	return presses, nil
}

// SavesOf returns the tokens that the saves of a press for students of several classes may have.
func SavesOf(v *visit.Visit, press roll.Token, date roll.Date) []roll.Token {
	saves := []roll.Token{press}
	generation, err := v.Generation(press)
	if err != nil {
		return saves
	}
	periods, err := roll.PeriodsOf(v.Periods(), date)
	if err != nil || len(periods) < 2 {
		return saves
	}
	for _, period := range periods {
		saves = append(saves, TokenIn(v, press, generation, period.ID))
	}
	return saves
}

// TokenIn returns the token of the press's save for students of the period.
func TokenIn(v *visit.Visit, press roll.Token, generation int64, period roll.PeriodID) roll.Token {
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(period)) // It never fails.
	return v.TokenBeside(press, generation, int64(sum.Sum64()))
}
