package connecting

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/web"
	"rollbook/web/setup"
)

// word is a name of several words as the catalogue has it.
func word(name string) string { return strings.ReplaceAll(name, " ", "_") }

// calls are all calls of the draft for the page. Classes stand there only where students
// come by class, or where nobody knows yet how they come; names where the students' own list has none.
func (c *Connects) calls(v *visit.Visit, draft setup.Draft) []connecting.CallView {
	var all []connecting.CallView
	for _, name := range setup.Calls() {
		reading := draft.Reading(name)
		if name == setup.Classes && reading.Absent && !draft.Reading(setup.Students).Absent {
			continue
		}
		if name == setup.People && reading.Absent && !draft.MayNeedPeople() {
			continue
		}
		all = append(all, c.call(v, name, draft.Trials[name], reading))
	}
	return all
}

func (c *Connects) call(v *visit.Visit, name setup.Call, trial setup.Trial, reading setup.Reading) connecting.CallView {
	call := connecting.CallView{
		Name: string(name), State: word(string(trial.Finding)), Items: trial.Items, Classes: trial.Classes,
		Unreadable: trial.Unreadable, Repeated: trial.Repeated, Asked: trial.Asked, Status: trial.Status, Answer: trial.Answer,
		Tried: len(trial.Tried), Unsure: trial.Unsure, Absent: reading.Absent, MayBeAbsent: name != setup.Periods,
		Question: questionView(trial.Question), Asks: trial.Question != nil,
		Room: roomFor(v, name), Path: reading.Path, Paging: pagingView(reading),
		List: connecting.PickView{Name: "list", Key: "list", Value: reading.List, Choices: choices(trial.Lists)},
	}
	for _, field := range setup.Fields(name) {
		call.Fields = append(call.Fields, connecting.PickView{Name: "field_" + field, Key: field, Value: reading.Fields[field], Choices: choices(trial.Fields)})
	}
	for _, row := range trial.Rows {
		text := cmp.Or(row.Text, v.Words.Text("roll.no_name", "Number", row.Number))
		call.Rows = append(call.Rows, connecting.CallRow{Text: text, Note: row.Note})
	}
	return call
}

// roomFor is the room of the settings in which a list comes in by itself, where this
// person may open it.
func roomFor(v *visit.Visit, name setup.Call) string {
	if !slices.Contains(visit.RoomsOf(v.Role), string(name)) {
		return ""
	}
	return string(name)
}

func choices(found []setup.Choice) []connecting.PickChoice {
	all := make([]connecting.PickChoice, len(found))
	for i, choice := range found {
		all[i] = connecting.PickChoice{Path: choice.Path, Sample: choice.Sample}
	}
	return all
}

// questionView is the numbers to choose from.
func questionView(question *setup.Question) []connecting.NumberChoice {
	if question == nil {
		return nil
	}
	all := make([]connecting.NumberChoice, len(question.Candidates))
	for i, candidate := range question.Candidates {
		all[i].Path = candidate.Path
		for _, example := range candidate.Examples {
			all[i].Students = append(all[i].Students, connecting.NumberedStudent{Name: example.Name, Number: example.Number})
		}
	}
	return all
}

func pagingView(reading setup.Reading) connecting.PagingView {
	paging := reading.Paging
	return connecting.PagingView{
		Kind: cmp.Or(string(paging.Kind), "none"), Parameter: paging.Parameter, SizeParameter: paging.SizeParameter, Cursor: paging.Cursor, Total: paging.Total,
		First: number(paging.First), Size: number(paging.Size),
	}
}

// number writes a number, and nothing for 0.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// Mend takes how a call is read, and tries it.
func (c *Connects) Mend(v *visit.Visit) error {
	call := setup.Call(v.Param("call"))
	if !slices.Contains(setup.Calls(), call) {
		return echo.ErrNotFound
	}
	form := v.Request().PostForm
	do, err := web.Single(form, "do")
	if err != nil {
		return err
	}
	switch do {
	case "again":
		_, err = c.Connecting.Again(v.Ctx, v.School, call)
	case "without":
		_, err = c.Connecting.Without(v.Ctx, v.School, call)
	case "choose":
		return c.choose(v, call, form)
	case "decide":
		return c.decide(v, call, form)
	case "period":
		return c.tryFor(v, form)
	default:
		return c.try(v, call, form)
	}
	if err != nil {
		return err
	}
	return c.toCall(v, call)
}

// choose takes the number that saving needs.
func (c *Connects) choose(v *visit.Visit, call setup.Call, form url.Values) error {
	path, err := web.Single(form, "number")
	if err != nil {
		return err
	}
	if _, err := c.Connecting.Choose(v.Ctx, v.School, path); err != nil {
		return err
	}
	return c.toCall(v, call)
}

// tryFor takes the school year or term that the lists are tried for.
func (c *Connects) tryFor(v *visit.Visit, form url.Values) error {
	period, err := web.Single(form, "period")
	if err != nil {
		return err
	}
	if _, err := c.Connecting.TryFor(v.Ctx, v.School, period); err != nil {
		return err
	}
	return c.toCall(v, setup.Periods)
}

func (c *Connects) toCall(v *visit.Visit, call setup.Call) error {
	return visit.GoTo(v, c.Paths.ConnectionSettings(string(v.School.ID), string(call))+"#call-"+string(call))
}

func (c *Connects) try(v *visit.Visit, call setup.Call, form url.Values) error {
	typed, wrong, err := typedReading(call, form)
	if err != nil {
		return err
	}
	if wrong == "" {
		_, err = c.Connecting.Mend(v.Ctx, v.School, call, typed)
		if err == nil {
			return c.toCall(v, call)
		}
		if !setup.IsUnusable(err) {
			return err
		}
		wrong = setup.WrongPlace(call, err)
		if setup.IsAnswer(typed.Path) {
			wrong = connecting.WrongAnswer
		}
	}
	view, err := c.view(v, string(call))
	if err != nil {
		return err
	}
	for i := range view.Calls {
		if view.Calls[i].Name == string(call) {
			c.showTyped(&view.Calls[i], typed, wrong)
		}
	}
	return c.Render(v, http.StatusUnprocessableEntity, connecting.Connect(view))
}

// showTyped shows a form again as it was sent.
func (c *Connects) showTyped(call *connecting.CallView, typed setup.Reading, wrong string) {
	call.Path, call.List.Value, call.Paging, call.Wrong = typed.Path, typed.List, pagingView(typed), wrong
	for i := range call.Fields {
		call.Fields[i].Value = typed.Fields[call.Fields[i].Key]
	}
}

// typedReading reads the form of a call; wrong names the place that is no number.
func typedReading(call setup.Call, form url.Values) (reading setup.Reading, wrong string, err error) {
	fields := web.FieldsOf(form)
	value := func(name string) string { return strings.TrimSpace(fields.Text(name)) }
	picked := func(name string) string {
		if chosen := value(name); chosen != "*" {
			return chosen
		}
		return value(name + "_own")
	}
	reading = setup.Reading{Path: value("path"), List: picked("list"), Fields: map[string]string{}}
	for _, field := range setup.Fields(call) {
		if path := picked("field_" + field); path != "" {
			reading.Fields[field] = path
		}
	}
	if kind := value("paging"); kind != "" && kind != "none" {
		reading.Paging, wrong = setup.NewPaging(kind, value)
	}
	return reading, wrong, fields.Err()
}
