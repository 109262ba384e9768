package connecting

import (
	"slices"
	"strings"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/web/identity/auth"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

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
	return strings.Join(names, ", ")
}
