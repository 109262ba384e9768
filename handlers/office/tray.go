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

// readTray reads the collected students, each once.
func (f *Finds) readTray(found *search) error {
	ids, err := visit.EnrolmentsOf(found.sheet.Visit.Request().Form["tray"])
	if err != nil {
		return roll.Problem(roll.Malformed, "problem.what.400").Because(err)
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) > trayMost {
		found.problem = roll.Problem(roll.Meaningless, "find.problem.tray", "Limit", trayMost)
		ids = ids[:trayMost]
	}
	if len(ids) == 0 {
		return nil
	}
	everybody, err := f.rosters.Roster(found.sheet.Visit.Ctx, found.sheet.Visit.School, found.sheet.Period.ID, roll.ManyClasses)
	if err != nil {
		return err
	}
	tray := *found.sheet
	tray.Roster = roll.Roster{Class: everybody.Class}
	for _, student := range everybody.Rows {
		if at, wanted := slices.BinarySearch(ids, student.ID); wanted {
			ids = slices.Delete(ids, at, at+1)
			tray.Roster.Rows = append(tray.Roster.Rows, student)
		}
	}
	found.tray = &tray
	return f.sheets.ReadMarks(found.tray)
}

// showTray adds the tray to the page.
func (f *Finds) showTray(view *office.FindView, found *search) {
	if found.tray == nil || len(found.tray.Roster.Rows) == 0 {
		return
	}
	in := make(map[roll.EnrolmentID]bool)
	for _, student := range found.tray.Roster.Rows {
		in[student.ID] = true
		view.Tray = append(view.Tray, student.ID)
		result := f.result(found, found.tray, student)
		result.InTray = found.save == "" || result.Cell.Save != found.save || !result.Cell.Outcome.ClearsTick() || result.Cell.Outcome == roll.Conflict
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
		texts = append(texts, words.Text("find.saved_at", "Count", words.Number(saved.Students), "Status", saved.Status, "Clock", summary.Clock))
	}
	if need := len(summary.Need); need > 0 {
		texts = append(texts, words.Count("roll.count_need", need))
	}
	if summary.UnderWay > 0 {
		texts = append(texts, summary.Held.Count(words, summary.UnderWay))
	}
	return strings.Join(texts, " ")
}
