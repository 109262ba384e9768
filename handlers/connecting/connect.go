package connecting

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/views/layout"
	"rollbook/web/connecting/readings"
	"rollbook/web/connecting/setup"
	"rollbook/web/edge"
	"rollbook/web/lists/rosters"
	"rollbook/web/store"
	"rollbook/web/store/lists"
)

// Connects is the page for entering the school system's address and settling how it is read.
type Connects struct {
	pages *visit.Pages
	// demo is nil outside the demonstration.
	demo       *visit.Demonstration
	Keys       Keys
	Connecting *setup.Connecting
	Store      *store.Store
	Rosters    *rosters.Rosters
	Proofs     *ProofPage
}

// Get shows the present connection.
func (c *Connects) Get(v *visit.Visit) error {
	view, err := c.view(v, v.QueryParam("call"))
	if err != nil {
		return err
	}
	return c.pages.Render(v, http.StatusOK, connecting.Connect(view))
}

// view returns the page with the settings in force and the draft. Open is the call to open; empty for the
// first that needs a person.
func (c *Connects) view(v *visit.Visit, open string) (*connecting.ConnectView, error) {
	key, keyErr := keyView(v, c.Keys)
	draft, draftErr := c.Connecting.Draft(v.Ctx, v.School)
	backlog, backlogErr := c.Store.Backlog(v.Ctx, 0, v.School.ID)
	people, peopleErr := c.Store.PeopleOfSchool(v.Ctx, v.School.ID)
	err := errors.Join(keyErr, draftErr, backlogErr, peopleErr)
	if err != nil {
		return nil, err
	}
	if draft.InForce, err = c.inForce(v, draft); err != nil {
		return nil, err
	}
	view := &connecting.ConnectView{
		Page:  c.pages.OfficePage(v, "", layout.NavSettings),
		Typed: readings.Typed{readings.Address: v.School.BaseURL, readings.Tenant: v.School.Tenant, readings.Code: v.School.Code},
		Key:   *key, Waiting: backlog.Waiting + backlog.Stopped, AloneHere: len(people) == 1,
		Draft: draft, Calls: calls(draft, open), Ask: v.QueryParam("ask"), Checked: v.QueryParam("checked") != "",
	}
	if c.demo != nil && c.demo.Unconnected().School == v.School.ID {
		view.Help = c.demo.Help()
	}
	if view.Missing, view.StillNeeded, err = c.Connecting.Needs(v.Ctx, v.School, draft); err != nil {
		return nil, err
	}
	view.Prove, err = c.Proofs.proveView(v, draft.InForce)
	return view, err
}

// inForce reports whether the draft is in force. For a school added by command, the default mapping counts
// only after each list was read once.
func (c *Connects) inForce(v *visit.Visit, draft setup.Draft) (bool, error) {
	if !draft.InForce || v.School.Mapping != "" {
		return draft.InForce, nil
	}
	state, err := c.Store.ListState(v.Ctx, v.School.ID, lists.StatusList)
	if err != nil || state.ReadAt.IsZero() {
		return false, err
	}
	periods, err := c.Store.Periods(v.Ctx, v.School.ID)
	for _, period := range periods {
		if state, err = c.Store.ListState(v.Ctx, v.School.ID, lists.StudentList(period.ID)); err != nil || !state.ReadAt.IsZero() {
			return err == nil, err
		}
	}
	return false, err
}

// Enter tries the four credentials, stores them, and searches for the calls.
func (c *Connects) Enter(v *visit.Visit) error {
	typed := readings.TypedIn(v.Request().PostForm.Get, readings.Credentials()...)
	entered, err := c.Connecting.Enter(v.Ctx, v.School, typed)
	if refusal, ok := errors.AsType[*setup.RefusalError](err); ok {
		return c.refuse(v, func(view *connecting.ConnectView) {
			view.Typed, view.Refused, view.Why = refusal.Again(typed, v.School, entered), refusal.Field, refusal.Problem
		})
	}
	if err != nil {
		return err
	}
	v.School = entered
	return visit.Done(v, c.Connecting.Find(v.Ctx, v.School), c.pages.Paths.ConnectionSettings(string(v.School.ID), ""))
}

// Find searches for all calls again, and shows the result.
func (c *Connects) Find(v *visit.Visit) error {
	return visit.Done(v, c.Connecting.Find(v.Ctx, v.School), c.pages.Paths.ConnectionChecked(string(v.School.ID)))
}

// useLimit limits the page's wait for the lists. The reading continues after it.
const useLimit = 20 * time.Second

// Use puts the draft in force, and reads the lists with it at once.
func (c *Connects) Use(v *visit.Visit) error {
	used, period, err := c.Connecting.Use(v.Ctx, v.School)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(v.Ctx, useLimit)
	defer cancel()
	// The pages that need a missing list report it.
	_ = c.Rosters.Refresh(ctx, used, period)
	return visit.GoTo(v, c.pages.Paths.ConnectionSettings(string(v.School.ID), "")+"#use")
}

// Export sends the mapping in force as a file.
func (c *Connects) Export(v *visit.Visit) error {
	text, err := c.Connecting.Export(v.School)
	if err != nil {
		return err
	}
	v.Response().Header().Set("Content-Disposition", `attachment; filename="`+string(v.School.ID)+`-mapping.json"`)
	return v.Blob(http.StatusOK, "application/json", []byte(text))
}

// ImportFile loads such a file and tries its calls.
func (c *Connects) ImportFile(v *visit.Visit) error {
	upload, err := edge.ReadUpload(v, "mapping")
	if err == nil {
		err = c.Connecting.Import(v.Ctx, v.School, string(upload.Content))
	}
	if err == nil || !setup.IsUnusable(err) && !errors.Is(err, http.ErrNotMultipart) {
		return visit.Done(v, err, c.pages.Paths.ConnectionSettings(string(v.School.ID), ""))
	}
	return c.refuse(v, func(view *connecting.ConnectView) { view.FileRefused = true })
}

// refuse shows the page with the problem.
func (c *Connects) refuse(v *visit.Visit, say func(view *connecting.ConnectView)) error {
	return c.refuseWith(v, http.StatusUnprocessableEntity, say)
}

func (c *Connects) refuseWith(v *visit.Visit, status int, say func(view *connecting.ConnectView)) error {
	view, err := c.view(v, "")
	if err != nil {
		return err
	}
	say(view)
	return c.pages.Render(v, status, connecting.Connect(view))
}

// calls returns the calls of the draft for the page. Open is the call to open; empty for the first that needs a person.
func calls(draft readings.Draft, open string) []connecting.CallView {
	var all []connecting.CallView
	for _, name := range setup.Shown(draft) {
		call := connecting.CallView{Call: name, Trial: draft.Trials[name], Reading: draft.Reading(name), Open: string(name) == open}
		call.Asks = name == readings.Students && draft.Asks() && call.Items > 0
		all = append(all, call)
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
	switch form.Get("do") {
	case "again":
		return visit.Done(v, c.Connecting.Again(v.Ctx, v.School, call), c.addressOf(v, call))
	case "without":
		return visit.Done(v, c.Connecting.Without(v.Ctx, v.School, call), c.addressOf(v, call))
	case "period":
		return visit.Done(v, c.Connecting.TryFor(v.Ctx, v.School, form.Get("period")), c.addressOf(v, call))
	case "decide":
		err := c.Connecting.Decide(v.Ctx, v.School, call, form.Get("choice"))
		return visit.Done(v, err, c.pages.Paths.ConnectionAsk(string(v.School.ID), ""))
	}
	return c.try(v, call, form)
}

// addressOf returns the address of the page at a call.
func (c *Connects) addressOf(v *visit.Visit, call readings.Call) string {
	return c.pages.Paths.ConnectionSettings(string(v.School.ID), string(call)) + "#call-" + string(call)
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
	return visit.GoTo(v, c.addressOf(v, call))
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
	return c.refuse(v, func(view *connecting.ConnectView) {
		view.Calls = calls(view.Draft, string(call))
		at := slices.IndexFunc(view.Calls, func(one connecting.CallView) bool { return one.Call == call })
		if at < 0 {
			return
		}
		again := &view.Calls[at]
		again.Reading.Path, again.Reading.List, again.Reading.Fields, again.Wrong = typed.Path, typed.List, typed.Fields, setup.WrongPlace(call, err)
		if setup.IsAnswer(typed.Path) {
			again.Wrong = connecting.WrongAnswer
		}
	})
}
