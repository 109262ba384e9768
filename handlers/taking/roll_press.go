package taking

import (
	"net/http"
	"slices"

	"rollbook/handlers/desk"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
)

// Presses handles presses of Save on a roll.
type Presses struct {
	sheets    Sheets
	rollPages RollPages
	desk      *desk.Desk
}

// Take handles one press: it stores its marks, and the page shows their outcomes.
func (p *Presses) Take(v *visit.Visit, page desk.Page) error {
	press, err := desk.PressOf(v)
	if err != nil {
		return p.desk.Refuse(v, press, err, page)
	}
	return p.desk.Take(v, press, page)
}

// rollOf returns the roll of a press.
func rollOf(press submission.Press) visit.Query {
	return visit.Query{Period: press.Period, Class: press.Class, Date: press.Date}
}

// rememberOthers stores the person's choice of "25 others Present" for her next rolls. An empty or missing
// field means no change.
func (p *Presses) rememberOthers(v *visit.Visit) error {
	chosen := v.Request().PostForm.Get("others_wanted")
	wanted := chosen == "true" || chosen == "1"
	// The next user of a shared tablet is another person.
	if chosen == "" || !v.MaySave() || wanted != v.Person.OnlyTicked {
		return nil
	}
	preferences := v.Person.Preferences
	preferences.OnlyTicked = !wanted
	return v.Prefer(v.Ctx, preferences)
}

// Taken shows the outcomes: the changed cells if the page can use them, otherwise a page that can be reloaded
// safely.
func (p *Presses) Taken(v *visit.Visit, taken desk.Taken) error {
	if err := p.rememberOthers(v); err != nil {
		return err
	}
	read, err := p.sheets.ReadSince(v, rollOf(taken.Press))
	if err != nil {
		return err
	}
	// The rows of a page with other numbers are not those that were just read.
	current := taken.Press.Generation == v.School.Generation
	if visit.ByScript(v) && current {
		answer := p.savedAnswer(read, taken)
		answer.Signing, answer.Reason = p.rollPages.signatures.Form(v, nil), p.sheets.answerReason(read)
		answer.Changes = p.sheets.answerChanges(read, answer.Cells)
		p.sheets.lead(read, &answer.Summary)
		return p.sheets.pages.ShowAs(v, taken.Status(), taking.RollSaved(answer))
	}
	// On a shared tablet, no later page would ask an open question again.
	if current && (taken.Status() == http.StatusConflict || !v.MaySave() && taken.Asks()) {
		view := p.rollPages.Of(read)
		view.Summary = p.sheets.Summary(read, taken.Tokens())
		tickNeeding(view)
		p.sheets.lead(read, &view.Summary)
		return p.sheets.pages.ShowAs(v, taken.Status(), taking.Roll(view))
	}
	query, saves := read.query(), taken.Tokens()
	query.Save = string(saves[0])
	if len(saves) > 1 {
		query.OthersSave = string(saves[1])
	}
	p.rollPages.signatures.Carry(v)
	return visit.GoTo(v, p.sheets.pages.Paths.To(paths.Roll, v.School.ID, query))
}

func (p *Presses) savedAnswer(read *Sheet, taken desk.Taken) *taking.SaveAnswer {
	v, generation := read.Visit, taken.Press.Generation
	answer := p.sheets.answer(read, p.sheets.Summary(read, taken.Tokens()))
	answer.Save, answer.OthersSave = v.SaveTokenIn(generation), v.SaveTokenIn(generation)
	answer.Closed = v.Request().PostForm.Has("closed")
	p.rollPages.showSent(&answer.Page, v, taken.Tokens())
	answer.Cells = make([]part.Cell, 0, len(read.Roster.Rows))
	for _, acceptance := range taken.Accepted {
		for _, kept := range acceptance.Kept {
			answer.Cells = append(answer.Cells, fresh(read.Cell(kept.Enrolment)))
		}
		for _, held := range acceptance.Held {
			answer.Cells = append(answer.Cells, read.Cell(held.Enrolment))
		}
	}
	return answer
}

// answer returns the answer to a script with the summary, without cells.
func (s Sheets) answer(read *Sheet, summary part.Summary) *taking.SaveAnswer {
	class := read.Roster.Class
	return &taking.SaveAnswer{
		Page: s.pages.Page(read.Visit, class.Name, layout.NavClasses), Class: class, Period: read.Period, Date: read.Date,
		Summary: summary, Progress: read.progress(),
	}
}

// fresh returns the cell for the answer to a person's own save, which she has now seen.
func fresh(cell part.Cell) part.Cell {
	cell.Fresh = true
	return cell
}

// Refused shows the problem of a press, with all its input.
func (p *Presses) Refused(v *visit.Visit, refused desk.Refused) error {
	read, err := p.sheets.readRefused(v, rollOf(refused.Press))
	if err != nil {
		return err
	}
	if refused.Summary.Problem == part.OtherDate || refused.Summary.Problem == part.OtherPeriod {
		refused.Summary.Today = p.today(read)
	}
	signing := p.rollPages.signatures.Form(v, refused.Cause)
	if visit.ByScript(v) {
		answer := p.sheets.answer(read, refused.Summary)
		answer.Save, answer.OthersSave, answer.Signing = refused.Save, refused.OthersSave, signing
		answer.Reason = p.sheets.answerReason(read)
		answer.Reason.Refuse(refused.Press.Reason, refused.Lacks("summary"))
		return p.sheets.pages.ShowAs(v, refused.Status, taking.RollSaved(answer))
	}
	view := p.rollPages.Of(read)
	view.Summary = refused.Summary
	if refused.Summary.Problem != part.OtherPerson {
		press := refused.Press
		tickWhere(view, func(row *part.Row) bool { return slices.Contains(press.Enrolments, row.Enrolment) })
		view.Bar.Chosen = press.Status
		if _, err := roll.ParseTimeOfDay(press.Time); err == nil {
			view.Bar.Time = press.Time
		}
		view.Reason.Refuse(refused.Press.Reason, refused.Lacks("summary"))
	}
	view.Bar.Signing = signing
	view.Bar.Save, view.Bar.OthersSave = refused.Save, refused.OthersSave
	return p.sheets.pages.ShowAs(v, refused.Status, taking.Roll(view))
}

// today returns the address of the same class's roll of today.
func (p *Presses) today(read *Sheet) string {
	class := string(read.Roster.Class.ID)
	if read.Visit.Confined {
		return p.sheets.pages.Paths.To(paths.Door, class)
	}
	return p.sheets.pages.Paths.To(paths.Roll, read.Visit.School.ID, paths.RollQuery{Class: class})
}
