package taking

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views"
	"rollbook/views/part"
	"rollbook/web"
	"rollbook/web/auth"
	"rollbook/web/roll"
	"rollbook/web/saving"
)

// Saving accepts presses.
type Saving interface {
	Accept(ctx context.Context, school roll.School, by roll.Actor, press saving.Press) ([]roll.Acceptance, error)
	Await(ctx context.Context, connection roll.Connection, school roll.School, accepted []roll.Acceptance) error
}

// Presses takes presses of Save.
type Presses struct {
	*Rolls
	Saving      Saving
	Preferences visit.Preferences
	Known       KnownSaves
}

// Post takes one press: what it asks for is kept, and its outcomes are shown.
func (p *Presses) Post(v *visit.Visit) error {
	asked, err := p.QueryOf(v)
	if errors.Is(err, roll.ErrDate) {
		press, unread := PressOf(v.Request().PostForm, asked)
		return p.refuse(v, asked, press, errors.Join(err, unread))
	}
	if err != nil {
		return err
	}
	press, accepted, err := p.Keep(v, asked)
	if err != nil {
		return p.refuse(v, asked, press, err)
	}
	if err := p.rememberOthers(v, press); err != nil {
		return err
	}
	if err := p.Saving.Await(v.Ctx, v.Connection, v.School, accepted); err != nil {
		return err
	}
	return p.answer(v, asked, accepted)
}

// Keep reads the press of a form and has it kept. Whatever of it could be read comes back
// beside an error.
func (p *Presses) Keep(v *visit.Visit, asked Query) (saving.Press, []roll.Acceptance, error) {
	press, err := PressOf(v.Request().PostForm, asked)
	if err != nil {
		return press, nil, err
	}
	if v.Request().PostForm.Get("date") == "" {
		// Today is what whoever looks means; whoever saves has seen a date.
		return press, nil, roll.Problem(roll.Malformed, "roll.problem.no_such_date")
	}
	if err := p.Owned(v, press); err != nil {
		return press, nil, err
	}
	if err := p.open(v, asked.Date, press.Save); err != nil {
		return press, nil, err
	}
	accepted, err := p.Saving.Accept(v.Ctx, v.School, v.Actor(), press)
	return press, accepted, err
}

// Owned tells whether the page was made for who presses.
func (p *Presses) Owned(v *visit.Visit, press saving.Press) error {
	tokens := press.Tokens()
	if len(tokens) == 0 {
		tokens = []roll.Token{press.Save}
	}
	for _, token := range tokens {
		switch err := p.Tokens.Check(token, v.Person.ID); {
		case errors.Is(err, auth.ErrTokenForeign):
			return roll.Problem(roll.Stale, "roll.problem.other_person").Because(err)
		case err != nil:
			return roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
		}
	}
	return nil
}

// rememberOthers keeps the choice "and the others" for the person's next roll.
func (p *Presses) rememberOthers(v *visit.Visit, press saving.Press) error {
	chosen := press.OthersStatus != 0
	if chosen == v.Person.Others || !v.Request().PostForm.Has("others_save") {
		return nil
	}
	return v.Prefer(p.Preferences, v.Person.SingleKeys, chosen)
}

// answer shows the outcomes: the changed cells where the page can take them, else a
// page that can be read again without sending anything.
func (p *Presses) answer(v *visit.Visit, asked Query, accepted []roll.Acceptance) error {
	read, err := p.read(v, asked)
	if err != nil {
		return err
	}
	status := http.StatusOK
	if !AnyKept(accepted) {
		status = http.StatusConflict
	}
	if visit.ByScript(v) {
		answer := p.savedAnswer(read, accepted)
		if answer.Changes, err = p.answerChanges(read, answer.Cells); err != nil {
			return err
		}
		return p.Render(v, status, views.RollSaved(answer))
	}
	if status == http.StatusConflict {
		view, err := p.view(read)
		if err != nil {
			return err
		}
		view.Summary = p.Summary(read, tokensOf(accepted))
		tickNeeding(view)
		return p.Render(v, status, views.Roll(view))
	}
	query := read.query()
	query.Save = string(accepted[0].Save.Token)
	if len(accepted) > 1 {
		query.OthersSave = string(accepted[1].Save.Token)
	}
	return v.Redirect(http.StatusSeeOther, p.Paths.Roll(string(v.School.ID), query))
}

// AnyKept tells whether something of a press was kept, and not all of it held.
func AnyKept(accepted []roll.Acceptance) bool {
	for _, acceptance := range accepted {
		if len(acceptance.Kept) > 0 {
			return true
		}
	}
	return false
}

func tokensOf(accepted []roll.Acceptance) []roll.Token {
	tokens := make([]roll.Token, len(accepted))
	for i, acceptance := range accepted {
		tokens[i] = acceptance.Save.Token
	}
	return tokens
}

func (p *Presses) savedAnswer(read *Sheet, accepted []roll.Acceptance) *views.SaveAnswer {
	v := read.Visit
	answer := &views.SaveAnswer{
		Page: p.Page(v, read.Roster.Class.Name, views.NavClasses), Class: read.Roster.Class, Period: read.Period, Date: read.Date,
		Summary: p.Summary(read, tokensOf(accepted)), Recorded: read.recorded(), Students: len(read.Roster.Rows),
		Save: p.Tokens.New(v.Person.ID), OthersSave: p.Tokens.New(v.Person.ID), Closed: v.Request().PostForm.Has("closed"),
	}
	p.showSent(&answer.Page, v, tokensOf(accepted))
	answer.Cells = make([]part.Cell, 0, len(read.Roster.Rows))
	for _, acceptance := range accepted {
		for _, kept := range acceptance.Kept {
			answer.Cells = append(answer.Cells, fresh(read.Cell(kept.Enrolment)))
		}
		for _, held := range acceptance.Held {
			answer.Cells = append(answer.Cells, read.Cell(held.Enrolment))
		}
	}
	return answer
}

// fresh is the cell in the answer to a person's own save: she has now seen it.
func fresh(cell part.Cell) part.Cell {
	cell.Fresh = true
	return cell
}

// refuse shows what is wrong with a press, with everything that was entered.
func (p *Presses) refuse(v *visit.Visit, asked Query, press saving.Press, cause error) error {
	status, summary := p.Refusal(v, cause)
	if status >= http.StatusInternalServerError && roll.KindOf(cause) != roll.Unkept || status == http.StatusNotFound {
		return cause
	}
	read, err := p.read(v, asked)
	if err != nil {
		return errors.Join(cause, err)
	}
	if visit.ByScript(v) {
		return p.Render(v, status, views.RollSaved(&views.SaveAnswer{
			Page: p.Page(v, read.Roster.Class.Name, views.NavClasses), Class: read.Roster.Class, Period: read.Period, Date: read.Date,
			Summary: summary, Recorded: read.recorded(), Students: len(read.Roster.Rows),
			Save: p.NextToken(v, press.Save, status), OthersSave: p.NextToken(v, press.OthersSave, status),
		}))
	}
	view, err := p.view(read)
	if err != nil {
		return errors.Join(cause, err)
	}
	view.Summary = summary
	if summary.Problem != part.OtherPerson {
		keepEntered(view, press)
	}
	view.Bar.Save, view.Bar.OthersSave = p.NextToken(v, press.Save, status), p.NextToken(v, press.OthersSave, status)
	return p.Render(v, status, views.Roll(view))
}

// NextToken is the token of the next press. A press that could not be kept is
// pressed again as it is: if it was kept after all, its first answer comes.
func (p *Presses) NextToken(v *visit.Visit, pressed roll.Token, status int) roll.Token {
	if status == http.StatusServiceUnavailable && pressed != "" {
		return pressed
	}
	return p.Tokens.New(v.Person.ID)
}

// Refusal is the status of the answer to a press that was not kept, and what it says.
func (p *Presses) Refusal(v *visit.Visit, cause error) (int, part.Summary) {
	var other *roll.OtherContentError
	if errors.As(cause, &other) {
		return http.StatusConflict, part.Summary{
			Problem:     part.AlreadySent,
			ProblemText: v.Words.Text("roll.problem.already_sent_as", "Status", other.First.Status.Name, "Clock", v.ClockOf(other.First.AcceptedAt)),
		}
	}
	var problem *roll.Error
	if errors.As(cause, &problem) && problem.Kind == roll.Unkept {
		return http.StatusServiceUnavailable, part.Summary{Problem: part.NotKept}
	}
	if errors.As(cause, &problem) {
		return visit.StatusOf(cause), part.Summary{
			Problem:     part.Problem(strings.TrimPrefix(problem.Message, "roll.problem.")),
			ProblemText: v.Words.Text(problem.Message, readable(v, problem.Values)...), Closed: isClosedProblem(problem),
		}
	}
	return http.StatusInternalServerError, part.Summary{}
}

// readable writes the dates among the values of a message as people say them.
func readable(v *visit.Visit, values []any) []any {
	said := slices.Clone(values)
	for i, value := range said {
		if date, ok := value.(roll.Date); ok {
			said[i] = v.Words.LongDate(date.Noon(v.School.Zone))
		}
	}
	return said
}

// keepEntered puts what was entered back into the page.
func keepEntered(view *views.RollView, press saving.Press) {
	ticked := make(map[roll.EnrolmentID]bool, len(press.Enrolments))
	for _, id := range press.Enrolments {
		ticked[id] = true
	}
	for i := range view.Rows {
		view.Rows[i].Ticked = ticked[view.Rows[i].Enrolment]
	}
	view.Bar.Chosen, view.Bar.Reason, view.Bar.OthersChosen = press.Status, press.Reason, press.OthersStatus != 0
	if _, err := roll.ParseTimeOfDay(press.Time); err == nil {
		view.Bar.Time = press.Time
	}
}

// PressOf reads a form. Whatever of it could be read comes back beside the error.
func PressOf(form url.Values, asked Query) (saving.Press, error) {
	press := saving.Press{Period: asked.Period, Class: asked.Class, Date: asked.Date, Seen: make(map[roll.EnrolmentID]int64)}
	var failures []error
	text := func(name string) string {
		value, err := web.Single(form, name)
		failures = append(failures, err)
		return value
	}
	read := func(err error) { failures = append(failures, err) }
	press.Save, press.OthersSave = roll.Token(text("save")), roll.Token(text("others_save"))
	press.Check, press.Time, press.Reason = text("check"), text("time"), strings.TrimSpace(text("reason"))
	var err error
	press.Enrolments, err = visit.EnrolmentsOf(form["enrolment"])
	read(err)
	press.Others, err = visit.EnrolmentsOf(form["other"])
	read(err)
	press.Status, err = visit.StatusIDOf(text("status"))
	read(err)
	press.OthersStatus, err = visit.StatusIDOf(text("others"))
	read(err)
	read(readSeen(form["seen"], press.Seen))
	if !form.Has("other") && press.OthersStatus != 0 {
		press.Others = unmarked(form["seen"])
	}
	if err := errors.Join(failures...); err != nil {
		return press, roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
	}
	return press, nil
}

// readSeen reads "enrolment:version", repeated.
func readSeen(texts []string, seen map[roll.EnrolmentID]int64) error {
	for _, text := range texts {
		id, version, found := strings.Cut(text, ":")
		enrolment, err := roll.ParseEnrolmentID(id)
		if err != nil {
			return err
		}
		number, err := strconv.ParseInt(version, 10, 64)
		if err != nil || !found || number < 0 || strconv.FormatInt(number, 10) != version {
			return roll.ErrIdentifier
		}
		if before, again := seen[enrolment]; again && before != number {
			return roll.ErrIdentifier
		}
		seen[enrolment] = number
	}
	return nil
}

// unmarked are the students that the page showed without a mark, where no script
// listed the others: they and nobody else are meant.
func unmarked(seen []string) []roll.EnrolmentID {
	var others []roll.EnrolmentID
	for _, text := range seen {
		id, version, _ := strings.Cut(text, ":")
		if enrolment, err := roll.ParseEnrolmentID(id); err == nil && version == "0" {
			others = append(others, enrolment)
		}
	}
	return others
}
