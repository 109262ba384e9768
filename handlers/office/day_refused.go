package office

import (
	"slices"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/office"
)

// refusedTaps returns the taps that Rollbook refused, grouped by class, day and reason.
func (d *Days) refusedTaps(v *visit.Visit) ([]office.RefusedTaps, error) {
	taps, err := d.store.RefusedTaps(v.Ctx, v.School.ID)
	if err != nil || len(taps) == 0 {
		return nil, err
	}
	var groups []office.RefusedTaps
	for _, tap := range taps {
		last := len(groups) - 1
		if last < 0 || groups[last].Class != tap.Class || groups[last].Date != tap.Date || groups[last].Reason != tap.Reason || (groups[last].Status != "") != (tap.Status != "") {
			groups = append(groups, office.RefusedTaps{RefusedMark: tap})
			last++
		}
		group := &groups[last]
		group.Students = append(group.Students, office.TappedStudent{Name: naming.StudentName(v.Words, tap.Student), Status: tap.Status, Clock: v.ClockOf(tap.TappedAt)})
		if !slices.Contains(group.Presses, tap.Press) {
			group.Presses = append(group.Presses, tap.Press)
		}
	}
	return groups, nil
}

// SeeRefused removes the refused taps of the form from the list.
func (d *Days) SeeRefused(v *visit.Visit) error {
	presses := v.Request().PostForm["press"]
	if err := d.store.SeeRefusedTaps(v.Ctx, v.School.ID, presses, v.Actor().Name, v.Now()); err != nil {
		return err
	}
	return visit.GoTo(v, d.pages.Paths.Day(string(v.School.ID), ""))
}
