package absences

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"rollbook/handlers/desk"
	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	views "rollbook/views/absences"
	"rollbook/web/lists/rosters"
	"rollbook/web/office/absences"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
	"rollbook/web/store"
)

// KnownAbsences is the page of the absences that the office knows before the roll.
type KnownAbsences struct {
	pages    *visit.Pages
	sheets   taking.Sheets
	store    *store.Store
	rosters  *rosters.Rosters
	absences *absences.Absences
	desk     *desk.Desk
	saving   *submission.Submissions
}

// absenceRead has the students, the form and the absences of one request.
type absenceRead struct {
	// sheet has all students of the school, and today's marks of those with a known absence.
	sheet *taking.Sheet
	// periods are today's.
	periods []roll.Period
	// chosen are the students of the form.
	chosen []roll.Enrolment
	form   views.AbsenceForm
	known  []roll.KnownAbsence
	// reasons are the school's. changed are the details of the absence that the form changes.
	reasons roll.KnownReasons
	changed absences.Details
	// lines are those of a file or pasted, doubts the questions about them.
	lines, doubts []string
	// questions are those about the absences of a press; with any nothing was kept. tooOld are the days that are over,
	// have another mark, and cannot be corrected any more.
	questions views.Questions
	tooOld    []roll.Date
}

// Get shows today's and coming absences, and the form for the students in the address.
func (k *KnownAbsences) Get(v *visit.Visit) error {
	return k.pages.Show(v, views.Absences(k.view(v, k.read(v))))
}

// answer shows the page with the status of a refused press.
func (k *KnownAbsences) answer(v *visit.Visit, status int, view *views.KnownView) error {
	if v.Failed() != nil {
		return v.Failed()
	}
	return k.pages.ShowAs(v, status, views.Absences(view))
}

// read reads the students, the form and the absences (visit.Check).
func (k *KnownAbsences) read(v *visit.Visit) *absenceRead {
	today := v.Today()
	read := &absenceRead{sheet: &taking.Sheet{Visit: v, Date: today, Today: today}}
	var err error
	if read.sheet.Period, err = naming.PeriodIn(v, "", today); errors.Is(err, roll.ErrNoPeriods) {
		return read
	}
	v.Check(err)
	list := v.Listed(today)
	read.periods, read.sheet.Roster.Rows, read.sheet.Statuses = list.Periods, list.Students,
		v.Statuses(read.sheet.Period.ID)
	read.known = visit.Checked(k.store.KnownSince(v.Ctx, v.School.ID, today))(v)
	read.reasons = visit.Checked(naming.AbsenceReasons(v, k.store))(v)
	v.Check(k.readForm(v, read))
	v.Check(k.sheets.ReadMarks(read.sheet))
	return read
}

// has reports whether the period is one of today's.
func (r *absenceRead) has(period roll.PeriodID) bool {
	return slices.ContainsFunc(r.periods, func(one roll.Period) bool { return one.ID == period })
}

// readForm reads the chosen students and the form's fields. Without fields it offers today, or the absence to change.
func (k *KnownAbsences) readForm(v *visit.Visit, read *absenceRead) error {
	form := v.Request().Form
	ids, err := visit.EnrolmentsOf(form["student"])
	if err != nil {
		return roll.Problem(roll.Malformed, "problem.what.400").Because(err)
	}
	if group := form.Get("group"); group != "" {
		of, err := k.store.Group(v.Ctx, v.School.ID, roll.GroupID(group))
		if err == nil && (!read.has(of.Period) || !of.VisibleTo(v.Person.ID)) {
			err = roll.Problem(roll.NotFound, "problem.what.404")
		}
		if err != nil {
			return err
		}
		ids = append(ids, of.Members...)
	}
	read.form = views.AbsenceForm{
		From: form.Get("from"), To: form.Get("to"), Until: form.Get("until"), After: form.Get("after"),
		Reason: form.Get("reason"), ToldBy: strings.TrimSpace(form.Get("told_by")),
		Replaces: roll.KnownID(form.Get("change")), Weekdays: form["weekday"],
	}
	if read.form.Status, err = visit.StatusIDOf(form.Get("status")); err != nil {
		return roll.Problem(roll.Malformed, "problem.what.400").Because(err)
	}
	var changed roll.KnownAbsence
	if read.form.Replaces != "" {
		if changed, err = k.store.KnownAbsence(v.Ctx, v.School.ID, read.form.Replaces); err != nil {
			return err
		}
		if read.changed, err = k.absences.Details(changed); err != nil {
			return err
		}
		if !form.Has("reason") {
			read.form.Reason, read.form.ToldBy = read.changed.Reason, read.changed.ToldBy
		}
	}
	if err := k.readHeld(v, read); err != nil {
		return err
	}
	if form.Get("from") == "" {
		ids = read.begin(changed, ids)
	}
	for _, student := range read.sheet.Roster.Rows {
		if at := slices.Index(ids, student.ID); at >= 0 {
			ids = slices.Delete(ids, at, at+1)
			read.chosen = append(read.chosen, student)
		}
	}
	return nil
}

// begin fills in a new form, or that of the absence to change. It returns the form's students.
func (r *absenceRead) begin(changed roll.KnownAbsence, ids []roll.EnrolmentID) []roll.EnrolmentID {
	r.form.From, r.form.To = string(r.sheet.Today), string(r.sheet.Today)
	if excused := roll.FirstOf(roll.Excused, r.sheet.Statuses); excused != nil {
		r.form.Status = excused.ID
	}
	if changed.ID == "" {
		return ids
	}
	r.form.From, r.form.To = string(changed.From), string(changed.To)
	r.form.Until, r.form.After = changed.Until, changed.After
	if status := changed.StatusIn(r.sheet.Visit.School, r.sheet.Statuses); status != nil {
		r.form.Status = status.ID
	}
	for _, day := range changed.Weekdays {
		r.form.Weekdays = append(r.form.Weekdays, strconv.Itoa(int(day)))
	}
	for _, student := range r.sheet.Roster.Rows {
		if changed.IsOf(student, r.sheet.Visit.School) {
			return []roll.EnrolmentID{student.ID}
		}
	}
	return nil
}

// Post keeps an absence for each chosen student. A repeated press keeps no second one.
func (k *KnownAbsences) Post(v *visit.Visit) error {
	press, err := v.Pressed()
	if err != nil {
		return err
	}
	read := k.read(v)
	all, err := absencesOf(read, press)
	if err = cmp.Or(v.Failed(), err); err == nil {
		err = k.keep(v, read, all)
	}
	if err == nil && read.questions.Any() {
		return k.answer(v, http.StatusUnprocessableEntity, k.view(v, read))
	}
	if err != nil {
		return visit.After(v, err, k.pages.Paths.To(paths.Absences, v.School.ID), "", k.Get)
	}
	return visit.GoTo(v, k.after(v, read, press))
}

// absencesOf returns the absences of the form, or roll.Meaningless.
func absencesOf(read *absenceRead, press roll.Token) ([]absences.Detailed, error) {
	form := read.form
	details := absences.Details{Reason: form.Reason, ToldBy: form.ToldBy,
		Unauthorised: slices.Contains(read.reasons.NotAuthorised, form.Reason)}
	if form.Reason == read.changed.Reason && !slices.Contains(read.reasons.All(), form.Reason) {
		// It has left the school's list.
		details.Unauthorised = read.changed.Unauthorised
	}
	from, fromErr := roll.ParseDate(form.From)
	to, toErr := roll.ParseDate(form.To)
	status := slices.IndexFunc(read.sheet.Statuses, func(status roll.Status) bool { return status.ID == form.Status })
	switch {
	case len(read.chosen) == 0:
		return nil, roll.Problem(roll.Meaningless, "known.problem.nobody")
	case fromErr != nil || toErr != nil:
		return nil, roll.Problem(roll.Meaningless, "known.problem.date")
	case status < 0:
		return nil, roll.Problem(roll.Meaningless, "known.problem.status")
	}
	var days []time.Weekday
	for _, text := range form.Weekdays {
		day, err := strconv.Atoi(text)
		if err != nil || day < 0 || day > int(time.Saturday) {
			return nil, roll.Problem(roll.Malformed, "problem.what.400")
		}
		days = append(days, time.Weekday(day))
	}
	var all []absences.Detailed
	for _, student := range read.chosen {
		known := read.absence(student, from, to, read.sheet.Statuses[status])
		known.ID, known.Weekdays, known.After = roll.KnownID(string(press)+"."+student.ID.String()), days, form.After
		known.Until = form.Until
		if len(all) == 0 {
			known.Replaces = form.Replaces
		}
		all = append(all, absences.Detailed{KnownAbsence: known, Details: details})
	}
	return all, nil
}

// absence returns an absence that the visitor keeps.
func (r *absenceRead) absence(student roll.Enrolment, from, to roll.Date, status roll.Status) roll.KnownAbsence {
	return roll.KnownAbsence{
		Period: cmp.Or(student.Period, r.sheet.Period.ID), Enrolment: student.ID, Student: student.Student, From: from,
		To: to, Status: status.ID, StatusName: status.Name, Family: status.Family, MadeBy: r.sheet.Visit.Actor(),
	}
}

// End takes an absence back.
func (k *KnownAbsences) End(v *visit.Visit) error {
	err := k.absences.End(v.Ctx, v.School, roll.KnownID(v.Param("known")), v.Actor())
	if err != nil && roll.KindOf(err) != roll.Stale {
		return err
	}
	return visit.GoTo(v, k.pages.Paths.To(paths.Absences, v.School.ID))
}

// Mark saves known absences of today: of students without a mark, or of one whose mark says something else.
func (k *KnownAbsences) Mark(v *visit.Visit) error {
	press, err := desk.PressOf(v)
	if err != nil {
		return k.desk.Refuse(v, press, err, knownPress{k})
	}
	press.Class = roll.ManyClasses
	return k.desk.Take(v, press, knownPress{k})
}

// knownPress shows the page after a press.
type knownPress struct{ page *KnownAbsences }

// Taken shows the page again, with the new marks.
func (p knownPress) Taken(v *visit.Visit, taken desk.Taken) error {
	if taken.Status() == http.StatusOK {
		return visit.GoTo(v, p.page.pages.Paths.To(paths.Absences, v.School.ID))
	}
	view := p.page.view(v, p.page.read(v))
	view.Problem = v.Words.Text("known.problem.marked")
	return p.page.answer(v, taken.Status(), view)
}

// Refused shows the problem.
func (p knownPress) Refused(v *visit.Visit, refused desk.Refused) error {
	view := p.page.view(v, p.page.read(v))
	view.Problem = refused.Sentence(v)
	return p.page.answer(v, refused.Status, view)
}
