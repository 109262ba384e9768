package office

import (
	"rollbook/handlers/visit"
	"rollbook/views/office"
	"rollbook/web/office/boards"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// checksOf counts the classes whose new lists are right and lists the answers that others are not, the first given
// first. A class is right if a teacher says so and none says otherwise.
func checksOf(v *visit.Visit, all []roll.ClassCheck) (checks office.ClassChecks) {
	right := make(map[roll.ClassKey]bool)
	for _, one := range all {
		class := roll.ClassKey{Period: one.Period, Class: one.Class}
		before, known := right[class]
		right[class] = one.Answer == roll.ClassRight && (before || !known)
		if one.Answer != roll.ClassRight {
			checks.Against = append(checks.Against, office.DayCheck{ClassCheck: one, Told: v.Words.Text("day.unlisted_by",
				"By", visit.Byline(v.Words, one.By), "Clock", v.DayAndClock(one.At, v.Today()))})
		}
	}
	for _, agreed := range right {
		if agreed {
			checks.Right++
		}
	}
	return checks
}

// AskAgain takes an answer from the board after the office has looked at the list, and lets the roll ask again.
func (d *Days) AskAgain(v *visit.Visit) error {
	form := v.Request().PostForm
	day, class := boards.Day{School: v.School, Date: v.Today()}, roll.ClassID(form.Get("class"))
	err := d.boards.AskAgain(v.Ctx, day, roll.PeriodID(form.Get("period")), class, roll.PersonID(form.Get("person")))
	return visit.After(v, err, d.pages.Paths.To(paths.Day, v.School.ID), "", d.Get)
}
