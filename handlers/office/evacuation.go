package office

import (
	"net/http"
	"strings"

	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/web/edge"
	"rollbook/web/roll"
)

// Evacuation is the list of who is in the building, with a device's stored copy.
type Evacuation struct {
	pages *visit.Pages
	lists DayLists
}

// Get shows the list. A copy is a page without navigation, forms and scripts.
func (e *Evacuation) Get(v *visit.Visit) error {
	copied, err := edge.Single(v.Request().Form, "copy")
	if err != nil {
		return err
	}
	now := v.Now()
	today := v.School.Today(now)
	view := &office.EvacuationView{
		Page: e.pages.WithMarks(v, e.pages.OfficePage(v, "", layout.NavClasses)), Date: today, Clock: v.ClockOf(now), Left: today.End(v.School.Zone).Sub(now),
	}
	switch copied {
	case "none":
		return e.pages.Render(v, http.StatusOK, office.EvacuationNone(view))
	case "", "list":
	default:
		return roll.Problem(roll.NotFound, "problem.what.404")
	}
	if err := e.fill(v, view); err != nil {
		return err
	}
	if copied == "" {
		return e.pages.Render(v, http.StatusOK, office.Evacuation(view))
	}
	return e.pages.Render(v, http.StatusOK, office.EvacuationCopy(view))
}

// fill reads the students of today.
func (e *Evacuation) fill(v *visit.Visit, view *office.EvacuationView) error {
	requested := dayRequest{date: view.Date, today: view.Date}
	var err error
	if requested.periods, _, err = e.lists.rosters.Periods(v.Ctx, v.School); err != nil || len(requested.periods) == 0 {
		return err
	}
	// The people in the building are today's, even if the visitor works in another school year.
	if requested.period, err = roll.CurrentPeriod(requested.periods, requested.date); err != nil {
		return err
	}
	classes, err := e.lists.read(v, requested)
	if err != nil {
		return err
	}
	statuses, _, err := e.lists.rosters.Statuses(v.Ctx, v.School, requested.period.ID)
	if err != nil {
		// The list is shown anyway, with guessed meanings of the names.
		statuses = nil
	}
	view.Groups = placesOf(v, evidence{statuses}, classes)
	return nil
}

// evidence finds the places of students from their marks.
type evidence struct{ statuses []roll.Status }

// mark returns the student's mark. If there is none here, it returns the school system's, in the school's
// family for a status with that name.
func (e evidence) mark(row taking.DayRow) roll.Mark {
	if row.Elsewhere == "" {
		return row.Mark
	}
	mark := roll.MadeElsewhere(row.Elsewhere, row.ReadAt)
	for _, status := range e.statuses {
		if strings.EqualFold(status.Name, strings.TrimSpace(row.Elsewhere)) {
			mark.Family = status.Family
		}
	}
	return mark
}

// placesOf puts every student into exactly one group, under the first class that lists her.
func placesOf(v *visit.Visit, known evidence, classes []dayClass) []office.EvacuationGroup {
	marks := make(map[roll.StudentID][]roll.Mark)
	for _, class := range classes {
		for _, row := range class.rows {
			marks[row.Student.Student] = append(marks[row.Student.Student], known.mark(row))
		}
	}
	groups := make([]office.EvacuationGroup, len(roll.Places()))
	position := make(map[roll.Place]int)
	for i, place := range roll.Places() {
		groups[i].Place, position[place] = place, i
	}
	seen := make(map[roll.StudentID]bool)
	for _, class := range classes {
		began := make(map[roll.Place]bool)
		for _, row := range class.rows {
			all := []roll.Mark{known.mark(row)}
			if id := row.Student.Student; id != 0 {
				all = marks[id]
				if seen[id] {
					continue
				}
				seen[id] = true
			}
			place := roll.PlaceFrom(all)
			group := &groups[position[place]]
			if !began[place] {
				began[place] = true
				group.Classes = append(group.Classes, office.EvacuationClass{Name: class.class.Name})
			}
			last := &group.Classes[len(group.Classes)-1]
			last.Students = append(last.Students, office.EvacuationStudent{Name: row.Name, Note: placeNote(v, place, all)})
			group.Count++
		}
	}
	return groups
}

// placeNote explains why a student is not in the building, or that a student without a known place has a
// mark.
func placeNote(v *visit.Visit, place roll.Place, marks []roll.Mark) string {
	var newest roll.Mark
	for _, mark := range marks {
		if mark.Version != 0 && !mark.MarkedAt.Before(newest.MarkedAt) {
			newest = mark
		}
	}
	switch {
	case newest.Version == 0 || place == roll.In:
		return ""
	case place == roll.Unaccounted:
		return v.Words.Text("evacuation.unclear")
	case recordedStatus(newest) != "":
		return recordedStatus(newest)
	}
	return newest.Sent
}

// Worker serves the script that shows the copy. Its scope is only the list's own address.
func (e *Evacuation) Worker(v *visit.Visit) error {
	v.Response().Header().Set("Service-Worker-Allowed", e.pages.Paths.Evacuation(string(v.School.ID), ""))
	return v.Blob(http.StatusOK, "text/javascript; charset=utf-8", e.pages.Assets.Content("evacuation_worker.js"))
}
