package office

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/web/office/boards"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Evacuation is the list of who is in the building, with a device's stored copy.
type Evacuation struct {
	pages  *visit.Pages
	boards *boards.Boards
}

// Get shows the list. A copy is a page without navigation, forms and scripts.
func (e *Evacuation) Get(v *visit.Visit) error {
	copied := v.Request().Form.Get("copy")
	now := v.Now()
	today := v.School.Today(now)
	view := &office.EvacuationView{
		Page: e.pages.WithMarks(v, e.pages.OfficePage(v, "", layout.NavClasses)), Date: today, Clock: v.ClockOf(now),
		Left: today.End(v.School.Zone).Sub(now), Question: v.Question(),
	}
	switch copied {
	case "none":
		return e.pages.Show(v, office.EvacuationNone(view))
	case "", "list":
	default:
		return roll.Problem(roll.NotFound, "problem.what.404")
	}
	e.fill(v, view)
	if copied == "" {
		return e.pages.Show(v, office.Evacuation(view))
	}
	return e.pages.Show(v, office.EvacuationCopy(view))
}

// fill reads the students of today.
func (e *Evacuation) fill(v *visit.Visit, view *office.EvacuationView) {
	// Nobody is missing from the list on a day that no school year contains.
	board := visit.Checked(e.boards.Of(v.Ctx, boards.Day{School: v.School, Date: view.Date}))(v)
	view.Groups = placesOf(v, board, view.Date)
}

// placesOf puts every student into exactly one group. Students who are on no list any more come last.
func placesOf(v *visit.Visit, board roll.Board, today roll.Date) []office.EvacuationGroup {
	clock := roll.TimeOfDay(v.Local(v.Now()).Format("15:04"))
	groups := make([]office.EvacuationGroup, len(roll.Places()))
	last := make([]roll.ClassKey, len(groups))
	for i, place := range roll.Places() {
		groups[i].Place = place
	}
	add := func(day roll.StudentDay, class, name string) {
		place := day.PlaceAt(clock)
		at := slices.Index(roll.Places(), place)
		group := &groups[at]
		if key := day.Student.InClass().Key(); group.Count == 0 || last[at] != key {
			last[at] = key
			group.Classes = append(group.Classes, office.EvacuationClass{Name: class})
		}
		into := &group.Classes[len(group.Classes)-1]
		into.Students = append(into.Students, office.EvacuationStudent{Name: name, Note: placeNote(v, day, place, today)})
		group.Count++
	}
	for _, day := range board.Students {
		add(day, naming.ClassNameOf(v.Words, day.Student), naming.NameInClass(v.Words, day.Student))
	}
	beside := func(place roll.Place, class string, student office.EvacuationStudent) {
		group := &groups[slices.Index(roll.Places(), place)]
		at := slices.IndexFunc(group.Classes, func(one office.EvacuationClass) bool { return one.Name == class })
		if at < 0 {
			at, group.Classes = len(group.Classes), append(group.Classes, office.EvacuationClass{Name: class})
		}
		group.Classes[at].Students = append(group.Classes[at].Students, student)
		group.Count++
	}
	for _, student := range board.Unnumbered {
		beside(roll.Unaccounted, naming.ClassNameOf(v.Words, student), office.EvacuationStudent{
			Name: naming.NameInClass(v.Words, student), Note: v.Words.Text("evacuation.no_number"),
		})
	}
	for _, one := range unlistedOf(v, board.Unlisted) {
		place := roll.In
		if one.Date != today {
			place = roll.Unaccounted
		}
		beside(place, one.ClassName, office.EvacuationStudent{Name: one.Name,
			Note: v.Words.Text("evacuation.unlisted", "Told", one.Told)})
	}
	for _, day := range board.Gone {
		add(day, "", v.Words.Text("story.unnamed", "Number", day.Student.ID))
	}
	return groups
}

// placeNote explains why a student is not expected in the building, or that a student without a known place has a
// mark. It has the student's movements.
func placeNote(v *visit.Visit, day roll.StudentDay, place roll.Place, today roll.Date) string {
	note := ""
	switch {
	case place == roll.Away:
		note = cmp.Or(day.Mark.Recorded(), day.Mark.Status.Name)
		if known := day.Known; known != nil {
			if note = cmp.Or(note, known.StatusName); known.WholeDay() && known.StatusName == note {
				note = naming.KnownNote(v, *known, today)
			}
		}
	case place == roll.Unaccounted && day.Mark.Version != 0:
		note = v.Words.Text("evacuation.unclear")
	}
	return strings.Trim(note+" · "+naming.MovesNote(v.Words, day.Moves), " ·")
}

// Worker serves the script that shows the copy. Its scope is only the list's own address.
func (e *Evacuation) Worker(v *visit.Visit) error {
	v.Response().Header().Set("Service-Worker-Allowed", e.pages.Paths.To(paths.Evacuation, v.School.ID))
	return v.Blob(http.StatusOK, "text/javascript; charset=utf-8", e.pages.Assets.Content("evacuation_worker.js"))
}
