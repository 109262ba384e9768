package absences

import (
	"slices"
	"strings"
	"time"

	"rollbook/handlers/visit"
	views "rollbook/views/absences"
	"rollbook/web/roll"
)

// linesOnOnePage limits the absences of other days than today on one page. More are shown month by month.
const linesOnOnePage = 60

// monthOf returns the month in which an absence begins, such as 2026-11, or the present one if it has begun.
func (r *absenceRead) monthOf(known *roll.KnownAbsence) string {
	return string(max(known.From, r.sheet.Today))[:len("2026-11")]
}

// turn drops the absences that are neither of today nor of the month in the address, and returns the links to the
// months with the others. By default it is the month of the absences that were kept just now, or else the first one.
func (r *absenceRead) turn(v *visit.Visit, kept roll.Token) (at views.Months) {
	var months []string
	others, shown := 0, ""
	for i := range r.known {
		if r.known[i].On(r.sheet.Today) {
			continue
		}
		others++
		months = append(months, r.monthOf(&r.known[i]))
		if kept != "" && shown == "" && strings.HasPrefix(string(r.known[i].ID), string(kept)+".") {
			shown = months[len(months)-1]
		}
	}
	if others <= linesOnOnePage {
		return at
	}
	slices.Sort(months)
	months = slices.Compact(months)
	if asked := v.Request().Form.Get("month"); slices.Contains(months, asked) {
		shown = asked
	}
	place := max(0, slices.Index(months, shown))
	shown = months[place]
	r.known = slices.DeleteFunc(r.known, func(known roll.KnownAbsence) bool {
		return !known.On(r.sheet.Today) && r.monthOf(&known) != shown
	})
	if place > 0 {
		at.Before = months[place-1]
	}
	if place+1 < len(months) {
		at.Next = months[place+1]
	}
	first := visit.Checked(roll.ParseDate(shown + "-01"))(v)
	at.Title = v.Words.Month(first.Noon(time.UTC))
	return at
}
