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
	"rollbook/web/language"
	"rollbook/web/lists/rosters"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
	"rollbook/web/store"
	"rollbook/web/store/lists"
)

// Start starts sending from a copied database.
func (p *Connections) Start(v *visit.Visit) error {
	if err := p.Store.StartSending(v.Ctx); err != nil {
		return err
	}
	return visit.GoTo(v, p.pages.Paths.Connection(string(v.School.ID)))
}

// Get shows the state of the connection, and the stopped saves.
func (p *Connections) Get(v *visit.Visit) error { return p.show(v, http.StatusOK, "") }

// EnterKey stores a new key that works. Marks that waited for it continue automatically.
func (p *Connections) EnterKey(v *visit.Visit) error {
	err := p.Keys.EnterKey(v.Ctx, v.School, strings.TrimSpace(v.Request().PostForm.Get("key")))
	if problem, ok := errors.AsType[*roll.Error](err); ok && problem.Kind == roll.Meaningless {
		return p.show(v, http.StatusUnprocessableEntity, problem.Message)
	}
	if err != nil {
		return err
	}
	return visit.GoTo(v, p.pages.Paths.Connection(string(v.School.ID)))
}

// keyView returns the card of the key for an admin; nil for others.
func (p *Connections) keyView(v *visit.Visit, refused language.Key) (*connecting.KeyView, error) {
	if !v.May(auth.ManageKeys) {
		return nil, nil
	}
	lastFour, since, err := p.Keys.KeyInUse(v.Ctx, v.School.ID)
	if err != nil {
		return nil, err
	}
	view := &connecting.KeyView{LastFour: lastFour, Since: v.Words.ShortDate(v.Local(since))}
	if refused != "" {
		view.Refused = v.Words.Text(refused)
	}
	return view, nil
}

func (p *Connections) show(v *visit.Visit, status int, keyRefused language.Key) error {
	stopped, err := p.Store.Pending(v.Ctx, v.School.ID, roll.Stopped)
	if err != nil {
		return err
	}
	backlog, err := p.Store.Backlog(v.Ctx, 0, v.School.ID)
	if err != nil {
		return err
	}
	why, err := p.why(v)
	if err != nil {
		return err
	}
	key, err := p.keyView(v, keyRefused)
	if err != nil {
		return err
	}
	unreviewed, err := p.OtherStudents.unreviewed(v)
	if err != nil {
		return err
	}
	lists, err := p.listsView(v)
	if err != nil {
		return err
	}
	moved, err := p.moved(v)
	if err != nil {
		return err
	}
	return p.pages.Render(v, status, connecting.Connection(&connecting.ConnectionView{
		Moved: moved, Page: p.pages.Page(v, "", layout.NavConnection), Key: key, Problem: problemOf(v.Connection), Why: why, MayStart: v.Connection.Copied && v.May(auth.ManageConnection),
		Waiting: backlog.Waiting, Oldest: v.ClockOf(backlog.Oldest), Stopped: stoppedSaves(v, stopped), OtherStudents: unreviewed, Lists: lists,
	}))
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

// why returns the school system's last answer about the longest waiting marks, in its own words.
func (p *Connections) why(v *visit.Visit) (string, error) {
	healthy := !v.Connection.Failing() && !v.Connection.Pause.Probed()
	if healthy || v.Backlog.Waiting == 0 || !v.May(auth.SeeReasons) {
		return "", nil
	}
	waiting, err := p.Store.Pending(v.Ctx, v.School.ID, roll.Outcomes(roll.Outcome.UnderWay)...)
	if err != nil || len(waiting) == 0 {
		return "", err
	}
	story, err := p.Store.Story(v.Ctx, v.School.ID, waiting[0].Save.Token)
	if err != nil {
		return "", err
	}
	for _, attempt := range slices.Backward(story.Attempts) {
		exchange, ok, err := attempt.Exchanged()
		if err != nil {
			return "", err
		}
		if ok && attempt.State != roll.Answered {
			return exchange.Answer(), nil
		}
	}
	return "", nil
}

// kept describes a save that is not in the school system.
func kept(v *visit.Visit, save roll.Save) connecting.Kept {
	return connecting.Kept{
		Token: save.Token, Class: naming.SavedFor(v, save), Date: save.Date, Status: save.Status.Name,
		By: visit.Byline(v.Words, save.By), Clock: v.ClockOf(save.AcceptedAt),
	}
}

// stoppedSaves groups stopped marks by save.
func stoppedSaves(v *visit.Visit, stopped []roll.PendingMark) []connecting.Kept {
	var saves []connecting.Kept
	for _, mark := range stopped {
		if len(saves) == 0 || saves[len(saves)-1].Token != mark.Save.Token {
			saves = append(saves, kept(v, mark.Save))
		}
		saves[len(saves)-1].Students++
	}
	return saves
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
	now := v.Now()
	view := &connecting.WaitingView{Page: p.pages.Page(v, "", layout.NavConnection), Clock: v.ClockOf(now), Date: v.School.Today(now)}
	if view.Groups, err = p.groups(v, pending); err != nil {
		return err
	}
	return p.pages.Render(v, http.StatusOK, connecting.Waiting(view))
}

// group is a class of one generation on a date.
type group struct {
	generation int64
	period     roll.PeriodID
	class      roll.ClassID
	date       roll.Date
}

// groups groups marks by class and date, the longest waiting first, with the students of each in list order.
func (p *Connections) groups(v *visit.Visit, pending []roll.PendingMark) ([]connecting.WaitingGroup, error) {
	var order []group
	members := make(map[group][]roll.PendingMark)
	for _, mark := range pending {
		of := group{mark.Save.Generation, mark.Save.Period, mark.Save.Class, mark.Save.Date}
		if members[of] == nil {
			order = append(order, of)
		}
		members[of] = append(members[of], mark)
	}
	groups := make([]connecting.WaitingGroup, len(order))
	for i, of := range order {
		marks := members[of]
		numbers := make([]roll.EnrolmentID, len(marks))
		for i, mark := range marks {
			numbers[i] = mark.Enrolment
		}
		names, err := naming.NamesFor(v, p.Rosters, p.Store, marks[0].Save, numbers)
		if err != nil {
			return nil, err
		}
		slices.SortStableFunc(marks, func(a, b roll.PendingMark) int { return names.Place(a.Enrolment) - names.Place(b.Enrolment) })
		groups[i] = connecting.WaitingGroup{Class: naming.SavedFor(v, marks[0].Save), Date: of.date}
		for _, mark := range marks {
			shown := kept(v, mark.Save)
			shown.Name, shown.Time = names.Of(mark.Enrolment, mark.Student), naming.WallTime(v, mark.Save.Observed)
			groups[i].Marks = append(groups[i].Marks, shown)
		}
	}
	return groups, nil
}

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

// TakeList puts a held list in use, exactly as it was shown.
func (p *Connections) TakeList(v *visit.Visit) error {
	form := v.Request().PostForm
	period, shown := form.Get("period"), form.Get("list")
	if err := p.Rosters.TakeHeld(v.Ctx, v.School.ID, roll.PeriodID(period), shown); err != nil {
		return err
	}
	return visit.GoTo(v, p.pages.Paths.Connection(string(v.School.ID)))
}

// listsView returns the lists that are not up to date, each with the reason.
func (p *Connections) listsView(v *visit.Visit) ([]connecting.ListTrouble, error) {
	states, err := p.Store.ListProblems(v.Ctx, v.School.ID)
	if err != nil || len(states) == 0 {
		return nil, err
	}
	held, err := p.Store.HeldLists(v.Ctx, v.School.ID)
	if err != nil {
		return nil, err
	}
	periods, err := p.Store.Periods(v.Ctx, v.School.ID)
	if err != nil {
		return nil, err
	}
	var all []connecting.ListTrouble
	note := func(list lists.List, trouble connecting.ListTrouble) {
		state, known := states[list]
		if !known {
			return
		}
		trouble.Clock, trouble.Problem = v.ClockOf(state.ReadAt), listProblem(state.Problem)
		if v.May(auth.ManageConnection) {
			trouble.SolveAt = p.pages.Paths.ConnectionSettings(string(v.School.ID), trouble.Call)
		}
		all = append(all, trouble)
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
	return all, nil
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
	var names []string
	for _, student := range slices.Concat(held.Gone, held.Reassigned)[:min(len(held.Gone)+len(held.Reassigned), most)] {
		names = append(names, naming.StudentName(v.Words, student))
	}
	return v.Words.List(names)
}
