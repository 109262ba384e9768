package connecting

import (
	"slices"
	"strconv"

	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// prove returns the state of the last two steps (visit.Check). inForce reports whether the shown draft is in force.
func (c *Connects) prove(v *visit.Visit, inForce bool) connecting.ProveView {
	view := connecting.ProveView{Before: v.School.Proof == roll.ConnectedBefore,
		Paused: v.Connection.Pause == roll.PausedStudents}
	isBegun := inForce || v.School.Mapping != "" // lists that nobody took into use prove nothing
	if isOn(v.School) && isBegun {
		view.On, view.Went = c.whyOn(v), wentText(v)
		if period, classes := c.classesToTry(v); view.Went != "" && len(classes) > 0 {
			first := paths.RollQuery{Period: string(period), Class: string(classes[0].ID)}
			view.Roll = c.pages.Paths.To(paths.Roll, v.School.ID, first)
		}
		return view
	}
	marks := c.marksNow(v)
	view.MayOn = !view.Paused && inForce && roll.Prove(marks)
	view.Marks = c.provedMarks(v, marks, view.MayOn)
	if !view.Paused && inForce {
		view.Try = c.try(v)
	}
	return view
}

// wentText returns the sentence about the number of kept marks that are now sent, after switching on.
func wentText(v *visit.Visit) string {
	waited, err := strconv.Atoi(v.QueryParam("on"))
	switch {
	case err != nil || waited < 0:
		return ""
	case waited == 0:
		return v.Words.Text("prove.went_none")
	}
	return v.Words.Count("prove.went", waited)
}

// whyOn explains why the school's saves are sent.
func (c *Connects) whyOn(v *visit.Visit) string {
	key, kind := language.Key("prove.is_on.marks"), roll.SwitchedOn
	switch v.School.Proof {
	case roll.ProvenByDocument:
		return v.Words.Text("prove.is_on.document")
	case roll.ProvenByAnswer:
		return v.Words.Text("prove.is_on.answer")
	case roll.ProvenByAdmin:
		key, kind = "prove.is_on.admin", roll.MarksAreRight
	case roll.ProvenByMarks, roll.ConnectedBefore, roll.Unproven:
	}
	decisions := visit.Read(v, c.store.ConnectionDecisions)
	at := slices.IndexFunc(decisions, func(decision roll.ConnectionDecision) bool { return decision.Kind == kind })
	if at < 0 {
		return v.Words.Text("prove.problem.on")
	}
	clock := v.Words.ShortDate(v.Local(decisions[at].At)) + " " + v.ClockOf(decisions[at].At)
	return v.Words.Text(key, "By", decisions[at].By.Name, "Clock", clock)
}

// provedMarks returns the tried marks with their outcomes. Once they prove the connection it asks no more questions.
func (c *Connects) provedMarks(v *visit.Visit, marks []roll.GuidedMark, proven bool) []connecting.ProveMark {
	named := visit.Read(v, c.store.OthersNamed)
	return mapped(marks, func(mark roll.GuidedMark) connecting.ProveMark {
		names := naming.NamesOf(v, mark.Period)
		others := namedInstead(mark, names, named)
		shown := connecting.ProveMark{
			GuidedMark: mark, Name: names.Of(mark.Enrolment, mark.Student), MayBe: others, Unknown: c.isUnknown(v, mark),
			UnderWay: mark.Outcome.UnderWay() && len(others) == 0, Wrong: mark.Seen == roll.SeenWrong || len(others) > 0,
		}
		shown.Asks = mark.Reached() && mark.Seen == roll.NotLookedUp && !proven && !shown.Wrong
		// If the list's two numbers were swapped, the sent number is another student's id.
		if name, known := names.Named(roll.StudentID(mark.Enrolment)); shown.Denied() && known && name != shown.Name {
			shown.MayBe = append(shown.MayBe, name)
		}
		shown.Sentence = v.Words.Text(outcomeKey(shown, others), "Name", shown.Name, "Number", mark.Enrolment, "Status",
			mark.Status, "Returned", mark.Returned, "Clock", v.ClockOf(mark.MadeAt), "Others", v.Words.List(others))
		return shown
	})
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

// outcomeKey returns the message key for the outcome of a tried mark.
func outcomeKey(mark connecting.ProveMark, others []string) language.Key {
	switch {
	case mark.Unknown:
		return "prove.mark.unknown"
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

// classesToTry returns the period of today's rolls, and its classes that the visitor may see (visit.Check).
func (c *Connects) classesToTry(v *visit.Visit) (roll.PeriodID, []roll.Class) {
	period := c.periodNow(v).ID
	if period == "" {
		return "", nil
	}
	classes, _, err := c.rosters.Classes(v.Ctx, v.School, period)
	v.Check(err)
	return period, naming.NamedClasses(v, classes)
}

// try returns the choice of the next mark, from the address as far as given; by default the first class. When a
// student and a status are chosen, it describes the effect of the mark (visit.Check).
func (c *Connects) try(v *visit.Visit) connecting.ProveTry {
	period, classes := c.classesToTry(v)
	if len(classes) == 0 {
		return connecting.ProveTry{}
	}
	requested := roll.ClassID(v.QueryParam("class"))
	class := classes[max(0, slices.IndexFunc(classes, func(class roll.Class) bool { return class.ID == requested }))].ID
	try := connecting.ProveTry{Classes: classes, Class: class, Statuses: v.Statuses(period)}
	roster := visit.Checked(c.rosters.Roster(v.Ctx, v.School, period, class, v.Today()))(v)
	read := &taking.Sheet{Visit: v, Roster: roster}
	marks := visit.Checked(c.store.Marks(v.Ctx, v.School.ID, v.Today(), read.Enrolments()))(v)
	var name, seen, status string
	for _, student := range roster.Rows {
		if student.Namesake != roll.NoNamesake {
			continue
		}
		shown := layout.Option{Value: student.ID.String(), Text: naming.StudentName(v.Words, student)}
		mark := marks[student.ID]
		if shown.Value == v.QueryParam("student") {
			name, seen, try.Student = shown.Text, part.Version(student.ID, mark.Version), shown.Value
		}
		if mark.Version > 0 {
			shown.Text = v.Words.Text("prove.marked", "Name", shown.Text, "Status", mark.Status.Name)
		}
		try.Students = append(try.Students, shown)
	}
	for _, one := range try.Statuses {
		if one.ID.String() == v.QueryParam("status") {
			status, try.Status = one.Name, one.ID.String()
		}
	}
	if name != "" && status != "" {
		try.Sets = v.Words.Text("prove.sets", "Name", name, "Status", status)
		try.Fields = []string{"save", string(v.SaveToken()), "period", string(period), "class", string(class),
			"date", string(v.Today()), "enrolment", try.Student, "status", try.Status, "seen", seen}
	}
	return try
}
