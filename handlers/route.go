package handlers

import (
	"rollbook/handlers/visit"
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
