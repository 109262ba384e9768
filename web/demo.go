package web

import (
	"context"

	"rollbook/web/roll"
)

// Demo is the demonstration around the program: sample people that any visitor can use, and a school system
// that fails on demand.
type Demo interface {
	// People returns the people as whom a visitor may enter, in the order of the page.
	People() []DemoPerson
	// System returns the address of the school system's own page.
	System() string
	// Unconnected returns the admin of the school that is not connected at first. Any visitor may connect it.
	Unconnected() DemoPerson
	// Help returns the address of the help page of that school's system.
	Help() string
	// BeginAgain resets that school to its unconnected state. It returns roll.Stale while marks of it are
	// being sent.
	BeginAgain(ctx context.Context) error
	// Break makes the school system fail ("slow", "lost", "down", "key", "others" or "class"), or work again ("none").
	// It returns an error for an unknown fault.
	Break(ctx context.Context, fault string) error
}

// DemoPerson is one of the demonstration's people.
type DemoPerson struct {
	Email, Name string
	School      roll.SchoolID
	SchoolName  string
	Role        roll.Role
	// DueClass is the class whose roll is due now; empty for none.
	DueClass string
}
