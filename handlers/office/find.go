package office

import (
	"cmp"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"

	"rollbook/handlers/desk"
	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/views/part"
	"rollbook/web/lists/rosters"
	"rollbook/web/office/absences"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/saving/sender"
)

// foundMost limits the students on the page.
const foundMost = 50

// Finds is the page for finding and marking a student.
type Finds struct {
	pages   *visit.Pages
	sheets  taking.Sheets
	rosters *rosters.Rosters
	desk    *desk.Desk
	// absences keeps the movements.
	absences *absences.Absences
}

// search is a search with its result.
type search struct {
	sheet *taking.Sheet
	text  string
	// open is the student with an open form: the requested one, or without a tray the first.
	open roll.EnrolmentID
	// alone is true for a page of the open student only, without a search.
	alone bool
	save  roll.Token
	// saves are the tokens that the saves of the last press may have.
	saves []roll.Token
	all   int
	// tray contains the collected students; nil for none.
	tray *taking.Sheet
	// pasted is true for the students of doubtful lines in place of a search.
	pasted bool
	// groups are the groups with the name.
	groups []office.FindGroup
	// changes contains the last change of each shown student.
	changes map[roll.EnrolmentID]part.Change
	// reason is the field for the reason of a press.
	reason *layout.Reason
	// gate has the movements of the open student; nil without one.
	gate *office.Gate
	// problem is why the search failed.
	problem *roll.Error
}

// Get shows the found students.
func (f *Finds) Get(v *visit.Visit) error {
	found, err := f.seek(v)
	if problem, ok := errors.AsType[*roll.Error](err); ok && errors.Is(err, roll.ErrNoPeriods) {
		view := &office.FindView{Page: f.pages.OfficePage(v, "", layout.NavStudents), Problem: v.Words.Text(problem.Message)}
		return f.show(v, http.StatusOK, view)
	}
	if err != nil {
		return err
	}
	status := http.StatusOK
	if found.problem != nil {
		status = visit.StatusOf(found.problem)
	}
	return f.show(v, status, f.view(found))
}

// Search leads to the page of the found students, whose address does not have the words. The page's script gets the
// students at once.
func (f *Finds) Search(v *visit.Visit) error {
	if visit.ByScript(v) {
		return f.Get(v)
	}
	form := v.Request().PostForm
	query := paths.FindQuery{Sought: v.HideSearch(form.Get("q")), Date: form.Get("date"), Open: form.Get("open"),
		Tray: form["tray"]}
	return visit.GoTo(v, f.pages.Paths.To(paths.Find, v.School.ID, query))
}

// show returns only the found students to the page's script, and the page otherwise.
func (f *Finds) show(v *visit.Visit, status int, view *office.FindView) error {
	if visit.ByScript(v) {
		return f.pages.ShowAs(v, status, office.FoundAnswer(view))
	}
	return f.pages.ShowAs(v, status, office.Find(view))
}

// seek parses the address or the form, and searches for the students.
func (f *Finds) seek(v *visit.Visit) (*search, error) {
	requested, err := taking.QueryOf(v)
	if err != nil {
		return nil, err
	}
	form := v.Request().Form
	found := &search{sheet: &taking.Sheet{Visit: v, Date: requested.Date, Today: v.Today()}, text: v.Sought(),
		save: roll.Token(form.Get("saved"))}
	if form.Get("open") != "" {
		if found.open, err = roll.ParseEnrolmentID(form.Get("open")); err != nil {
			return nil, roll.Problem(roll.Malformed, "problem.what.400").Because(err)
		}
	}
	if found.sheet.Period, err = naming.PeriodIn(v, requested.Period, requested.Date); err != nil {
		return nil, err
	}
	found.sheet.Statuses = v.Statuses(found.sheet.Period.ID)
	if found.save != "" {
		found.saves = desk.SavesOf(v, found.save, requested.Date)
	}
	f.readTray(found)
	if found.text != "" {
		f.look(found)
	} else if found.open != 0 {
		f.lookAt(found)
	}
	f.readShown(found)
	f.readGate(found)
	return found, v.Failed()
}

// readShown reads the field for the reason of the page's one form, the tray's or the open student's, and the last
// changes of all shown students, found or collected, at once.
func (f *Finds) readShown(found *search) {
	marked, shown := *found.sheet, *found.sheet
	if found.lists() {
		marked.Marks = found.tray.Marks
	} else {
		marked.Marks = maps.Clone(marked.Marks)
		maps.DeleteFunc(marked.Marks, func(student roll.EnrolmentID, _ roll.Mark) bool { return student != found.open })
	}
	if found.tray != nil {
		shown.Roster.Rows = slices.Concat(shown.Roster.Rows, found.tray.Roster.Rows)
	}
	found.reason, found.changes = f.sheets.Reason(&marked), f.sheets.Changes(&shown)
}

// look searches for the students, and for groups whose name begins with the text, and reads the students' marks
// (visit.Check).
func (f *Finds) look(found *search) {
	v := found.sheet.Visit
	result, err := f.rosters.Find(v.Ctx, v.School, found.sheet.Date, found.text, foundMost)
	if problem, ok := errors.AsType[*roll.Error](err); ok && problem.Kind == roll.Meaningless {
		found.problem, found.open = problem, 0
		return
	}
	v.Check(err)
	found.sheet.Roster.Rows, found.all = result.Students, result.All
	if found.open == 0 && found.tray == nil && len(result.Students) > 0 {
		found.open = result.Students[0].ID
	}
	v.Check(f.sheets.ReadMarks(found.sheet))
	groups := naming.GroupsOf(v, f.rosters, v.Listed(found.sheet.Date).Periods)
	for _, group := range naming.VisibleTo(v, groups) {
		if !strings.HasPrefix(sender.Fold(group.Name), sender.Fold(found.text)) {
			continue
		}
		query := found.rollOf(roll.Enrolment{Class: group.ID.Class(), Period: group.Period})
		found.groups = append(found.groups, office.FindGroup{Name: group.Name, Students: len(group.Members), Roll: query})
	}
}

// made reports whether the save is one of the page's last press.
func (s *search) made(save roll.Token) bool { return save != "" && slices.Contains(s.saves, save) }

// query returns the query of the page's own address.
func (s *search) query() paths.FindQuery {
	query := paths.FindQuery{Sought: s.sheet.Visit.HideSearch(s.text)}
	if s.sheet.Date != s.sheet.Today {
		query.Date = string(s.sheet.Date)
	}
	if s.tray != nil {
		for _, student := range s.tray.Roster.Rows {
			query.Tray = append(query.Tray, student.ID.String())
		}
	}
	return query
}

// view fills in the page with the found students.
func (f *Finds) view(found *search) *office.FindView {
	v := found.sheet.Visit
	view := &office.FindView{
		Page: f.pages.OfficePage(v, "", layout.NavStudents), Date: found.sheet.Date, Today: found.sheet.Today, All: found.all,
		More: found.all > foundMost, Searched: found.text != "" || found.pasted || found.alone, Alone: found.alone,
		KnowsTray: v.Request().PostForm.Has("save") || v.Request().Form.Has("tray"),
	}
	view.SearchText, view.FindsHere, view.Groups = found.text, true, found.groups
	view.Sought = v.HideSearch(found.text)
	if v.Request().Form.Get("open") != "" {
		view.Opened = found.open.String()
	}
	if found.problem != nil {
		view.Problem = v.Words.Text(found.problem.Message, found.problem.Values...)
	}
	for _, student := range found.sheet.Roster.Rows {
		result := f.result(found, found.sheet, student)
		if student.ID == found.open {
			form := f.newForm(found)
			form.Gate, form.Period = found.gate, student.Period
			form.Clears = found.sheet.Visit.School.TimeFormat != roll.TimeNotSent && found.sheet.Marks[student.ID].Stands()
			cell := found.sheet.Cell(student.ID)
			if found.made(cell.Save) {
				form.Result = f.resultText(found, cell, student)
				form.Roll = cell.Outcome.UnderWay()
			}
			result.Form = form
		}
		view.Results = append(view.Results, result)
	}
	f.showTray(view, found)
	return view
}

// result returns a student with the mark of the sheet.
func (f *Finds) result(found *search, read *taking.Sheet, student roll.Enrolment) office.FindResult {
	v := found.sheet.Visit
	query := found.query()
	query.Open = student.ID.String()
	return office.FindResult{
		Enrolment: student.ID, Student: student.Student, Name: naming.NameInClass(v.Words, student),
		Seen: read.Marks[student.ID].Version, Class: naming.ClassNameOf(v.Words, student),
		Roll: found.rollOf(student), Open: query, Cell: read.Cell(student.ID), By: recordedBy(read, student.ID),
		History: f.pages.Paths.To(paths.History, v.School.ID, student.ID, found.sheet.Date),
		Change:  found.changes[student.ID],
	}
}

// rollOf returns the query for the student's class on the date.
func (s *search) rollOf(student roll.Enrolment) paths.RollQuery {
	query := paths.RollQuery{Period: string(cmp.Or(student.Period, s.sheet.Period.ID)), Class: string(student.Class)}
	if s.sheet.Date != s.sheet.Today {
		query.Date = string(s.sheet.Date)
	}
	return query
}

// recordedBy returns who marked the student and when, or "".
func recordedBy(s *taking.Sheet, enrolment roll.EnrolmentID) string {
	mark, ok := s.Marks[enrolment]
	if !ok {
		return ""
	}
	v := s.Visit
	return v.Words.Text("home.class.last", "Clock", v.DayAndClock(mark.MarkedAt, s.Date), "By",
		visit.Byline(v.Words, mark.By))
}

// newForm returns a form without a student. It preselects the status Late, if the school has one, and on a past day
// the excuse of an open student who is marked absent.
func (f *Finds) newForm(found *search) *office.FindForm {
	v, today := found.sheet.Visit, found.sheet.Date == found.sheet.Today
	ready := roll.Late
	if !found.lists() && !today && found.sheet.Marks[found.open].Status.Family == roll.Absent {
		ready = roll.Excused
	}
	return &office.FindForm{
		Save: v.SaveToken(), Period: found.sheet.Period.ID, Statuses: found.sheet.Statuses,
		Ready: slices.IndexFunc(found.sheet.Statuses, func(status roll.Status) bool { return status.Family == ready }),
		Time:  v.Local(v.Now()).Format("15:04"), Reason: found.reason, Now: today,
	}
}

// resultText describes the outcome of a save in a sentence. It returns "" for an unsaved mark, whose cell describes
// it.
func (f *Finds) resultText(found *search, cell part.Cell, student roll.Enrolment) string {
	if cell.Outcome != roll.Saved {
		return ""
	}
	status := cell.Status
	if at := naming.WallTime(found.sheet.Visit, found.sheet.Marks[student.ID].Observed); at != "" {
		status += " " + at
	}
	return found.sheet.Visit.Words.Text("find.saved", "Name", naming.StudentName(found.sheet.Visit.Words, student),
		"Status", status)
}

// Post marks the open student. The form is that of a roll of her class with one student, and is handled in
// the same way.
func (f *Finds) Post(v *visit.Visit) error { return f.take(v, false) }

// PostTray marks the ticked students of the tray, of any classes, in one save.
func (f *Finds) PostTray(v *visit.Visit) error { return f.take(v, true) }

func (f *Finds) take(v *visit.Visit, tray bool) error {
	press, err := desk.PressOf(v)
	if err != nil {
		return f.desk.Refuse(v, press, err, findPress{f, tray})
	}
	if tray {
		press.Class = roll.ManyClasses
	}
	return f.desk.Take(v, press, findPress{f, tray})
}

// findPress shows the outcome of a press for the open student, or for the tray.
type findPress struct {
	page *Finds
	tray bool
}

// Taken redirects to the new state, or shows a conflict at once.
func (f findPress) Taken(v *visit.Visit, taken desk.Taken) error {
	found, err := f.page.seek(v)
	if err != nil {
		return err
	}
	found.save, found.saves = taken.Press.Save, taken.Tokens()
	if taken.Status() != http.StatusOK {
		return f.page.show(v, taken.Status(), f.page.view(found))
	}
	query := found.query()
	if !f.tray {
		query = found.opened()
	}
	query.Save = string(found.save)
	return visit.GoTo(v, f.page.pages.Paths.To(paths.Find, v.School.ID, query))
}

// Refused shows the problem beside the form, with all its input.
func (f findPress) Refused(v *visit.Visit, refused desk.Refused) error {
	found, err := f.page.seek(v)
	if err != nil {
		return err
	}
	view, press := f.page.view(found), refused.Press
	var form *office.FindForm
	for i := range view.Results {
		form = cmp.Or(form, view.Results[i].Form)
	}
	if f.tray {
		form = view.Collecting
		for i := range view.Collected {
			view.Collected[i].InTray = slices.Contains(press.Enrolments, view.Collected[i].Enrolment)
		}
	}
	if form == nil {
		view.Problem = refused.Sentence(v)
		return f.page.show(v, refused.Status, view)
	}
	form.Problem, form.Save = refused.Sentence(v), refused.Save
	form.Reason.Refuse(press.Reason, refused.Lacks("refused"))
	form.Closed = refused.Summary.Closed
	if at := slices.IndexFunc(form.Statuses, func(status roll.Status) bool { return status.ID == press.Status }); at >= 0 {
		form.Ready = at
	}
	if press.Time != "" {
		form.Time, form.Now = press.Time, false
	}
	return f.page.show(v, refused.Status, view)
}
