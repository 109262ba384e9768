package connecting

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/web/connecting/readings"
	"rollbook/web/connecting/setup"
)

// calls returns all calls of the draft for the page. Open is the call to open; empty for the first that needs
// a person. It includes classes only when students are listed by class, or that is unknown, and the second
// list about students only when their own list lacks something.
func calls(draft readings.Draft, open string) []connecting.CallView {
	var all []connecting.CallView
	for _, name := range readings.Calls() {
		call := connecting.CallView{Call: name, Trial: draft.Trials[name], Reading: draft.Reading(name), Open: string(name) == open}
		call.Asks = name == readings.Students && draft.Asks() && call.Items > 0
		isHidden := name == readings.Classes && !draft.Reading(readings.Students).Absent || name == readings.People && !draft.Lacks(readings.NoNames, readings.NoClass)
		if !isHidden || !call.Reading.Absent || call.AwaitsAddress() {
			all = append(all, call)
		}
	}
	if open != "" || len(draft.Trials) == 0 || draft.InForce {
		return all
	}
	for _, needs := range []func(connecting.CallView) bool{asks, needsLook} {
		if at := slices.IndexFunc(all, needs); at >= 0 {
			all[at].Open = true
			break
		}
	}
	return all
}

func asks(call connecting.CallView) bool { return call.Asks || call.AwaitsAddress() }

// needsLook reports whether a person should check the call.
func needsLook(call connecting.CallView) bool {
	good := []string{"works", "empty", "no call", ""}
	return call.Unsure || len(call.Objections) > 0 || call.IsMissing() || !call.Reading.Absent && !slices.Contains(good, string(call.Finding))
}

// ChangeReading applies an admin's changes to a call, and tries it.
func (c *Connects) ChangeReading(v *visit.Visit) error {
	call, form := readings.Call(v.Param("call")), v.Request().PostForm
	if !slices.Contains(readings.Calls(), call) {
		return echo.ErrNotFound
	}
	var err error
	do := form.Get("do")
	switch do {
	case "again":
		err = c.Connecting.Again(v.Ctx, v.School, call)
	case "without":
		err = c.Connecting.Without(v.Ctx, v.School, call)
	case "decide":
		err = c.Connecting.Decide(v.Ctx, v.School, call, form.Get("choice"))
	case "period":
		err = c.Connecting.TryFor(v.Ctx, v.School, form.Get("period"))
	default:
		return c.try(v, call, form)
	}
	switch {
	case err != nil:
		return err
	case do == "decide":
		return visit.GoTo(v, c.pages.Paths.ConnectionAsk(string(v.School.ID), ""))
	}
	return c.toCall(v, call)
}

func (c *Connects) toCall(v *visit.Visit, call readings.Call) error {
	return visit.GoTo(v, c.pages.Paths.ConnectionSettings(string(v.School.ID), string(call))+"#call-"+string(call))
}

// toNext redirects to the next call that needs a person if this one was missing and works now, otherwise to
// this call.
func (c *Connects) toNext(v *visit.Visit, call readings.Call, before readings.Draft) error {
	now, err := c.Connecting.Draft(v.Ctx, v.School)
	if err != nil {
		return err
	}
	if trial := now.Trials[call]; before.Mapping.Of(call).Absent && trial.Items > 0 && !trial.Unsure {
		return visit.GoTo(v, c.pages.Paths.ConnectionSettings(string(v.School.ID), ""))
	}
	return c.toCall(v, call)
}

// try parses the reading of a call from the form, and tries it.
func (c *Connects) try(v *visit.Visit, call readings.Call, form url.Values) error {
	typed := readings.Reading{Path: strings.TrimSpace(form.Get("path")), List: form.Get("list"), Fields: map[string]string{}}
	for _, field := range readings.Fields(call) {
		if path := form.Get("fields." + field); path != "" {
			typed.Fields[field] = path
		}
	}
	before, err := c.Connecting.Draft(v.Ctx, v.School)
	if err != nil {
		return err
	}
	shown, err := c.Connecting.ChangeReading(v.Ctx, v.School, call, typed)
	switch {
	case err == nil:
		return c.toNext(v, shown, before)
	case !setup.IsUnusable(err):
		return err
	}
	view, viewErr := c.view(v, string(call))
	if viewErr != nil {
		return viewErr
	}
	at := slices.IndexFunc(view.Calls, func(one connecting.CallView) bool { return one.Call == call })
	if at >= 0 {
		again := &view.Calls[at]
		again.Reading.Path, again.Reading.List, again.Reading.Fields, again.Wrong = typed.Path, typed.List, typed.Fields, setup.WrongPlace(call, err)
		if setup.IsAnswer(typed.Path) {
			again.Wrong = connecting.WrongAnswer
		}
	}
	return c.pages.Render(v, http.StatusUnprocessableEntity, connecting.Connect(view))
}
