package office

import (
	"slices"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/office"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// trayMost limits the collected students, because an address contains them all.
const trayMost = 300

// readTray reads the collected students, each once (visit.Check).
func (f *Finds) readTray(found *search) {
	v := found.sheet.Visit
	texts := slices.Clone(v.Request().Form["tray"])
	ids, err := visit.EnrolmentsOf(slices.DeleteFunc(texts, func(text string) bool { return text == paths.EmptyTray }))
	if err != nil {
		v.Check(roll.Problem(roll.Malformed, "problem.what.400").Because(err))
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) > trayMost {
		found.problem = roll.Problem(roll.Meaningless, "find.problem.tray", "Limit", trayMost)
		ids = ids[:trayMost]
	}
	if len(ids) == 0 {
		return
	}
	tray := *found.sheet
	tray.Roster = roll.Roster{Class: roll.Class{ID: roll.ManyClasses}}
	for _, student := range v.Listed(found.sheet.Date).Students {
		if at, wanted := slices.BinarySearch(ids, student.ID); wanted {
			ids = slices.Delete(ids, at, at+1)
			tray.Roster.Rows = append(tray.Roster.Rows, student)
		}
	}
	found.tray = &tray
	v.Check(f.sheets.ReadMarks(found.tray))
}

// lists reports whether the page has the form of the tray. While a student is open it has that of the student.
func (s *search) lists() bool { return s.tray != nil && len(s.tray.Roster.Rows) > 0 && s.openAt() < 0 }

// openAt returns the place of the open student among those found, or -1.
func (s *search) openAt() int {
	return slices.IndexFunc(s.sheet.Roster.Rows, func(one roll.Enrolment) bool { return one.ID == s.open })
}

// showTray adds the tray to the page. Students leave it once they are saved.
func (f *Finds) showTray(view *office.FindView, found *search) {
	if found.tray == nil {
		return
	}
	for _, student := range found.tray.Roster.Rows {
		result := f.result(found, found.tray, student)
		result.InTray = !found.made(result.Cell.Save) || !result.Cell.Outcome.ClearsTick() ||
			result.Cell.Outcome == roll.Conflict
		if result.InTray {
			view.Tray = append(view.Tray, student.ID)
		}
		view.Collected = append(view.Collected, result)
	}
	for i := range view.Results {
		view.Results[i].InTray = slices.Contains(view.Tray, view.Results[i].Enrolment)
	}
	if found.lists() {
		view.Collecting = f.newForm(found)
		if found.save != "" {
			view.Collecting.Result = f.collected(found)
		}
	}
}

// collected describes the outcome of the tray's save in a line.
func (f *Finds) collected(found *search) string {
	words := found.sheet.Visit.Words
	summary := f.sheets.Summary(found.tray, found.saves)
	var texts []string
	for _, saved := range summary.Saved {
		texts = append(texts, words.Text("find.saved_at", "Count", words.Number(saved.Students), "Status", saved.Status,
			"Clock", summary.Clock))
	}
	if need := len(summary.Need); need > 0 {
		texts = append(texts, words.Count("roll.count_need", need))
	}
	if summary.UnderWay > 0 {
		texts = append(texts, summary.Held.Count(words, summary.UnderWay))
	}
	return strings.Join(texts, " ")
}

// lookAt shows the open student without a search (visit.Check). She is not in the tray.
func (f *Finds) lookAt(found *search) {
	v := found.sheet.Visit
	everybody := v.Listed(found.sheet.Date).Students
	at := slices.IndexFunc(everybody, func(one roll.Enrolment) bool { return one.ID == found.open })
	if at < 0 {
		return
	}
	found.sheet.Roster.Rows, found.all, found.alone = everybody[at:at+1], 1, true
	v.Check(f.sheets.ReadMarks(found.sheet))
}

// opened returns the query of the page of the open student after a press for her alone, who leaves the tray.
func (s *search) opened() paths.FindQuery {
	query := s.query()
	query.Open = s.open.String()
	query.Tray = slices.DeleteFunc(query.Tray, func(listed string) bool { return listed == query.Open })
	if s.tray != nil && len(query.Tray) == 0 {
		query.Tray = []string{paths.EmptyTray}
	}
	return query
}
