package handlers

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"rollbook/views"
	"rollbook/web"
	"rollbook/web/connecting"
	"rollbook/web/roll"
)

// Connector connects a school to its school system.
type Connector interface {
	Enter(ctx context.Context, school roll.School, typed connecting.Typed) (roll.School, error)
}

// connects is where an admin says where the school system is and how it is read.
type connects struct {
	*shell
	keys      Keys
	connector Connector
}

// get shows what the school has now.
func (c *connects) get(v *visit) error {
	view, err := c.view(v)
	if err != nil {
		return err
	}
	return c.render(v, http.StatusOK, views.Connect(view))
}

// view is the page with what is in force.
func (c *connects) view(v *visit) (*views.ConnectView, error) {
	lastFour, since, err := c.keys.KeyInUse(v.ctx, v.school.ID)
	if err != nil {
		return nil, err
	}
	return &views.ConnectView{
		Page:    c.page(v, "", views.NavSettings),
		Typed:   views.ConnectTyped{Address: v.school.BaseURL, Tenant: v.school.Tenant, Code: v.school.Code},
		Key:     views.KeyView{LastFour: lastFour, Since: v.words.ShortDate(v.local(since))},
		Waiting: v.connection.Waiting + v.connection.Stopped,
	}, nil
}

// enter tries the four credentials and keeps them.
func (c *connects) enter(v *visit) error {
	typed, err := typedCredentials(v)
	if err != nil {
		return err
	}
	entered, err := c.connector.Enter(v.ctx, v.school, typed)
	if refusal, ok := errors.AsType[*connecting.Refusal](err); ok {
		if entered.BaseURL != v.school.BaseURL {
			typed.Address = entered.BaseURL
		}
		return c.refuse(v, typed, refusal)
	}
	if err != nil {
		return err
	}
	return goTo(v, c.paths.Settings(string(v.school.ID), "connection"))
}

// refuse shows the page with what was typed, but for what may be a key.
func (c *connects) refuse(v *visit, typed connecting.Typed, refusal *connecting.Refusal) error {
	view, err := c.view(v)
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
