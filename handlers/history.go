package handlers

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"rollbook/views"
	"rollbook/web"
	"rollbook/web/auth"
	"rollbook/web/roll"
)

// Histories tells every mark that was made of a student on a date.
type Histories interface {
	History(ctx context.Context, school roll.SchoolID, enrolment roll.EnrolmentID, date roll.Date) ([]roll.Entry, error)
	ChangesElsewhere(ctx context.Context, school roll.SchoolID, enrolment roll.EnrolmentID, date roll.Date) ([]roll.ChangeElsewhere, error)
}

// historyPage is the page about all that happened to a student's mark on a date.
type historyPage struct {
	*shell
	rosters ClassRosters
	store   Histories
}

func (h *historyPage) get(v *visit) error {
	enrolment, date, err := h.asked(v)
	if err != nil {
		return err
	}
	entries, err := h.store.History(v.ctx, v.school.ID, enrolment, date)
	if err != nil {
		return err
	}
	period, err := h.periodOf(v, entries, date)
	if err != nil {
		return err
	}
	names, err := namesOf(v, h.rosters, period)
	if err != nil {
		return err
	}
	student, listed := names.students[enrolment]
	if !listed && len(entries) == 0 {
		return roll.Problem(roll.NotFound, "problem.what.404")
	}
	view := &views.HistoryView{
		Page: h.withMarks(v, h.page(v, "", views.NavStudents)), Student: names.of(enrolment, student.Student),
		Class: roll.Class{ID: student.Class, Name: classNameOf(v.words, student)}, Period: period, Date: date,
	}
	if listed && auth.Can(v.role, auth.CorrectPast) {
		view.Days = h.paths.Days(string(v.school.ID), enrolment.String(), "", "")
	}
	if len(entries) > 0 && entries[0].Save.Class != roll.ManyClasses {
		view.Class = roll.Class{ID: entries[0].Save.Class, Name: savedFor(v, entries[0].Save)}
	}
	if listed && auth.Can(v.role, auth.TakeAway) {
		view.Month = h.paths.StudentMonth(string(v.school.ID), enrolment.String(), string(period), string(date[:len("2006-01")]))
	}
	changes, err := h.store.ChangesElsewhere(v.ctx, v.school.ID, enrolment, date)
	if err != nil {
		return err
	}
	if view.Entries, err = h.entries(v, entries, changes, date); err != nil {
		return err
	}
	if byScript(v) {
		return h.render(v, http.StatusOK, views.HistoryEntries(view))
	}
	return h.render(v, http.StatusOK, views.History(view))
}

// asked is whose history is asked for, of which date; of today without one. How far
// back a teacher may look is limited as it is with rolls.
func (h *historyPage) asked(v *visit) (roll.EnrolmentID, roll.Date, error) {
	enrolment, err := roll.ParseEnrolmentID(v.Param("enrolment"))
	if err != nil {
		return 0, "", roll.Problem(roll.NotFound, "problem.what.404").Because(err)
	}
	text, err := web.Single(v.Request().Form, "date")
	if err != nil {
		return 0, "", err
	}
	today := v.school.Today(h.clock())
	if text == "" {
		return enrolment, today, nil
	}
	date, err := roll.ParseDate(text)
	if err != nil {
		return 0, "", roll.Problem(roll.Malformed, "problem.what.400").Because(err)
	}
	if !auth.Can(v.role, auth.CorrectPast) {
		err = mayLook(v, date, today)
	}
	return enrolment, date, err
}

// periodOf is the period of the newest entry; without any, the one that the person
// works in.
func (h *historyPage) periodOf(v *visit, entries []roll.Entry, date roll.Date) (roll.PeriodID, error) {
	if len(entries) > 0 {
		return entries[0].Save.Period, nil
	}
	periods, _, err := h.rosters.Periods(v.ctx, v.school)
	if err != nil {
		return "", err
	}
	period, err := periodOf(v, periods, "", date)
	return period.ID, err
}

// entries are the marks and the changes found in the school system, the newest first; the
// status before is that of the mark that came before.
func (h *historyPage) entries(v *visit, marks []roll.Entry, changes []roll.ChangeElsewhere, date roll.Date) ([]views.HistoryEntry, error) {
	if len(marks) == 0 {
		return nil, nil
	}
	statuses, _, err := h.rosters.Statuses(v.ctx, v.school, marks[0].Save.Period)
	if err != nil {
		return nil, err
	}
	read := &sheet{visit: v, statuses: statuses}
	var entries []views.HistoryEntry
	for i, mark := range marks {
		for len(changes) > 0 && changes[0].FoundAt.After(mark.Save.AcceptedAt) {
			entries = append(entries, changeEntry(read, changes[0], date))
			changes = changes[1:]
		}
		entry := historyEntry(read, mark, date)
		if i+1 < len(marks) {
			before := looksOf(read, marks[i+1].Save.Status)
			entry.From = &before
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

// changeEntry is what somebody changed in the school system.
func changeEntry(s *sheet, change roll.ChangeElsewhere, date roll.Date) views.HistoryEntry {
	before := statusNamed(s, change.Was)
	return views.HistoryEntry{
		Elsewhere: true, By: s.visit.words.Text("roll.by_school_system"),
		Observed: s.visit.dayAndClock(change.FoundAt, date), From: &before, To: statusNamed(s, change.Status),
	}
}

// named is the look of a status of which only the name is known.
func statusNamed(s *sheet, name string) roll.Status {
	status := roll.Status{Name: name}
	status.Family, status.Letter = s.chip(roll.Mark{Returned: name})
	return status
}

func historyEntry(s *sheet, mark roll.Entry, date roll.Date) views.HistoryEntry {
	v, save := s.visit, mark.Save
	entry := views.HistoryEntry{
		By: byline(v.words, save.By), Observed: v.dayAndClock(save.AcceptedAt, date), To: looksOf(s, save.Status),
		Time: wallTime(save.Observed), Reason: save.Reason, Save: save.Token,
		Cell: s.storyCell(save, roll.StoryMark{Version: mark.Version, Outcome: mark.Outcome, Returned: mark.Returned, AnsweredAt: mark.AnsweredAt}),
	}
	if auth.Can(v.role, auth.SeeReasons) {
		entry.Remarks = remarksOf(mark.Remarks)
	}
	if mark.Outcome == roll.Saved || mark.Outcome == roll.Differs {
		entry.Recorded = v.dayAndClock(mark.AnsweredAt, date)
	}
	return entry
}

// remarksOf reads what came back besides the status: texts as they are, all else as JSON.
func remarksOf(text string) []views.Remark {
	var members map[string]json.RawMessage
	if text == "" || json.Unmarshal([]byte(text), &members) != nil {
		return nil
	}
	shortened, leftOut := namesIn(members["shortened"]), namesIn(members["leftOut"])
	var remarks []views.Remark
	for _, known := range []struct{ member, key string }{
		{"checkIn", "history.remark.check_in"}, {"checkOut", "history.remark.check_out"}, {"comments", "history.remark.comments"},
	} {
		value, said := members[known.member]
		remark := views.Remark{Key: known.key, Shortened: slices.Contains(shortened, known.member), LeftOut: slices.Contains(leftOut, known.member)}
		if !said && !remark.LeftOut {
			continue
		}
		if json.Unmarshal(value, &remark.Value) != nil {
			remark.Value = string(value)
		}
		remarks = append(remarks, remark)
	}
	return remarks
}

// namesIn is a list of names, none where it cannot be read.
func namesIn(list json.RawMessage) []string {
	var names []string
	if json.Unmarshal(list, &names) != nil {
		return nil
	}
	return names
}

// looks is the status with the letter that the school gives it now; a status that is
// gone has the first of its name.
func looksOf(s *sheet, status roll.Status) roll.Status {
	for _, known := range s.statuses {
		if known.ID == status.ID {
			status.Letter = known.Letter
		}
	}
	if runes := []rune(status.Name); status.Letter == "" && len(runes) > 0 {
		status.Letter = string(runes[0])
	}
	return status
}
