package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/web/edge"
	"rollbook/web/identity/auth"
)

// route is a page or an action of a school.
type route struct {
	method method
	// address is the part below the school's own address.
	address string
	// action is the action that the visitor's role must allow.
	action auth.Action
	handle func(*visit.Visit) error
}

// method is GET, POST with a form, or POST with a file.
type method int

const (
	get method = iota
	post
	upload
)

// add adds the route to the school's; changes records what is done there.
func (r route) add(school *echo.Group, shell *visit.Shell, changes *changes) {
	handle := changes.around(r, shell.InSchool(r.action, r.handle))
	if r.method == get {
		school.GET(r.address, handle)
		return
	}
	school.Add(http.MethodPost, r.address, handle, edge.FormsOnly(r.method == upload))
}
