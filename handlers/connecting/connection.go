package connecting

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/views/layout"
	"rollbook/web/identity/auth"
	"rollbook/web/lists/rosters"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
	"rollbook/web/store"
	"rollbook/web/store/lists"
)

// Connections shows the pages about the connection to the school system.
type Connections struct {
	pages         *visit.Pages
	Store         *store.Store
	Rosters       *rosters.Rosters
	Saving        *submission.Submissions
	Keys          Keys
	OtherStudents *OtherStudents
}

// Keys replaces a school's key without showing it.
type Keys interface {
	EnterKey(ctx context.Context, school roll.School, value string) error
	KeyInUse(ctx context.Context, school roll.SchoolID) (lastFour string, since time.Time, err error)
}

// Start starts sending from a copied database.
func (p *Connections) Start(v *visit.Visit) error {
	return visit.Done(v, p.Store.StartSending(v.Ctx), p.pages.Paths.Connection(string(v.School.ID)))
}

// Get shows the state of the connection, and the stopped saves.
func (p *Connections) Get(v *visit.Visit) error { return p.show(v, http.StatusOK, "") }

// EnterKey stores a new key that works. Marks that waited for it continue automatically.
func (p *Connections) EnterKey(v *visit.Visit) error {
	err := p.Keys.EnterKey(v.Ctx, v.School, strings.TrimSpace(v.Request().PostForm.Get("key")))
	if problem, ok := errors.AsType[*roll.Error](err); ok && problem.Kind == roll.Meaningless {
		return p.show(v, http.StatusUnprocessableEntity, v.Words.Text(problem.Message))
	}
	return visit.Done(v, err, p.pages.Paths.Connection(string(v.School.ID)))
}

func (p *Connections) show(v *visit.Visit, status int, keyRefused string) error {
	view := &connecting.ConnectionView{
		Page: p.pages.Page(v, "", layout.NavConnection), Problem: problemOf(v.Connection),
		MayStart: v.Connection.Copied && v.May(auth.ManageConnection),
	}
	for _, add := range []func(*visit.Visit, *connecting.ConnectionView) error{
		p.addWaiting, p.addWhy, p.addKey, p.addOtherStudents, p.addLists, p.addMoved,
	} {
		if err := add(v, view); err != nil {
			return err
		}
	}
	if view.Key != nil {
		view.Key.Refused = keyRefused
	}
	return p.pages.Render(v, status, connecting.Connection(view))
}

// addWaiting adds the number of waiting marks, and the stopped ones by their saves.
func (p *Connections) addWaiting(v *visit.Visit, view *connecting.ConnectionView) error {
	backlog, err := p.Store.Backlog(v.Ctx, 0, v.School.ID)
	if err != nil {
		return err
	}
	view.Waiting, view.Oldest = backlog.Waiting, backlog.Oldest
	stopped, err := p.Store.Pending(v.Ctx, v.School.ID, roll.Stopped)
	for _, mark := range stopped {
		if last := len(view.Stopped) - 1; last < 0 || view.Stopped[last].Token != mark.Save.Token {
			view.Stopped = append(view.Stopped, kept(v, mark.Save))
		}
		view.Stopped[len(view.Stopped)-1].Students++
	}
	return err
}

// addKey adds the card of the key for an admin.
func (p *Connections) addKey(v *visit.Visit, view *connecting.ConnectionView) (err error) {
	if v.May(auth.ManageKeys) {
		view.Key, err = keyView(v, p.Keys)
	}
	return err
}

func keyView(v *visit.Visit, keys Keys) (*connecting.KeyView, error) {
	lastFour, since, err := keys.KeyInUse(v.Ctx, v.School.ID)
	return &connecting.KeyView{LastFour: lastFour, Since: v.Words.ShortDate(v.Local(since))}, err
}

// problemOf returns the last problem of the connection as a word. The page has a sentence for each.
func problemOf(connection roll.Connection) string {
	named := []string{"dns", "refused", "certificate", "tls", "forbidden_address", "proxy", "misconfigured", "not_understood", "settings"}
	switch {
	case connection.Pause == roll.PausedAddress:
		return "misconfigured"
	case !connection.Failing():
		return ""
	case slices.Contains(named, connection.Problem):
		return connection.Problem
	}
	return "other"
}

// addOtherStudents adds the answers that the office sees once. They pause nothing.
func (p *Connections) addOtherStudents(v *visit.Visit, view *connecting.ConnectionView) error {
	named, err := p.OtherStudents.toSee(v)
	if err == nil {
		view.OtherStudents, err = p.OtherStudents.answers(v, named)
	}
	return err
}

// addWhy adds the school system's last answer about the longest waiting marks, in its own words.
func (p *Connections) addWhy(v *visit.Visit, view *connecting.ConnectionView) error {
	healthy := !v.Connection.Failing() && !v.Connection.Pause.Probed()
	if healthy || v.Backlog.Waiting == 0 || !v.May(auth.SeeReasons) {
		return nil
	}
	waiting, err := p.Store.Pending(v.Ctx, v.School.ID, roll.Outcomes(roll.Outcome.UnderWay)...)
	if err != nil || len(waiting) == 0 {
		return err
	}
	story, err := p.Store.Story(v.Ctx, v.School.ID, waiting[0].Save.Token)
	if err != nil {
		return err
	}
	for _, attempt := range slices.Backward(story.Attempts) {
		exchange, ok, err := attempt.Exchanged()
		if err != nil {
			return err
		}
		if ok && attempt.State != roll.Answered {
			view.Why = exchange.Answer()
			break
		}
	}
	return nil
}

// Waiting lists all marks that are not in the school system, for printing.
func (p *Connections) Waiting(v *visit.Visit) error {
	pending, err := p.Store.Pending(v.Ctx, v.School.ID, roll.Outcomes(roll.Outcome.Pending)...)
	if err != nil {
		return err
	}
	moved, err := p.Store.Moved(v.Ctx, v.School.ID)
	if err != nil {
		return err
	}
	for _, mark := range moved {
		pending = append(pending, mark.PendingMark)
	}
	view := &connecting.WaitingView{Page: p.pages.Page(v, "", layout.NavConnection), At: v.Now()}
	if view.Groups, err = p.groups(v, pending); err != nil {
		return err
	}
	return p.pages.Render(v, http.StatusOK, connecting.Waiting(view))
}

// groups groups marks by class and date, the longest waiting first, with the students of each in list order.
func (p *Connections) groups(v *visit.Visit, pending []roll.PendingMark) ([][]connecting.Kept, error) {
	var order []group
	members := make(map[group][]roll.PendingMark)
	for _, mark := range pending {
		of := group{mark.Save.Generation, mark.Save.Period, mark.Save.Class, mark.Save.Date}
		if members[of] == nil {
			order = append(order, of)
		}
		members[of] = append(members[of], mark)
	}
	groups := make([][]connecting.Kept, len(order))
	for i, of := range order {
		marks := members[of]
		numbers := mapped(marks, func(mark roll.PendingMark) roll.EnrolmentID { return mark.Enrolment })
		names, err := naming.NamesFor(v, p.Rosters, p.Store, marks[0].Save, numbers)
		if err != nil {
			return nil, err
		}
		slices.SortStableFunc(marks, func(a, b roll.PendingMark) int { return names.Place(a.Enrolment) - names.Place(b.Enrolment) })
		groups[i] = mapped(marks, func(mark roll.PendingMark) connecting.Kept {
			shown := kept(v, mark.Save)
			shown.Name, shown.Time = names.Of(mark.Enrolment, mark.Student), naming.WallTime(v, mark.Save.Observed)
			return shown
		})
	}
	return groups, nil
}

// group is a class of one generation on a date.
type group struct {
	generation int64
	period     roll.PeriodID
	class      roll.ClassID
	date       roll.Date
}

// addMoved adds the marks that wait for a decision after a change of the connection.
func (p *Connections) addMoved(v *visit.Visit, view *connecting.ConnectionView) error {
	marks, err := p.Store.Moved(v.Ctx, v.School.ID)
	if err != nil || len(marks) == 0 {
		return err
	}
	same, rest, err := p.Saving.Releasable(v.Ctx, v.School, marks)
	if err != nil {
		return err
	}
	moved := &connecting.MovedView{All: len(marks), Same: len(same), MayDecide: v.May(auth.ManageConnection), MaySend: maySendMoved(v)}
	if slices.ContainsFunc(marks, func(mark roll.MovedMark) bool { return mark.Save.Copied }) {
		moved.CopiedAt, err = p.Store.CopiedAt(v.Ctx)
	}
	for _, mark := range rest {
		shown := kept(v, mark.Save)
		shown.Enrolment, shown.Name = mark.Enrolment, naming.StudentName(v.Words, roll.Enrolment{ID: mark.Enrolment, Student: mark.Student, Given: mark.Given, Family: mark.Family})
		moved.Rest = append(moved.Rest, shown)
	}
	view.Moved = moved
	return err
}

// TakeList puts a held list in use, exactly as it was shown.
func (p *Connections) TakeList(v *visit.Visit) error {
	form := v.Request().PostForm
	err := p.Rosters.TakeHeld(v.Ctx, v.School.ID, roll.PeriodID(form.Get("period")), form.Get("list"))
	return visit.Done(v, err, p.pages.Paths.Connection(string(v.School.ID)))
}

// addLists adds the lists that are not up to date, each with the reason.
func (p *Connections) addLists(v *visit.Visit, view *connecting.ConnectionView) error {
	states, err := p.Store.ListProblems(v.Ctx, v.School.ID)
	if err != nil || len(states) == 0 {
		return err
	}
	held, heldErr := p.Store.HeldLists(v.Ctx, v.School.ID)
	periods, err := p.Store.Periods(v.Ctx, v.School.ID)
	if err := errors.Join(heldErr, err); err != nil {
		return err
	}
	note := func(list lists.List, trouble connecting.ListTrouble) {
		state, known := states[list]
		if !known {
			return
		}
		trouble.Clock, trouble.Problem = v.ClockOf(state.ReadAt), listProblem(state.Problem)
		if v.May(auth.ManageConnection) {
			trouble.SolveAt = p.pages.Paths.ConnectionSettings(string(v.School.ID), trouble.Call)
		}
		view.Lists = append(view.Lists, trouble)
	}
	note(lists.PeriodList, connecting.ListTrouble{Call: "periods"})
	note(lists.StatusList, connecting.ListTrouble{Call: "statuses"})
	for _, period := range periods {
		trouble := connecting.ListTrouble{Call: "students", Period: period}
		if at := slices.IndexFunc(held, func(list roll.HeldList) bool { return list.Period == period.ID }); at >= 0 {
			trouble.Held, trouble.Missing = &held[at], missingNames(v, held[at])
		}
		note(lists.StudentList(period.ID), trouble)
	}
	return nil
}

// listProblem returns the reason as a word. The page has a sentence for each.
func listProblem(problem string) string {
	if named := []string{"not_whole", "other_period", "twice", "shared", lists.ListHeld, lists.ListHasLeavers}; slices.Contains(named, problem) {
		return problem
	}
	return "other"
}

// missingNames returns some of the students missing in a held list, or whose numbers now belong to others.
func missingNames(v *visit.Visit, held roll.HeldList) string {
	const most = 5
	students := slices.Concat(held.Gone, held.Reassigned)
	return v.Words.List(mapped(students[:min(len(students), most)], func(student roll.Enrolment) string { return naming.StudentName(v.Words, student) }))
}
