package absences

import (
	"slices"
	"strings"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	views "rollbook/views/absences"
	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// view returns the page: today's absences, marked otherwise first; the coming ones; and those that were taken back
// (visit.Check).
func (k *KnownAbsences) view(v *visit.Visit, read *absenceRead) *views.KnownView {
	view := &views.KnownView{
		Page: k.pages.OfficePage(v, "", layout.NavStudents), Today: read.sheet.Today, Period: read.sheet.Period.ID,
		Press: v.PressToken(), Save: v.SaveToken(), Form: read.form, Statuses: read.sheet.Statuses,
		Reasons: read.reasons.All(), Lines: strings.Join(read.lines, "\n"), Questions: read.questions,
		Doubts: read.doubts, Week: v.Week().Days,
		Kept: roll.Token(v.Request().Form.Get("kept")), TooOld: tooOldAfter(v),
	}
	if view.Period == "" {
		view.Problem = v.Words.Text(language.Either(len(v.Periods()) > 0, "home.empty.not_open", "home.empty.not_read"))
	}
	if reason := read.changed.Reason; reason != "" && !slices.Contains(view.Reasons, reason) {
		view.Reasons = append(view.Reasons, reason)
	}
	view.Chosen = layout.Options("", read.chosen, func(student roll.Enrolment) layout.Option {
		return layout.Option{Value: student.ID.String(), Text: naming.StudentName(v.Words, student)}
	})
	var groups []roll.Group
	for _, period := range read.periods {
		groups = append(groups, visit.Checked(k.store.Groups(v.Ctx, v.School.ID, period.ID))(v)...)
	}
	view.Groups = layout.Options("", naming.VisibleTo(v, groups), func(group roll.Group) layout.Option {
		return layout.Option{Value: string(group.ID), Text: group.Name}
	})
	view.Months = read.turn(v, view.Kept)
	otherwise, listed := 0, roll.IndexStudents(read.sheet.Roster.Rows)
	for _, known := range read.known {
		line := visit.Checked(k.line(v, read, listed, known))(v)
		switch {
		case !known.EndedAt.IsZero():
			view.Ended = append(view.Ended, line)
		case !line.On(read.sheet.Today):
			view.Coming = append(view.Coming, line)
		case line.Differs:
			view.Now, otherwise = slices.Insert(view.Now, otherwise, line), otherwise+1
		default:
			view.Now = append(view.Now, line)
		}
	}
	return view
}

// line describes an absence of a student in the list. Of today's it has the student's mark.
func (k *KnownAbsences) line(v *visit.Visit, read *absenceRead, listed roll.StudentIndex,
	known roll.KnownAbsence) (views.AbsenceLine, error) {
	line := views.AbsenceLine{KnownAbsence: known}
	details, err := k.absences.Details(known)
	if err != nil {
		return line, err
	}
	line.Reason, line.ToldBy, line.Unauthorised = details.Reason, details.ToldBy, details.Unauthorised
	line.Made, line.Over = v.DayAndClock(known.MadeAt, read.sheet.Today), v.DayAndClock(known.EndedAt, read.sheet.Today)
	line.By, line.EndedName = visit.Byline(v.Words, known.MadeBy), visit.Byline(v.Words, known.EndedBy)
	student := roll.Enrolment{ID: known.Enrolment, Student: known.Student}
	at := listed.Of(&known, v.School)
	if line.Former = at < 0; line.Former {
		of := roll.Save{School: v.School.ID, Generation: known.Generation, Period: known.Period}
		names, err := k.store.NamesFor(v.Ctx, of, []roll.EnrolmentID{known.Enrolment})
		if err != nil {
			return line, err
		}
		if named, ok := names[known.Enrolment]; ok {
			student = named
		}
	} else {
		student = read.sheet.Roster.Rows[at]
		line.Enrolment, line.Class = student.ID, naming.ClassNameOf(v.Words, student)
	}
	line.Name = naming.NameInClass(v.Words, student)
	line.Cell = read.sheet.Cell(student.ID)
	line.Seen = read.sheet.Marks[student.ID].Version
	if status := known.StatusIn(v.School, read.sheet.Statuses); status != nil {
		line.Status, line.StatusName = status.ID, status.Name
		line.Save = v.SaveToken()
		line.Differs = line.Cell.Outcome != roll.None && known.Contradicts(read.sheet.Marks[student.ID], status.ID)
	}
	return line, nil
}
