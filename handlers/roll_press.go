package handlers

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

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

// presses takes presses of Save.
type presses struct {
	*rolls
	saving      Saving
	preferences Preferences
	known       KnownSaves
}

// post takes one press: what it asks for is kept, and its outcomes are shown.
func (p *presses) post(v *visit) error {
	asked, err := p.queryOf(v)
	if errors.Is(err, roll.ErrDate) {
		press, unread := pressOf(v.Request().PostForm, asked)
		return p.refuse(v, asked, press, errors.Join(err, unread))
	}
	if err != nil {
		return err
	}
	press, accepted, err := p.keep(v, asked)
	if err != nil {
		return p.refuse(v, asked, press, err)
	}
	if err := p.rememberOthers(v, press); err != nil {
		return err
	}
	if err := p.saving.Await(v.ctx, v.connection, v.school, accepted); err != nil {
		return err
	}
	return p.answer(v, asked, accepted)
}

// keep reads the press of a form and has it kept. Whatever of it could be read comes back
// beside an error.
func (p *presses) keep(v *visit, asked query) (saving.Press, []roll.Acceptance, error) {
	press, err := pressOf(v.Request().PostForm, asked)
	if err != nil {
		return press, nil, err
	}
	if v.Request().PostForm.Get("date") == "" {
		// Today is what whoever looks means; whoever saves has seen a date.
		return press, nil, roll.Problem(roll.Malformed, "roll.problem.no_such_date")
	}
	if err := p.owned(v, press); err != nil {
		return press, nil, err
	}
	if err := p.open(v, asked.date, press.Save); err != nil {
		return press, nil, err
	}
	accepted, err := p.saving.Accept(v.ctx, v.school, v.actor(), press)
	return press, accepted, err
}

// owned tells whether the page was made for who presses.
func (p *presses) owned(v *visit, press saving.Press) error {
	tokens := press.Tokens()
	if len(tokens) == 0 {
		tokens = []roll.Token{press.Save}
	}
	for _, token := range tokens {
		switch err := p.tokens.Check(token, v.person.ID); {
		case errors.Is(err, auth.ErrTokenForeign):
			return roll.Problem(roll.Stale, "roll.problem.other_person").Because(err)
		case err != nil:
			return roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
		}
	}
	return nil
}

// rememberOthers keeps the choice "and the others" for the person's next roll.
func (p *presses) rememberOthers(v *visit, press saving.Press) error {
	chosen := press.OthersStatus != 0
	if chosen == v.person.Others || !v.Request().PostForm.Has("others_save") {
		return nil
	}
	return v.prefer(p.preferences, v.person.SingleKeys, chosen)
}

// answer shows the outcomes: the changed cells where the page can take them, else a
// page that can be read again without sending anything.
func (p *presses) answer(v *visit, asked query, accepted []roll.Acceptance) error {
	read, err := p.read(v, asked)
	if err != nil {
		return err
	}
	status := http.StatusOK
	if !anyKept(accepted) {
		status = http.StatusConflict
	}
	if byScript(v) {
		answer := p.savedAnswer(read, accepted)
		if answer.Changes, err = p.answerChanges(read, answer.Cells); err != nil {
			return err
		}
		return p.render(v, status, views.RollSaved(answer))
	}
	if status == http.StatusConflict {
		view, err := p.view(read)
		if err != nil {
			return err
		}
		view.Summary = p.summary(read, tokensOf(accepted))
		tickNeeding(view)
		return p.render(v, status, views.Roll(view))
	}
	query := read.query()
	query.Save = string(accepted[0].Save.Token)
	if len(accepted) > 1 {
		query.OthersSave = string(accepted[1].Save.Token)
	}
	return v.Redirect(http.StatusSeeOther, p.paths.Roll(string(v.school.ID), query))
}

func anyKept(accepted []roll.Acceptance) bool {
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

func (p *presses) savedAnswer(read *sheet, accepted []roll.Acceptance) *views.SaveAnswer {
	v := read.visit
	answer := &views.SaveAnswer{
		Page: p.page(v, read.roster.Class.Name, views.NavClasses), Class: read.roster.Class, Period: read.period, Date: read.date,
		Summary: p.summary(read, tokensOf(accepted)), Recorded: read.recorded(), Students: len(read.roster.Rows),
		Save: p.tokens.New(v.person.ID), OthersSave: p.tokens.New(v.person.ID), Closed: v.Request().PostForm.Has("closed"),
	}
	p.showSent(&answer.Page, v, tokensOf(accepted))
	answer.Cells = make([]part.Cell, 0, len(read.roster.Rows))
	for _, acceptance := range accepted {
		for _, kept := range acceptance.Kept {
			answer.Cells = append(answer.Cells, fresh(read.cell(kept.Enrolment)))
		}
		for _, held := range acceptance.Held {
			answer.Cells = append(answer.Cells, read.cell(held.Enrolment))
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
func (p *presses) refuse(v *visit, asked query, press saving.Press, cause error) error {
	status, summary := p.refusal(v, cause)
	if status >= http.StatusInternalServerError && roll.KindOf(cause) != roll.Unkept || status == http.StatusNotFound {
		return cause
	}
	read, err := p.read(v, asked)
	if err != nil {
		return errors.Join(cause, err)
	}
	if byScript(v) {
		return p.render(v, status, views.RollSaved(&views.SaveAnswer{
			Page: p.page(v, read.roster.Class.Name, views.NavClasses), Class: read.roster.Class, Period: read.period, Date: read.date,
			Summary: summary, Recorded: read.recorded(), Students: len(read.roster.Rows),
			Save: p.nextToken(v, press.Save, status), OthersSave: p.nextToken(v, press.OthersSave, status),
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
	view.Bar.Save, view.Bar.OthersSave = p.nextToken(v, press.Save, status), p.nextToken(v, press.OthersSave, status)
	return p.render(v, status, views.Roll(view))
}

// nextToken is the token of the next press. A press that could not be kept is
// pressed again as it is: if it was kept after all, its first answer comes.
func (p *presses) nextToken(v *visit, pressed roll.Token, status int) roll.Token {
	if status == http.StatusServiceUnavailable && pressed != "" {
		return pressed
	}
	return p.tokens.New(v.person.ID)
}

func (p *presses) refusal(v *visit, cause error) (int, part.Summary) {
	var other *roll.OtherContentError
	if errors.As(cause, &other) {
		return http.StatusConflict, part.Summary{
			Problem:     part.AlreadySent,
			ProblemText: v.words.Text("roll.problem.already_sent_as", "Status", other.First.Status.Name, "Clock", v.clockOf(other.First.AcceptedAt)),
		}
	}
	var problem *roll.Error
	if errors.As(cause, &problem) && problem.Kind == roll.Unkept {
		return http.StatusServiceUnavailable, part.Summary{Problem: part.NotKept}
	}
	if errors.As(cause, &problem) {
		return statusOf(cause), part.Summary{
			Problem:     part.Problem(strings.TrimPrefix(problem.Message, "roll.problem.")),
			ProblemText: v.words.Text(problem.Message, readable(v, problem.Values)...), Closed: isClosedProblem(problem),
		}
	}
	return http.StatusInternalServerError, part.Summary{}
}

// readable writes the dates among the values of a message as people say them.
func readable(v *visit, values []any) []any {
	said := slices.Clone(values)
	for i, value := range said {
		if date, ok := value.(roll.Date); ok {
			said[i] = v.words.LongDate(date.Noon(v.school.Zone))
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

// pressOf reads a form. Whatever of it could be read comes back beside the error.
func pressOf(form url.Values, asked query) (saving.Press, error) {
	press := saving.Press{Period: asked.period, Class: asked.class, Date: asked.date, Seen: make(map[roll.EnrolmentID]int64)}
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
	press.Enrolments, err = enrolmentsOf(form["enrolment"])
	read(err)
	press.Others, err = enrolmentsOf(form["other"])
	read(err)
	press.Status, err = statusIDOf(text("status"))
	read(err)
	press.OthersStatus, err = statusIDOf(text("others"))
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
