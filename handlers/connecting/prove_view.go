package connecting

import (
	"cmp"
	"errors"
	"slices"
	"strconv"

	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// proveView returns the state of the last two steps. inForce reports whether the shown draft is in force.
func (p *ProofPage) proveView(v *visit.Visit, inForce bool) (*connecting.ProveView, error) {
	view := &connecting.ProveView{
		Before: v.School.Proof == roll.ConnectedBefore, Later: !inForce,
		Paused: v.Connection.Pause == roll.PausedStudents,
	}
	isBegun := inForce || v.School.Mapping != "" // lists that nobody took into use prove nothing
	if isOn(v.School) && isBegun {
		why, whyErr := p.whyOn(v)
		view.On, view.Went = why, wentText(v)
		if view.Went == "" {
			return view, whyErr
		}
		first, err := p.firstRoll(v)
		view.Roll = first
		return view, errors.Join(whyErr, err)
	}
	marks, err := p.marksNow(v)
	if err != nil {
		return nil, err
	}
	view.MayOn = !view.Paused && inForce && roll.Prove(marks)
	view.Marks, err = p.marksView(v, marks, view.MayOn)
	if err == nil && !view.Paused && !view.Later {
		view.Try, err = p.tryView(v)
	}
	return view, err
}

// firstRoll returns the address of the first class's roll, or "" without classes.
func (p *ProofPage) firstRoll(v *visit.Visit) (string, error) {
	try, err := p.classesToTry(v)
	if err != nil || len(try.Classes) == 0 {
		return "", err
	}
	return p.pages.Paths.Roll(string(v.School.ID), paths.RollQuery{Period: string(try.Period), Class: string(try.Classes[0].ID)}), nil
}

// wentText returns the sentence about the number of kept marks that are now sent, after switching on.
func wentText(v *visit.Visit) string {
	kept, err := strconv.Atoi(v.QueryParam("on"))
	switch {
	case err != nil || kept < 0:
		return ""
	case kept == 0:
		return v.Words.Text("prove.went_none")
	}
	return v.Words.Count("prove.went", kept)
}

// whyOn explains why the school's saves are sent.
func (p *ProofPage) whyOn(v *visit.Visit) (string, error) {
	key, kind := language.Key("prove.is_on.marks"), roll.SwitchedOn
	switch v.School.Proof {
	case roll.ProvenByDocument:
		return v.Words.Text("prove.is_on.document"), nil
	case roll.ProvenByAnswer:
		return v.Words.Text("prove.is_on.answer"), nil
	case roll.ProvenByAdmin:
		key, kind = "prove.is_on.admin", roll.MarksAreRight
	case roll.ProvenByMarks, roll.ConnectedBefore, roll.Unproven:
	}
	decisions, err := p.Store.ConnectionDecisions(v.Ctx, v.School.ID)
	at := slices.IndexFunc(decisions, func(decision roll.ConnectionDecision) bool { return decision.Kind == kind })
	if at < 0 {
		return v.Words.Text("prove.problem.on"), err
	}
	clock := v.Words.ShortDate(v.Local(decisions[at].At)) + " " + v.ClockOf(decisions[at].At)
	return v.Words.Text(key, "By", decisions[at].By.Name, "Clock", clock), err
}

// marksView returns the tried marks with their outcomes. Once they prove the connection it asks no more
// questions.
func (p *ProofPage) marksView(v *visit.Visit, marks []roll.GuidedMark, proven bool) ([]connecting.ProveMark, error) {
	named, err := p.Store.OthersNamed(v.Ctx, v.School.ID)
	if err != nil {
		return nil, err
	}
	var all []connecting.ProveMark
	for _, mark := range marks {
		names, err := naming.NamesOf(v, p.Rosters, mark.Period)
		if err != nil {
			return nil, err
		}
		unknown, err := p.knowsNot(v, mark)
		if err != nil {
			return nil, err
		}
		all = append(all, proveMark(v, mark, names, namedInstead(mark, names, named), proven, unknown))
	}
	return all, nil
}

// namedInstead returns the names of the students whom answers named in place of the mark's student.
func namedInstead(mark roll.GuidedMark, names naming.Names, named []roll.OtherNamed) []string {
	var others []string
	for _, other := range named {
		if name, _ := names.Named(other.Student); other.Save == mark.Save && other.Instead && !slices.Contains(others, name) {
			others = append(others, name)
		}
	}
	return others
}

func proveMark(v *visit.Visit, mark roll.GuidedMark, names naming.Names, others []string, proven, unknown bool) connecting.ProveMark {
	shown := connecting.ProveMark{
		Save: mark.Save, Name: names.Of(mark.Enrolment, mark.Student), Status: cmp.Or(mark.Returned, mark.Status), Number: mark.Enrolment,
		UnderWay: mark.Outcome.UnderWay() && len(others) == 0, Unknown: unknown,
		Denied: mark.Seen == roll.SeenWrong, Wrong: mark.Seen == roll.SeenWrong || len(others) > 0, MayBe: others,
	}
	shown.Asks = mark.Reached() && mark.Seen == roll.NotLookedUp && !proven && !shown.Wrong
	// If the list's two numbers were swapped, the sent number is another student's id.
	if name, known := names.Named(roll.StudentID(mark.Enrolment)); shown.Denied && known && name != shown.Name {
		shown.MayBe = append(shown.MayBe, name)
	}
	key := outcomeKey(mark, others)
	if unknown {
		key = "prove.mark.unknown"
	}
	shown.Sentence = v.Words.Text(key, "Name", shown.Name, "Number", mark.Enrolment, "Status", mark.Status,
		"Returned", mark.Returned, "Clock", v.ClockOf(mark.MadeAt), "Others", v.Words.List(others))
	return shown
}

// outcomeKey returns the message key for the outcome of a tried mark.
func outcomeKey(mark roll.GuidedMark, others []string) language.Key {
	switch {
	case len(others) > 0:
		return "prove.mark.others"
	case mark.Reached() && mark.Student != 0:
		return "prove.mark.saved_named"
	case mark.Reached():
		return "prove.mark.saved_unnamed"
	}
	switch mark.Outcome {
	case roll.Confirming, roll.Waiting:
		return "prove.mark.under_way"
	case roll.Refused:
		return "prove.mark.refused"
	case roll.Stopped:
		return "prove.mark.stopped"
	case roll.None, roll.Saved, roll.Differs, roll.Conflict, roll.Superseded:
	}
	return "prove.mark.replaced"
}

// classesToTry returns today's classes that the visitor may see.
func (p *ProofPage) classesToTry(v *visit.Visit) (connecting.ProveTry, error) {
	try := connecting.ProveTry{Date: v.Today()}
	period, err := naming.PeriodIn(v, p.Rosters, "", try.Date)
	if errors.Is(err, roll.ErrNoPeriods) {
		return try, nil
	}
	if err != nil {
		return try, err
	}
	try.Period = period.ID
	classes, _, err := p.Rosters.Classes(v.Ctx, v.School, period.ID)
	try.Classes = naming.NamedClasses(v, classes)
	return try, err
}

// tryView returns the choice of the next mark, from the address as far as given; by default the first class.
func (p *ProofPage) tryView(v *visit.Visit) (connecting.ProveTry, error) {
	try, err := p.classesToTry(v)
	if err != nil || len(try.Classes) == 0 {
		return try, err
	}
	try.Class = try.Classes[0].ID
	requested := roll.ClassID(v.QueryParam("class"))
	if slices.ContainsFunc(try.Classes, func(class roll.Class) bool { return class.ID == requested }) {
		try.Class = requested
	}
	return try, p.chooseStudent(v, &try)
}

// chooseStudent adds the students of the class and the statuses and, when both are chosen, the effect of the
// mark.
func (p *ProofPage) chooseStudent(v *visit.Visit, try *connecting.ProveTry) error {
	roster, err := p.Rosters.Roster(v.Ctx, v.School, try.Period, try.Class)
	if err != nil {
		return err
	}
	read := &taking.Sheet{Visit: v, Roster: roster}
	statuses, _, statusErr := p.Rosters.Statuses(v.Ctx, v.School, try.Period)
	marks, marksErr := p.Store.Marks(v.Ctx, v.School.ID, try.Date, read.Enrolments())
	students, _, err := p.Rosters.Students(v.Ctx, v.School, try.Period)
	if err := errors.Join(statusErr, marksErr, err); err != nil {
		return err
	}
	try.Statuses = statuses
	namesakes := roll.Namesakes(students)
	var name, status string
	for _, student := range roster.Rows {
		if namesakes[student.ID] {
			continue
		}
		shown := layout.Option{Value: student.ID.String(), Text: read.Name(student)}
		if shown.Value == v.QueryParam("student") {
			name, try.Student, try.Seen = shown.Text, student.ID, marks[student.ID].Version
		}
		if mark := marks[student.ID]; mark.Version > 0 {
			shown.Text = v.Words.Text("prove.marked", "Name", shown.Text, "Status", mark.Status.Name)
		}
		try.Students = append(try.Students, shown)
	}
	for _, one := range try.Statuses {
		if one.ID.String() == v.QueryParam("status") {
			status, try.Status = one.Name, one.ID
		}
	}
	if name != "" && status != "" {
		try.Save = v.SaveToken()
		try.Sets = v.Words.Text("prove.sets", "Name", name, "Status", status)
	}
	return nil
}
