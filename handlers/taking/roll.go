package taking

import (
	"errors"
	"net/url"
	"slices"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/edge"
	"rollbook/web/identity/auth"
	"rollbook/web/office/boards"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Rolls is the page of the roll of a class on a date.
type Rolls struct {
	sheets    Sheets
	rollPages RollPages
	// boards records who opens a roll on the day itself.
	boards *boards.Boards
}

// Get shows the roll of a class on a date.
func (r *Rolls) Get(v *visit.Visit) error {
	read, err := r.opened(v)
	if read == nil {
		return err
	}
	if period := roll.PeriodID(v.QueryParam("period")); period != "" && period != read.Period.ID {
		query := read.query()
		query.Save, query.OthersSave = v.QueryParam("save"), v.QueryParam("others_save")
		return visit.GoTo(v, r.sheets.pages.Paths.To(paths.Roll, v.School.ID, query))
	}
	view := r.rollPages.Of(read)
	view.ReadOnly = onlyReads(v, read.Date, read.Today)
	if r.asksClass(v, read) {
		view.Check = r.sheets.pages.Paths.To(paths.ClassCheck, v.School.ID, read.query())
	}
	// A draft of an older page may use the same numbers for other students.
	of, err := v.Generation(roll.Token(v.QueryParam("draft")))
	if err == nil && of == v.School.Generation {
		v.Check(tickRequested(view, v.QueryParams()))
	}
	if v.Mode.Taps() {
		// Staff mark the rest with one press where students tap.
		tickWhere(view, func(row *part.Row) bool { return row.Cell.IsOther() })
	}
	r.addSummary(view, read)
	if err := v.Failed(); err != nil {
		return err
	}
	if read.Date == read.Today && len(read.Marks) == 0 && v.May(auth.TakeRoll) {
		r.boards.Opened(v.School.ID, read.Date, read.Roster.Class.Key(), v.Actor())
	}
	v.Check(r.remember(v, read))
	return r.sheets.pages.Show(v, taking.Roll(view))
}

// opened reads the requested sheet. Without one it has answered the request, or returns the error.
func (r *Rolls) opened(v *visit.Visit) (*Sheet, error) {
	requested, err := QueryOf(v)
	if err != nil {
		return nil, err
	}
	if !r.rollPages.signatures.Opened(v) {
		// A tablet shows the roll only after a PIN.
		return nil, visit.GoTo(v, r.sheets.pages.Paths.To(paths.Door, requested.Class))
	}
	read, err := r.sheets.ReadSince(v, requested)
	if errors.Is(err, roll.ErrNoPeriods) {
		return nil, r.empty(v, requested)
	}
	return read, err
}

// addSummary adds the summary of the save in the address, or of the visitor's last press while that is not settled.
// Without either it adds only the visitor's open questions (visit.Check).
func (r *Rolls) addSummary(view *taking.RollView, read *Sheet) {
	v := read.Visit
	saves := []roll.Token{roll.Token(v.QueryParam("save")), roll.Token(v.QueryParam("others_save"))}
	named := saves[0] != ""
	if !named {
		if saves = read.lastPress(); !read.underWay(saves) {
			saves = nil
		}
	}
	if named {
		saves = read.together(saves)
	}
	view.Summary = r.sheets.Summary(read, saves)
	if !named && view.Summary.UnderWay == 0 {
		view.Summary = part.Summary{Need: slices.DeleteFunc(view.Summary.Need,
			func(need part.Need) bool { return need.Outcome != roll.Conflict })}
	}
	if named {
		r.rollPages.showSent(&view.Page, v, saves)
		tickNeeding(view)
		if v.QueryParam("change") != "" {
			tickWhere(view, func(row *part.Row) bool { return row.Cell.Save != "" && slices.Contains(saves, row.Cell.Save) })
			r.offerBack(v, view, saves[0])
		}
	}
	r.sheets.lead(read, &view.Summary)
}

// offerBack adds the link that takes the press of the save back, for a visitor who may do so.
func (r *Rolls) offerBack(v *visit.Visit, view *taking.RollView, of roll.Token) {
	save, err := r.sheets.store.Save(v.Ctx, v.School.ID, of)
	if err == nil && v.May(auth.SeeStudents) && mayTakeBack(v, save) == nil {
		view.Back = r.sheets.pages.Paths.To(paths.SaveBack, v.School.ID, of)
	}
	if roll.KindOf(err) != roll.NotFound {
		v.Check(err)
	}
}

// empty shows the page of a roll without periods, with the reason and the next step.
func (r *Rolls) empty(v *visit.Visit, requested visit.Query) error {
	_, age, err := r.sheets.rosters.Periods(v.Ctx, v.School)
	v.Check(err)
	today := v.Today()
	view := &taking.RollView{
		Page:  r.sheets.pages.Page(v, string(requested.Class), layout.NavClasses),
		Class: roll.Class{ID: requested.Class, Name: string(requested.Class)},
		Date:  requested.Date, Today: today, Empty: taking.NoPeriod, ReadOnly: onlyReads(v, requested.Date, today),
	}
	view.Roll = true
	switch EmptyFor(v, age) { //nolint:exhaustive // the others are NoPeriod
	case taking.HomeNotRead:
		view.Empty = taking.ListNotRead
	case taking.HomeNotOpen:
		view.Empty = taking.NotOpen
		if requested.Date != today {
			view.Empty = taking.NotOpenThen
		}
	}
	if v.May(auth.SeeStudents) {
		view.Picker = taking.Picker{Latest: today, Earliest: today.AddDays(-v.School.PastDays)}
	}
	return r.sheets.pages.Show(v, taking.Roll(view))
}

// QueryOf parses the query of a page whose date can be opened (MayLook).
func QueryOf(v *visit.Visit) (visit.Query, error) {
	requested, err := v.Query()
	if err == nil {
		err = MayLook(v, requested.Date, v.Today())
	}
	return requested, err
}

// MayLook limits the dates that can be opened to those that can be marked.
func MayLook(v *visit.Visit, date, today roll.Date) error {
	if date > today || date.DaysUntil(today) > v.School.PastDays {
		return roll.Problem(roll.NotFound, "problem.what.404")
	}
	return nil
}

// onlyReads reports whether the visitor may see the date but not change it. A press on a page whose day is
// over still comes back with its ticks.
func onlyReads(v *visit.Visit, date, today roll.Date) bool {
	return date < today && !v.May(auth.CorrectPast)
}

// remember stores the last opened class on the device.
func (r *Rolls) remember(v *visit.Visit, read *Sheet) error {
	before := v.Device.Visit(v.School.ID)
	if !v.Chooses {
		// The next user of the browser has not opened this class.
		return nil
	}
	if before.Period == read.Period.ID && len(before.Classes) > 0 && before.Classes[0] == read.Roster.Class.ID {
		return nil
	}
	return v.Remember(v.Device.WithRoll(v.School.ID, read.Period.ID, read.Roster.Class.ID))
}

// tickRequested ticks the students and chooses the status in the address: the same person had entered them when
// the session ended.
func tickRequested(view *taking.RollView, values url.Values) error {
	for _, text := range values["tick"] {
		enrolment, err := roll.ParseEnrolmentID(text)
		if err != nil {
			return roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
		}
		at := slices.IndexFunc(view.Rows, func(row part.Row) bool { return row.Enrolment == enrolment })
		if at >= 0 {
			view.Rows[at].Ticked = true
		}
	}
	if err := edge.Once(values, "status"); err != nil || values.Get("status") == "" {
		return err
	}
	var err error
	if view.Bar.Chosen, err = roll.ParseStatusID(values.Get("status")); err != nil {
		return roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
	}
	return nil
}

// tickWhere ticks the matching students, and no others.
func tickWhere(view *taking.RollView, matches func(*part.Row) bool) {
	for i := range view.Rows {
		view.Rows[i].Ticked = matches(&view.Rows[i])
	}
}

// tickNeeding ticks the students of a press whose marks must still be saved. For a student with a newer mark,
// the question keeps the choice instead.
func tickNeeding(view *taking.RollView) {
	for _, need := range view.Summary.Need {
		at := slices.IndexFunc(view.Rows, func(row part.Row) bool { return row.Enrolment == need.Enrolment })
		if at >= 0 && !need.Outcome.ClearsTick() {
			view.Rows[at].Ticked = true
		}
	}
}
