package handlers

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"rollbook/views"
	"rollbook/web"
	"rollbook/web/connecting"
	"rollbook/web/roll"
)

// Connector connects a school to its school system.
type Connector interface {
	Enter(ctx context.Context, school roll.School, typed connecting.Typed) (roll.School, error)
	Draft(ctx context.Context, school roll.School) (connecting.Draft, error)
	Find(ctx context.Context, school roll.School) (connecting.Draft, error)
	Mend(ctx context.Context, school roll.School, call connecting.Call, typed connecting.Reading) (connecting.Draft, error)
	Again(ctx context.Context, school roll.School, call connecting.Call) (connecting.Draft, error)
	Without(ctx context.Context, school roll.School, call connecting.Call) (connecting.Draft, error)
	Choose(ctx context.Context, school roll.School, path string) (connecting.Draft, error)
	Use(ctx context.Context, school roll.School) (used roll.School, period roll.PeriodID, err error)
	Check(ctx context.Context, school roll.School) ([]connecting.Checked, error)
	Export(school roll.School) (string, error)
	Import(ctx context.Context, school roll.School, file string) (connecting.Draft, error)
}

// Refresher reads a school's lists again.
type Refresher interface {
	Refresh(ctx context.Context, school roll.School, period roll.PeriodID) error
}

// connects is where an admin says where the school system is and how it is read.
type connects struct {
	*shell
	keys      Keys
	connector Connector
	refresher Refresher
	proofs    *proofPage
}

// get shows what the school has now. Asked to, it checks every call first.
func (c *connects) get(v *visit) error {
	view, err := c.view(v, v.QueryParam("call"))
	if err != nil {
		return err
	}
	if v.QueryParam("check") != "" {
		checked, err := c.connector.Check(v.ctx, v.school)
		if err != nil {
			return err
		}
		for _, line := range checked {
			view.Checked = append(view.Checked, views.CheckedView{Call: line.Call, State: word(string(line.Finding)), Items: line.Items})
		}
	}
	return c.render(v, http.StatusOK, views.Connect(view))
}

// view is the page with what is in force and what was found; open names the call that
// is open, else the first that needs a person.
func (c *connects) view(v *visit, open string) (*views.ConnectView, error) {
	lastFour, since, err := c.keys.KeyInUse(v.ctx, v.school.ID)
	if err != nil {
		return nil, err
	}
	draft, err := c.connector.Draft(v.ctx, v.school)
	if err != nil {
		return nil, err
	}
	backlog, err := c.schools.Backlog(v.ctx, v.school.ID)
	if err != nil {
		return nil, err
	}
	view := &views.ConnectView{
		Page:    c.officePage(v, "", views.NavSettings),
		Typed:   views.ConnectTyped{Address: v.school.BaseURL, Tenant: v.school.Tenant, Code: v.school.Code},
		Key:     views.KeyView{LastFour: lastFour, Since: v.words.ShortDate(v.local(since))},
		Waiting: backlog.Waiting + backlog.Stopped,
		Period:  draft.Period.Name,
		InForce: draft.InForce, MayUse: draft.MayUse(), Asks: draft.Asks(),
	}
	view.Calls, err = c.calls(v, draft)
	if err != nil {
		return nil, err
	}
	if view.Prove, err = c.proofs.proveView(v, draft.InForce); err != nil {
		return nil, err
	}
	for i := range view.Calls {
		view.Calls[i].Open = view.Calls[i].Name == open
	}
	if open == "" && len(draft.Trials) > 0 && !draft.InForce {
		openFirst(view.Calls)
	}
	return view, nil
}

// openFirst opens the call that asks something, else the first that a person should look at, else
// the students, by whom an admin knows the school.
func openFirst(calls []views.CallView) {
	at := slices.IndexFunc(calls, func(call views.CallView) bool { return call.Asks })
	if at < 0 {
		at = slices.IndexFunc(calls, needsLook)
	}
	if at < 0 {
		at = slices.IndexFunc(calls, func(call views.CallView) bool { return call.Name == string(connecting.Students) })
	}
	if at >= 0 {
		calls[at].Open = true
	}
}

// needsLook tells whether a person should look at the call.
func needsLook(call views.CallView) bool {
	good := []string{"works", "empty", "no_call", ""}
	return call.Unsure || !call.Absent && !slices.Contains(good, call.State)
}

// enter tries the four credentials, keeps them, and looks how the school system is read.
func (c *connects) enter(v *visit) error {
	typed, err := typedCredentials(v)
	if err != nil {
		return err
	}
	entered, err := c.connector.Enter(v.ctx, v.school, typed)
	if refusal, ok := errors.AsType[*connecting.RefusalError](err); ok {
		if entered.BaseURL != v.school.BaseURL {
			typed.Address = entered.BaseURL
		}
		return c.refuse(v, typed, refusal)
	}
	if err != nil {
		return err
	}
	v.school = entered
	return c.find(v)
}

// find looks for all calls.
func (c *connects) find(v *visit) error {
	if _, err := c.connector.Find(v.ctx, v.school); err != nil {
		return err
	}
	return goTo(v, c.paths.ConnectionSettings(string(v.school.ID), ""))
}

// useLimit is how long the page waits for the lists; reading them goes on without it.
const useLimit = 20 * time.Second

// use puts what was found in force, and reads the lists by it at once.
func (c *connects) use(v *visit) error {
	used, period, err := c.connector.Use(v.ctx, v.school)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(v.ctx, useLimit)
	defer cancel()
	// What cannot be read is told by the check, and by the pages that lack it.
	_ = c.refresher.Refresh(ctx, used, period)
	return goTo(v, c.paths.ConnectionCheck(string(v.school.ID))+"#use")
}

// refuse shows the page with what was typed, but for what may be a key.
func (c *connects) refuse(v *visit, typed connecting.Typed, refusal *connecting.RefusalError) error {
	view, err := c.view(v, "")
	if err != nil {
		return err
	}
	view.Refused, view.Why = string(refusal.Field), refusal.Problem
	view.Typed = views.ConnectTyped{Address: typed.Address, Tenant: typed.Tenant, Code: typed.Code}
	switch {
	case refusal.Problem == "has_user":
		view.Typed.Address = ""
	case refusal.Problem == "is_key" && refusal.Field == connecting.Tenant:
		view.Typed.Tenant = ""
	case refusal.Problem == "is_key":
		view.Typed.Code = ""
	}
	return c.render(v, http.StatusUnprocessableEntity, views.Connect(view))
}

func typedCredentials(v *visit) (connecting.Typed, error) {
	var typed connecting.Typed
	for name, into := range map[string]*string{"address": &typed.Address, "tenant": &typed.Tenant, "code": &typed.Code, "key": &typed.Key} {
		value, err := web.Single(v.Request().PostForm, name)
		if err != nil {
			return typed, err
		}
		*into = strings.TrimSpace(value)
	}
	return typed, nil
}

// export gives how the school is read as a file.
func (c *connects) export(v *visit) error {
	text, err := c.connector.Export(v.school)
	if err != nil {
		return err
	}
	v.Response().Header().Set("Content-Disposition", `attachment; filename="`+string(v.school.ID)+`-mapping.json"`)
	return v.Blob(http.StatusOK, "application/json", []byte(text))
}

// importFile takes such a file and tries what it says.
func (c *connects) importFile(v *visit) error {
	text, err := uploadedMapping(v.Request())
	if err == nil {
		_, err = c.connector.Import(v.ctx, v.school, text)
	}
	if err == nil {
		return goTo(v, c.paths.ConnectionSettings(string(v.school.ID), ""))
	}
	if !connecting.IsUnusable(err) && !errors.Is(err, http.ErrMissingFile) {
		return err
	}
	view, err := c.view(v, "")
	if err != nil {
		return err
	}
	view.FileRefused = true
	return c.render(v, http.StatusUnprocessableEntity, views.Connect(view))
}

// uploadedMapping is the content of the file that a form brings; http.ErrMissingFile where
// it brings none. The size of every request is limited.
func uploadedMapping(r *http.Request) (string, error) {
	file, _, err := r.FormFile("mapping")
	switch {
	case errors.Is(err, http.ErrMissingFile), errors.Is(err, http.ErrNotMultipart):
		return "", http.ErrMissingFile
	case err != nil:
		return "", roll.Problem(roll.Malformed, "problem.what.400").Because(err)
	}
	text, err := io.ReadAll(file)
	return string(text), errors.Join(err, file.Close(), r.MultipartForm.RemoveAll())
}
