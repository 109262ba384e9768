package office

import (
	"slices"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/office"
	"rollbook/web/roll"
)

// trayMost limits the collected students, because an address contains them all.
const trayMost = 300

// readTray reads the collected students, each once (visit.Keep).
func (f *Finds) readTray(found *search) {
	v := found.sheet.Visit
	ids, err := visit.EnrolmentsOf(v.Request().Form["tray"])
	if err != nil {
		v.Keep(roll.Problem(roll.Malformed, "problem.what.400").Because(err))
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) > trayMost {
		found.problem = roll.Problem(roll.Meaningless, "find.problem.tray", "Limit", trayMost)
		ids = ids[:trayMost]
	}
	if len(ids) == 0 {
		return
	}
	tray, everybody := *found.sheet, v.Roster(found.sheet.Period.ID, roll.ManyClasses)
	tray.Roster = roll.Roster{Class: everybody.Class}
	for _, student := range everybody.Rows {
		if at, wanted := slices.BinarySearch(ids, student.ID); wanted {
			ids = slices.Delete(ids, at, at+1)
			tray.Roster.Rows = append(tray.Roster.Rows, student)
		}
	}
	found.tray = &tray
	v.Keep(f.sheets.ReadMarks(found.tray))
}

// showTray adds the tray to the page.
func (f *Finds) showTray(view *office.FindView, found *search) {
	if found.tray == nil || len(found.tray.Roster.Rows) == 0 {
		return
	}
	in := make(map[roll.EnrolmentID]bool)
	for _, student := range found.tray.Roster.Rows {
		in[student.ID] = true
		result := f.result(found, found.tray, student)
		result.InTray = found.save == "" || result.Cell.Save != found.save || !result.Cell.Outcome.ClearsTick() ||
			result.Cell.Outcome == roll.Conflict
		if result.InTray {
			view.Tray = append(view.Tray, student.ID)
		}
		view.Collected = append(view.Collected, result)
	}
	// A student has one cell on the page: that of the tray.
	view.Results = slices.DeleteFunc(view.Results, func(result office.FindResult) bool { return in[result.Enrolment] })
	view.Collecting = f.newForm(found)
	if found.save != "" {
		view.Collecting.Result = f.collected(found)
	}
}

// collected describes the outcome of the tray's save in a line.
func (f *Finds) collected(found *search) string {
	words := found.sheet.Visit.Words
	summary := f.sheets.Summary(found.tray, []roll.Token{found.save})
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

// lookAt shows one student without a search: the student to open, or the only one in the tray
// (visit.Keep).
func (f *Finds) lookAt(found *search) {
	v, open := found.sheet.Visit, found.open
	found.open = 0
	if tray := found.tray; open == 0 && tray != nil && len(tray.Roster.Rows) == 1 {
		open = tray.Roster.Rows[0].ID
	}
	if open == 0 || found.tray != nil && len(found.tray.Roster.Rows) > 1 {
		return
	}
	everybody := v.Roster(found.sheet.Period.ID, roll.ManyClasses)
	at := slices.IndexFunc(everybody.Rows, func(one roll.Enrolment) bool { return one.ID == open })
	if at < 0 {
		return
	}
	found.sheet.Roster.Rows, found.all = everybody.Rows[at:at+1], 1
	found.open, found.alone = open, true
	v.Keep(f.sheets.ReadMarks(found.sheet))
}

// showAlone keeps the open student on the list, so that the next one joins, until the mark is saved.
func showAlone(view *office.FindView, found *search) {
	view.Opened, view.Searched, view.Alone = found.open.String(), true, true
	if cell := view.Results[0].Cell; found.save == "" || cell.Save != found.save || !cell.Outcome.ClearsTick() {
		view.Tray, view.Results[0].InTray = []roll.EnrolmentID{found.open}, true
	}
}

// openAnother opens the first found student who is not in the tray, if none was requested.
func (s *search) openAnother() {
	if s.tray == nil || s.sheet.Visit.Request().Form.Get("open") != "" {
		return
	}
	for _, student := range s.sheet.Roster.Rows {
		if !slices.ContainsFunc(s.tray.Roster.Rows, func(listed roll.Enrolment) bool { return listed.ID == student.ID }) {
			s.open = student.ID
			return
		}
	}
}
