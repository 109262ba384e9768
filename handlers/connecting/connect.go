package connecting

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/desk"
	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/views/layout"
	system "rollbook/web/connecting"
	"rollbook/web/connecting/readings"
	"rollbook/web/connecting/setup"
	"rollbook/web/edge"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// Connects is the page for entering the school system's address, settling how it is read, trying marks, and switching
// sending on.
type Connects struct {
	base
	// demo is nil outside the demonstration.
	demo   *visit.Demonstration
	system *system.Connecting
	desk   *desk.Desk
}

// Get shows the present connection.
func (c *Connects) Get(v *visit.Visit) error { return c.show(v, http.StatusOK, c.view(v)) }

// show shows the page, unless what it needs could not be read.
func (c *Connects) show(v *visit.Visit, status int, view *connecting.ConnectView) error {
	if v.Failed() != nil {
		return v.Failed()
	}
	return c.pages.ShowAs(v, status, connecting.Connect(view))
}

// view returns the page with the settings in force and the draft (visit.Check).
func (c *Connects) view(v *visit.Visit) *connecting.ConnectView {
	draft := visit.Checked(c.system.Setup.Draft(v.Ctx, v.School))(v)
	draft.InForce = draft.InForce && (v.School.Mapping != "" || c.isRead(v))
	view := &connecting.ConnectView{
		Page: c.pages.OfficePage(v, "", layout.NavSettings),
		Typed: readings.Typed{readings.Address: v.School.BaseURL, readings.Tenant: v.School.Tenant,
			readings.Code: v.School.Code},
		Keys: visit.Read(v, c.system.Keys.Keys), Backlog: c.backlog(v),
		AloneHere: len(visit.Read(v, c.store.PeopleOfSchool)) == 1, Draft: draft, Open: readings.Call(v.QueryParam("call")),
		Ask: v.QueryParam("ask"), Checked: v.QueryParam("checked") != "",
		Prove: c.prove(v, draft.InForce),
	}
	if c.demo != nil && c.demo.Unconnected().School == v.School.ID {
		view.Help = c.demo.Help()
	}
	var err error
	view.Missing, view.StillNeeded, err = c.system.Setup.Needs(v.Ctx, v.School, draft)
	v.Check(err)
	return view
}

// isRead reports whether the lists of statuses and of a period's students were read once. For a school added by
// command, the default mapping counts only after that.
func (c *Connects) isRead(v *visit.Visit) bool {
	wasRead := func(list lists.List) bool {
		state := visit.Checked(c.store.ListState(v.Ctx, v.School.ID, list))(v)
		return !state.ReadAt.IsZero()
	}
	isRead := func(period roll.Period) bool { return wasRead(lists.StudentList(period.ID)) }
	return wasRead(lists.StatusList) && slices.ContainsFunc(visit.Read(v, c.store.Periods), isRead)
}

// refused returns the page with the sentence about a refused press at its place: a field, a call or the file.
func (c *Connects) refused(v *visit.Visit, place, problem string) *connecting.ConnectView {
	view := c.view(v)
	view.Refused, view.Problem = place, problem
	return view
}

// Enter tries the four credentials, stores them, and searches for the calls.
func (c *Connects) Enter(v *visit.Visit) error {
	typed := readings.TypedIn(v.Request().PostForm.Get, readings.Credentials()...)
	entered, err := c.system.Setup.Enter(v.Ctx, v.School, typed)
	if refusal, ok := errors.AsType[*setup.RefusalError](err); ok {
		view := c.refused(v, refusal.Field, v.Words.Text(language.CredentialProblemKeys.Of(refusal.Problem)))
		view.Typed = refusal.Refill(typed, v.School, entered)
		return c.show(v, http.StatusUnprocessableEntity, view)
	}
	if err != nil {
		return err
	}
	v.School = entered
	return visit.Done(v, c.system.Setup.Find(v.Ctx, v.School), c.addressOf(v, ""))
}

// Find searches for all calls again, and shows the result.
func (c *Connects) Find(v *visit.Visit) error {
	return c.asked(v, c.system.Setup.Find(v.Ctx, v.School), c.pages.Paths.To(paths.ConnectionChecked, v.School.ID))
}

// asked redirects after calls to the school system. Without a key the page asks for it.
func (c *Connects) asked(v *visit.Visit, err error, address string) error {
	if errors.Is(err, setup.ErrNoKey) {
		return c.show(v, http.StatusUnprocessableEntity, c.refused(v, readings.Address, v.Words.Text("connect.no_key")))
	}
	return visit.Done(v, err, address)
}

// useLimit limits the page's wait for the lists. The reading continues after it.
const useLimit = 20 * time.Second

// Use puts the draft in force, and reads the lists with it at once.
func (c *Connects) Use(v *visit.Visit) error {
	used, period, err := c.system.Setup.Use(v.Ctx, v.School)
	if roll.KindOf(err) == roll.Stale {
		view := c.view(v)
		view.Refused = "use"
		return c.show(v, http.StatusConflict, view)
	}
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(v.Ctx, useLimit)
	defer cancel()
	// The pages that need a missing list report it.
	_ = c.rosters.Refresh(ctx, used, period)
	return visit.GoTo(v, c.addressOf(v, "")+"#use")
}

// Export sends the mapping in force as a file.
func (c *Connects) Export(v *visit.Visit) error {
	text, err := c.system.Setup.Export(v.School)
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
		err = c.system.Setup.Import(v.Ctx, v.School, string(upload.Content))
	}
	if setup.IsUnusable(err) || errors.Is(err, http.ErrNotMultipart) {
		return c.show(v, http.StatusUnprocessableEntity, c.refused(v, "file", v.Words.Text("connect.file_refused")))
	}
	return c.asked(v, err, c.addressOf(v, ""))
}

// ChangeReading applies an admin's changes to a call, and tries it.
func (c *Connects) ChangeReading(v *visit.Visit) error {
	call, form := readings.Call(v.Param("call")), v.Request().PostForm
	if !slices.Contains(readings.Calls(), call) {
		return echo.ErrNotFound
	}
	press, isPress := setup.Presses()[form.Get("do")]
	if !isPress {
		return c.tryReading(v, call, form)
	}
	address := c.addressOf(v, call)
	switch {
	case form.Has("choice"):
		address = c.pages.Paths.To(paths.ConnectionAsk, v.School.ID)
	case form.Has("told"), form.Has("class"):
		address = c.pages.Paths.To(paths.ConnectionWhole, v.School.ID)
	}
	chosen := cmp.Or(form.Get("choice"), form.Get("period"), form.Get("told"), form.Get("class"))
	err := c.system.Setup.Pressed(v.Ctx, v.School, press, call, chosen)
	if form.Has("told") && roll.KindOf(err) == roll.Meaningless {
		return c.show(v, http.StatusUnprocessableEntity, c.refused(v, "count", v.Words.Text("connect.count_wrong")))
	}
	if form.Has("told") && err == nil && c.view(v).AsksOther() {
		address = c.addressOf(v, "")
	}
	return visit.Done(v, err, address)
}

// addressOf returns the address of the page at a call; without one, at the first call that needs a person.
func (c *Connects) addressOf(v *visit.Visit, call readings.Call) string {
	address := c.pages.Paths.To(paths.ConnectionSettings, v.School.ID, call)
	if call != "" {
		address += "#call-" + string(call)
	}
	return address
}

// tryReading parses the reading of a call from the form, and tries it.
func (c *Connects) tryReading(v *visit.Visit, call readings.Call, form url.Values) error {
	typed := readings.Reading{Path: strings.TrimSpace(form.Get("path")), List: form.Get("list"),
		Fields: map[string]string{}}
	for _, field := range readings.Fields(call) {
		if path := form.Get("fields." + field); path != "" {
			typed.Fields[field] = path
		}
	}
	next, err := c.system.Setup.ChangeReading(v.Ctx, v.School, call, typed)
	if setup.IsUnusable(err) {
		view := c.refused(v, string(call), v.Words.Text("connect.wrong"))
		view.Open, view.Wrong, view.Reading = call, setup.WrongPlace(call, err), typed
		return c.show(v, http.StatusUnprocessableEntity, view)
	}
	return c.asked(v, err, c.addressOf(v, next))
}
