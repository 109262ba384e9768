package office

import (
	"encoding/json"
	"slices"

	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/web/identity/auth"
	"rollbook/web/language"
	"rollbook/web/office/absences"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// HistoryPage is the page of all changes of a student's mark on a date.
type HistoryPage struct {
	pages *visit.Pages
	store *store.Store
	// absences has the movements' reasons.
	absences *absences.Absences
}

// Get shows the changes of a student's mark on a date.
func (h *HistoryPage) Get(v *visit.Visit) error {
	enrolment, date, err := h.requested(v)
	if err != nil {
		return err
	}
	entries := visit.Checked(h.store.History(v.Ctx, v.School.ID, enrolment, date))(v)
	period := visit.Checked(h.periodOf(v, entries, date))(v)
	names := naming.NamesOf(v, period)
	student, listed := names.Students[enrolment]
	if !listed && len(entries) == 0 {
		v.Check(roll.Problem(roll.NotFound, "problem.what.404"))
	}
	if err := v.Failed(); err != nil {
		return err
	}
	school, number := string(v.School.ID), enrolment.String()
	view := &office.HistoryView{
		Page: h.pages.Page(v, "", layout.NavStudents), Student: names.Of(enrolment, student.Student),
		Class: roll.Class{ID: student.Class, Name: naming.ClassNameOf(v.Words, student)}, Period: period, Date: date,
	}
	if listed && v.May(auth.CorrectPast) {
		view.Days = h.pages.Paths.To(paths.Days, school, number)
	}
	if len(entries) > 0 && entries[0].Save.Class != roll.ManyClasses {
		view.Class = roll.Class{ID: entries[0].Save.Class, Name: naming.SavedFor(v, entries[0].Save)}
	}
	if listed && v.May(auth.Export) {
		view.Month = h.pages.Paths.To(paths.StudentMonth, school, number, period, date[:len("2006-01")])
	}
	if v.May(auth.ManageSchool) && !enrolment.Erased() {
		view.Data = h.pages.Paths.To(paths.StudentData, school, number)
	}
	changes := visit.Checked(h.store.ChangesElsewhere(v.Ctx, v.School.ID, enrolment, date))(v)
	moves := visit.Checked(h.store.MovementsOn(v.Ctx, 0, v.School.ID, v.School.Generation, date))(v)
	view.Moves, view.Entries = movementLines(v, h.absences, moves[enrolment], date), h.entries(v, entries, changes, date)
	if visit.ByScript(v) {
		return h.pages.Show(v, office.HistoryEntries(view))
	}
	return h.pages.Show(v, office.History(view))
}

// requested parses the requested student and date, by default today. For a teacher the limits of dates are those
// of rolls.
func (h *HistoryPage) requested(v *visit.Visit) (roll.EnrolmentID, roll.Date, error) {
	enrolment, err := v.Enrolment()
	if err != nil {
		return 0, "", err
	}
	text := v.Request().Form.Get("date")
	today := v.Today()
	if text == "" {
		return enrolment, today, nil
	}
	date, err := roll.ParseDate(text)
	if err != nil {
		return 0, "", roll.Problem(roll.Malformed, "problem.what.400").Because(err)
	}
	if !v.May(auth.CorrectPast) {
		err = taking.MayLook(v, date, today)
	}
	return enrolment, date, err
}

// periodOf returns the period of the newest entry, or the one that the person works in.
func (h *HistoryPage) periodOf(v *visit.Visit, entries []roll.Entry, date roll.Date) (roll.PeriodID, error) {
	if len(entries) > 0 {
		return entries[0].Save.Period, nil
	}
	period, err := naming.PeriodNear(v, date)
	return period.ID, err
}

// entries returns the marks and the changes found in the school system, the newest first. The status before a
// mark is that of the previous mark.
func (h *HistoryPage) entries(v *visit.Visit, marks []roll.Entry, changes []roll.ChangeElsewhere,
	date roll.Date) []office.HistoryEntry {
	if len(marks) == 0 {
		return nil
	}
	read := &taking.Sheet{Visit: v, Statuses: v.Statuses(marks[0].Save.Period)}
	var entries []office.HistoryEntry
	for i, mark := range marks {
		for len(changes) > 0 && changes[0].FoundAt.After(mark.Save.AcceptedAt) {
			entries = append(entries, changeEntry(read, changes[0], date))
			changes = changes[1:]
		}
		entry := historyEntry(read, mark, date)
		if i+1 < len(marks) {
			earlier := marks[i+1].Save
			before := looksOf(read, earlier.Status)
			entry.From = &before
			entry.Repeats = earlier.Same(mark.Save.Intent)
		}
		entries = append(entries, entry)
	}
	return entries
}

// changeEntry returns the entry of a change in the school system.
func changeEntry(s *taking.Sheet, change roll.ChangeElsewhere, date roll.Date) office.HistoryEntry {
	before := statusNamed(s, change.Was)
	return office.HistoryEntry{
		Elsewhere: true, By: s.Visit.Words.Text("roll.by_school_system"),
		Observed: s.Visit.DayAndClock(change.FoundAt, date), From: &before, To: statusNamed(s, change.Status),
	}
}

// statusNamed returns a status with only a name, with its look.
func statusNamed(s *taking.Sheet, name string) roll.Status {
	status := roll.Status{Name: name}
	status.Family, status.Letter = s.Chip(roll.Mark{Returned: name})
	return status
}

func historyEntry(s *taking.Sheet, mark roll.Entry, date roll.Date) office.HistoryEntry {
	v, save := s.Visit, mark.Save
	entry := office.HistoryEntry{
		By: visit.Byline(v.Words, save.By), Observed: v.DayAndClock(save.AcceptedAt, date), To: looksOf(s, save.Status),
		Time: naming.WallTime(v, save.Observed), Save: save.Token,
		Cell: s.StoryCell(save, roll.StoryMark{Version: mark.Version, Outcome: mark.Outcome, Returned: mark.Returned,
			AnsweredAt: mark.AnsweredAt}),
	}
	if save.By.Taps() {
		entry.Arrived, entry.Observed, entry.Time = entry.Observed, entry.Time, ""
	}
	if v.May(auth.CorrectPast) {
		entry.Reason = save.Reason
	}
	if v.May(auth.SeeReasons) {
		entry.Remarks = remarksOf(mark.Remarks)
	}
	if mark.Outcome.Returned() {
		entry.Recorded = v.DayAndClock(mark.AnsweredAt, date)
	}
	return entry
}

// remarksOf parses the other returned fields: texts unchanged, anything else as JSON.
func remarksOf(text string) []office.Remark {
	var members map[string]json.RawMessage
	if text == "" || json.Unmarshal([]byte(text), &members) != nil {
		return nil
	}
	shortened, leftOut := namesIn(members["shortened"]), namesIn(members["leftOut"])
	var remarks []office.Remark
	for _, known := range []struct {
		member string
		key    language.Key
	}{
		{"checkIn", "history.remark.check_in"}, {"checkOut", "history.remark.check_out"},
		{"comments", "history.remark.comments"},
	} {
		value, listed := members[known.member]
		remark := office.Remark{Key: known.key, Shortened: slices.Contains(shortened, known.member),
			LeftOut: slices.Contains(leftOut, known.member)}
		if !listed && !remark.LeftOut {
			continue
		}
		if json.Unmarshal(value, &remark.Value) != nil {
			remark.Value = string(value)
		}
		remarks = append(remarks, remark)
	}
	return remarks
}

// namesIn parses a list of names. It returns none for an unreadable list.
func namesIn(list json.RawMessage) []string {
	var names []string
	if json.Unmarshal(list, &names) != nil {
		return nil
	}
	return names
}

// looksOf returns the status with its present letter. A removed status gets the first letter of its name.
func looksOf(s *taking.Sheet, status roll.Status) roll.Status {
	for _, known := range s.Statuses {
		if known.ID == status.ID {
			status.Letter = known.Letter
		}
	}
	if runes := []rune(status.Name); status.Letter == "" && len(runes) > 0 {
		status.Letter = string(runes[0])
	}
	return status
}
