package connecting

import (
	"cmp"
	"slices"
	"strings"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/views/layout"
	system "rollbook/web/connecting"
	"rollbook/web/identity/auth"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// Connections shows the pages about the connection to the school system.
type Connections struct {
	base
	keys   *system.Keys
	others *OtherStudents
}

// Start starts sending from a copied database.
func (p *Connections) Start(v *visit.Visit) error { return p.back(v, p.store.StartSending(v.Ctx)) }

// back redirects to the page after a press, unless what the press needs could not be read.
func (p *Connections) back(v *visit.Visit, err error) error {
	return visit.Done(v, cmp.Or(v.Failed(), err), p.pages.Paths.To(paths.Connection, v.School.ID))
}

// EnterKey stores a new key that works. Marks that waited for it continue automatically.
func (p *Connections) EnterKey(v *visit.Visit) error {
	err := p.keys.EnterKey(v.Ctx, v.School, strings.TrimSpace(v.Request().PostForm.Get("key")))
	return visit.After(v, err, p.pages.Paths.To(paths.Connection, v.School.ID), "", p.Get)
}

// TakeList puts a held list in use, exactly as it was shown.
func (p *Connections) TakeList(v *visit.Visit) error {
	form := v.Request().PostForm
	return p.back(v, p.rosters.TakeHeld(v.Ctx, v.School.ID, roll.PeriodID(form.Get("period")), form.Get("list")))
}

// Count stores how many students the school system shows.
func (p *Connections) Count(v *visit.Visit) error {
	view := &connecting.ConnectionView{}
	p.count(v, view)
	form, count, err := v.Request().PostForm, roll.StudentCount{Read: view.Students}, error(nil)
	if !form.Has("unseen") {
		count.Shown, err = roll.ParseStudentCount(form.Get("told"))
	}
	if err == nil && v.Failed() == nil {
		err = p.store.SetStudentCount(v.Ctx, v.School.ID, count)
	}
	return p.back(v, err)
}

// count compares the number of students of today's list with the one that the school system showed (visit.Check).
// Nothing is compared with a list that the school gave itself.
func (p *Connections) count(v *visit.Visit, view *connecting.ConnectionView) {
	period := p.periodNow(v).ID
	state := visit.Checked(p.store.ListState(v.Ctx, v.School.ID, lists.StudentList(period)))(v)
	if view.Count = visit.Read(v, p.store.StudentCount); view.Count.Read > 0 && !state.Own() {
		view.Students = len(roll.Listed(visit.Checked(p.store.Students(v.Ctx, v.School.ID, period))(v)))
	}
}

// Get shows the state of the connection, and the stopped saves.
func (p *Connections) Get(v *visit.Visit) error {
	view := &connecting.ConnectionView{
		Page: p.pages.Page(v, "", layout.NavConnection), Trouble: troubleOf(v.Connection), Why: p.why(v),
		MayStart: v.Connection.Copied &&
			v.May(auth.ManageConnection), Backlog: p.backlog(v), Stopped: p.stopped(v), Moved: p.moved(v),
		OtherStudents: p.others.answers(v, p.others.toSee(v)), Lists: p.lists(v),
	}
	if v.May(auth.ManageKeys) {
		view.Keys = visit.Read(v, p.keys.Keys)
	}
	p.count(v, view)
	return p.pages.Show(v, connecting.Connection(view))
}

// stopped returns the stopped marks by their saves.
func (p *Connections) stopped(v *visit.Visit) (saves []connecting.Kept) {
	for _, mark := range p.pending(v, roll.Stopped) {
		if last := len(saves) - 1; last < 0 || saves[last].Token != mark.Save.Token {
			saves = append(saves, kept(v, mark.Save))
		}
		saves[len(saves)-1].Students++
	}
	return saves
}

// named returns the word if it is one of those with a sentence, and otherwise "other".
func named(word string, words ...string) string {
	if slices.Contains(words, word) {
		return word
	}
	return "other"
}

// troubleOf returns the last problem of the connection as a word. The page has a sentence for each.
func troubleOf(connection roll.Connection) string {
	switch {
	case connection.Pause == roll.PausedAddress:
		return "misconfigured"
	case !connection.Failing(), connection.Misread(), connection.Faulty():
		// The state of the connection says it.
		return ""
	}
	return named(connection.Problem, "dns", "refused", "certificate", "tls", "forbidden_address", "proxy", "misconfigured",
		"settings")
}

// why returns the school system's last answer that did not confirm marks on their way, in its own words.
func (p *Connections) why(v *visit.Visit) string {
	healthy := !v.Connection.Failing() && !v.Connection.Pause.Probed()
	if healthy || v.Backlog.Waiting == 0 || !v.May(auth.SeeReasons) {
		return ""
	}
	return v.Unconfirming().Answer()
}

// Waiting lists all marks that are not in the school system, for printing: by class and date, the longest waiting
// first.
func (p *Connections) Waiting(v *visit.Visit) error {
	pending := p.pending(v, roll.Outcomes(roll.Outcome.Pending)...)
	for _, mark := range visit.Read(v, p.store.Moved) {
		pending = append(pending, mark.PendingMark)
	}
	var order []group
	members := make(map[group][]roll.PendingMark)
	for _, mark := range pending {
		of := group{mark.Save.Generation, mark.Save.Period, mark.Save.Class, mark.Save.Date}
		if members[of] == nil {
			order = append(order, of)
		}
		members[of] = append(members[of], mark)
	}
	return p.pages.Show(v, connecting.Waiting(&connecting.WaitingView{
		Page: p.pages.Page(v, "", layout.NavConnection), At: v.Now(),
		Groups: mapped(order, func(of group) []connecting.Kept { return p.listed(v, members[of]) }),
	}))
}

// group is a class of one generation on a date.
type group struct {
	generation int64
	period     roll.PeriodID
	class      roll.ClassID
	date       roll.Date
}

// listed returns the marks of a group with their students, in list order (visit.Check).
func (p *Connections) listed(v *visit.Visit, marks []roll.PendingMark) []connecting.Kept {
	numbers := mapped(marks, func(mark roll.PendingMark) roll.EnrolmentID { return mark.Enrolment })
	names := naming.NamesFor(v, p.store, marks[0].Save, numbers)
	slices.SortStableFunc(marks,
		func(a, b roll.PendingMark) int { return names.Place(a.Enrolment) - names.Place(b.Enrolment) })
	return mapped(marks, func(mark roll.PendingMark) connecting.Kept {
		shown := kept(v, mark.Save)
		shown.Name, shown.Time = names.Of(mark.Enrolment, mark.Student), naming.WallTime(v, mark.Save.Observed)
		return shown
	})
}

// moved returns the marks that wait for a decision after a change of the connection, or nil.
func (p *Connections) moved(v *visit.Visit) *connecting.MovedView {
	marks := visit.Read(v, p.store.Moved)
	if len(marks) == 0 {
		return nil
	}
	same, rest, err := p.saving.Submissions.Releasable(v.Ctx, v.School, marks)
	v.Check(err)
	moved := &connecting.MovedView{All: len(marks), Same: len(same), MayDecide: v.May(auth.ManageConnection),
		MaySend: maySendMoved(v)}
	if slices.ContainsFunc(marks, func(mark roll.MovedMark) bool { return mark.Save.Copied }) {
		moved.CopiedAt = visit.Checked(p.store.CopiedAt(v.Ctx))(v)
	}
	moved.Rest = mapped(rest, func(mark roll.MovedMark) connecting.Kept {
		shown := kept(v, mark.Save)
		student := roll.Enrolment{ID: mark.Enrolment, Student: mark.Student, Given: mark.Given, Family: mark.Family}
		shown.Enrolment, shown.Name = mark.Enrolment, naming.StudentName(v.Words, student)
		return shown
	})
	return moved
}

// lists returns the lists that are not up to date, each with the reason.
func (p *Connections) lists(v *visit.Visit) (all []connecting.ListTrouble) {
	states := visit.Read(v, p.store.ListProblems)
	if len(states) == 0 {
		return nil
	}
	note := func(list lists.List, trouble connecting.ListTrouble) {
		state, known := states[list]
		if !known {
			return
		}
		trouble.Clock = v.ClockOf(state.ReadAt)
		trouble.Problem = named(state.Problem, "not_whole", "other_period", "twice", "shared", lists.ListHeld,
			lists.ListHasLeavers)
		if v.May(auth.ManageConnection) {
			trouble.SolveAt = p.pages.Paths.To(paths.ConnectionSettings, v.School.ID, trouble.Call)
		}
		all = append(all, trouble)
	}
	note(lists.PeriodList, connecting.ListTrouble{Call: "periods"})
	note(lists.StatusList, connecting.ListTrouble{Call: "statuses"})
	held := visit.Read(v, p.store.HeldLists)
	for _, period := range visit.Read(v, p.store.Periods) {
		trouble := connecting.ListTrouble{Call: "students", Period: period}
		if at := slices.IndexFunc(held, func(list roll.HeldList) bool { return list.Period == period.ID }); at >= 0 {
			trouble.Held, trouble.Missing = &held[at], missingNames(v, held[at])
		}
		note(lists.StudentList(period.ID), trouble)
	}
	return all
}

// missingNames returns some of the students missing in a held list, those in use first, or whose numbers now belong to
// others.
func missingNames(v *visit.Visit, held roll.HeldList) string {
	const most = 5
	var students []roll.Enrolment
	named := make(map[roll.EnrolmentID]bool)
	for _, student := range slices.Concat(held.Missing, held.Gone, held.Reassigned) {
		if !named[student.ID] {
			named[student.ID], students = true, append(students, student)
		}
	}
	return v.Words.List(mapped(students[:min(len(students), most)],
		func(student roll.Enrolment) string { return naming.StudentName(v.Words, student) }))
}
