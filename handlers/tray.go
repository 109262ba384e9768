package handlers

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"rollbook/views"
	"rollbook/views/part"
	"rollbook/web/roll"
	"rollbook/web/saving"
)

// trayMost is how many students can be collected: an address holds them all.
const trayMost = 300

// readTray reads who is collected, each once.
func (f *finds) readTray(found *sought) error {
	ids, err := enrolmentsOf(found.visit.Request().Form["tray"])
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
	everybody, err := f.rosters.Roster(found.visit.ctx, found.visit.school, found.period.ID, roll.ManyClasses)
	if err != nil {
		return err
	}
	tray := *found.sheet
	tray.roster = roll.Roster{Class: everybody.Class}
	for _, student := range everybody.Rows {
		if at, wanted := slices.BinarySearch(ids, student.ID); wanted {
			ids = slices.Delete(ids, at, at+1)
			tray.roster.Rows = append(tray.roster.Rows, student)
		}
	}
	found.tray = &tray
	return f.readMarks(found.tray)
}

// showTray adds the tray to the page.
func (f *finds) showTray(view *views.FindView, found *sought) {
	if found.tray == nil || len(found.tray.roster.Rows) == 0 {
		return
	}
	v := found.visit
	in := make(map[roll.EnrolmentID]bool)
	for _, student := range found.tray.roster.Rows {
		in[student.ID] = true
		view.Tray = append(view.Tray, student.ID)
		result := f.result(found, found.tray, student)
		result.InTray = found.save == "" || result.Cell.Save != found.save || !result.Cell.Outcome.ClearsTick()
		view.Collected = append(view.Collected, result)
	}
	// A student has one cell on the page: that of the tray.
	view.Results = slices.DeleteFunc(view.Results, func(result views.FindResult) bool { return in[result.Enrolment] })
	view.Collecting = &views.FindForm{
		Save: f.tokens.New(v.person.ID), Period: found.period.ID, Date: found.date, Statuses: found.statuses,
		Time: v.local(f.clock()).Format("15:04"), Past: found.date != found.today,
	}
	if found.save != "" {
		view.Collecting.Said = f.collected(found)
	}
}

// collected is what became of the tray's save, in a line.
func (f *finds) collected(found *sought) string {
	words := found.visit.words
	summary := f.summary(found.tray, []roll.Token{found.save})
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

// postTray marks those of the tray who are ticked, of whichever classes, in one save.
func (f *finds) postTray(v *visit) error {
	asked, err := f.queryOf(v)
	if err != nil {
		return err
	}
	asked.class = roll.ManyClasses
	press, accepted, err := f.keep(v, asked)
	if err != nil {
		return f.refuseTray(v, press, err)
	}
	if err := f.saving.Await(v.ctx, v.connection, v.school, accepted); err != nil {
		return err
	}
	found, err := f.seek(v)
	if err != nil {
		return err
	}
	found.save = accepted[0].Save.Token
	if !anyKept(accepted) {
		return f.show(v, http.StatusConflict, f.view(found))
	}
	query := found.query()
	query.Save = string(found.save)
	return goTo(v, f.paths.Find(string(v.school.ID), query))
}

// refuseTray shows what is wrong with a press beside the tray, with everything that was
// entered.
func (f *finds) refuseTray(v *visit, press saving.Press, cause error) error {
	status, summary := f.refusal(v, cause)
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
	form.Problem, form.Reason, form.Save = problemText(v, summary), press.Reason, f.nextToken(v, press.Save, status)
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
func problemText(v *visit, summary part.Summary) string {
	if summary.ProblemText != "" {
		return summary.ProblemText
	}
	return v.words.Text("roll.problem." + string(summary.Problem))
}
