package office

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/views"
	"rollbook/views/part"
	"rollbook/web/roll"
	"rollbook/web/saving"
)

// trayMost is how many students can be collected: an address holds them all.
const trayMost = 300

// readTray reads who is collected, each once.
func (f *Finds) readTray(found *sought) error {
	ids, err := visit.EnrolmentsOf(found.Visit.Request().Form["tray"])
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
	everybody, err := f.Rosters.Roster(found.Visit.Ctx, found.Visit.School, found.Period.ID, roll.ManyClasses)
	if err != nil {
		return err
	}
	tray := *found.Sheet
	tray.Roster = roll.Roster{Class: everybody.Class}
	for _, student := range everybody.Rows {
		if at, wanted := slices.BinarySearch(ids, student.ID); wanted {
			ids = slices.Delete(ids, at, at+1)
			tray.Roster.Rows = append(tray.Roster.Rows, student)
		}
	}
	found.tray = &tray
	return f.ReadMarks(found.tray)
}

// showTray adds the tray to the page.
func (f *Finds) showTray(view *views.FindView, found *sought) {
	if found.tray == nil || len(found.tray.Roster.Rows) == 0 {
		return
	}
	v := found.Visit
	in := make(map[roll.EnrolmentID]bool)
	for _, student := range found.tray.Roster.Rows {
		in[student.ID] = true
		view.Tray = append(view.Tray, student.ID)
		result := f.result(found, found.tray, student)
		result.InTray = found.save == "" || result.Cell.Save != found.save || !result.Cell.Outcome.ClearsTick()
		view.Collected = append(view.Collected, result)
	}
	// A student has one cell on the page: that of the tray.
	view.Results = slices.DeleteFunc(view.Results, func(result views.FindResult) bool { return in[result.Enrolment] })
	view.Collecting = &views.FindForm{
		Save: f.Tokens.New(v.Person.ID), Period: found.Period.ID, Date: found.Date, Statuses: found.Statuses,
		Time: v.Local(f.Clock()).Format("15:04"), Past: found.Date != found.Today,
	}
	if found.save != "" {
		view.Collecting.Said = f.collected(found)
	}
}

// collected is what became of the tray's save, in a line.
func (f *Finds) collected(found *sought) string {
	words := found.Visit.Words
	summary := f.Summary(found.tray, []roll.Token{found.save})
	var texts []string
	for _, saved := range summary.Saved {
		texts = append(texts, words.Text("roll.saved", "Count", words.Number(saved.Students), "Status", saved.Status, "Clock", summary.Clock)+".")
	}
	if need := len(summary.Need); need > 0 {
		texts = append(texts, words.Count("roll.count_need", need))
	}
	if summary.UnderWay > 0 {
		texts = append(texts, summary.Held.Count(words, summary.UnderWay))
	}
	return strings.Join(texts, " ")
}

// PostTray marks those of the tray who are ticked, of whichever classes, in one save.
func (f *Finds) PostTray(v *visit.Visit) error {
	asked, err := f.QueryOf(v)
	if err != nil {
		return err
	}
	asked.Class = roll.ManyClasses
	press, accepted, err := f.Keep(v, asked)
	if err != nil {
		return f.refuseTray(v, press, err)
	}
	if err := f.Saving.Await(v.Ctx, v.Connection, v.School, accepted); err != nil {
		return err
	}
	found, err := f.seek(v)
	if err != nil {
		return err
	}
	found.save = accepted[0].Save.Token
	if !taking.AnyKept(accepted) {
		return f.show(v, http.StatusConflict, f.view(found))
	}
	query := found.query()
	query.Save = string(found.save)
	return visit.GoTo(v, f.Paths.Find(string(v.School.ID), query))
}

// refuseTray shows what is wrong with a press beside the tray, with everything that was
// entered.
func (f *Finds) refuseTray(v *visit.Visit, press saving.Press, cause error) error {
	status, summary := f.Refusal(v, cause)
	if status >= http.StatusInternalServerError && roll.KindOf(cause) != roll.Unkept || status == http.StatusNotFound {
		return cause
	}
	found, err := f.seek(v)
	if err != nil {
		return errors.Join(cause, err)
	}
	view := f.view(found)
	if view.Collecting == nil {
		view.Problem = problemText(v, summary)
		return f.show(v, status, view)
	}
	form := view.Collecting
	form.Problem, form.Reason, form.Save = problemText(v, summary), press.Reason, f.NextToken(v, press.Save, status)
	form.Closed = summary.Closed
	if press.Time != "" {
		form.Time = press.Time
	}
	for i := range view.Collected {
		view.Collected[i].InTray = slices.Contains(press.Enrolments, view.Collected[i].Enrolment)
	}
	return f.show(v, status, view)
}

// problemText is why a press was not accepted.
func problemText(v *visit.Visit, summary part.Summary) string {
	if summary.ProblemText != "" {
		return summary.ProblemText
	}
	return v.Words.Text("roll.problem." + string(summary.Problem))
}
