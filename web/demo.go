package web

import (
	"context"

	"rollbook/web/roll"
)

// Demo is the demonstration around the program: sample people whom anybody may
// enter as, and a school system that fails on demand.
type Demo interface {
	// People returns the people as whom anybody may enter, in the order in which they are offered.
	People() []DemoPerson
	// System is the address of the school system's own page.
	System() string
	// Unconnected returns the admin of the school that is not connected at first, as whom anybody may
	// connect it.
	Unconnected() DemoPerson
	// Help is the address of the help page of that school's system.
	Help() string
	// BeginAgain makes that school one that was never connected. While marks of it are under way the
	// error is a roll.Stale.
	BeginAgain(ctx context.Context) error
	// Break makes the school system fail so ("slow", "lost", "down", "key"), or work
	// again ("none"). An unknown fault is an error.
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
