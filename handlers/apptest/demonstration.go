package apptest

import (
	"context"
	"errors"
	"testing"

	"rollbook/web"
)

// Demonstration replaces the command line's demonstration: it records the faults of the school system, and
// the resets of the unconnected school.
type Demonstration struct {
	Broken []string
	Begun  int
}

// People returns the people of the tests.
func (d *Demonstration) People() []web.DemoPerson { return people() }

// System returns the address of the program's school system.
func (d *Demonstration) System() string { return "http://127.0.0.1:9/integrations" }

// Unconnected returns the admin of the first school, which tests already have.
func (d *Demonstration) Unconnected() web.DemoPerson { return people()[4] }

// Help returns the address of a help page.
func (d *Demonstration) Help() string { return "http://127.0.0.1:9/help" }

// BeginAgain counts the reset.
func (d *Demonstration) BeginAgain(context.Context) error {
	d.Begun++
	return nil
}

// Break records the fault.
func (d *Demonstration) Break(_ context.Context, fault string) error {
	if fault == "" {
		return errors.New("no such fault")
	}
	d.Broken = append(d.Broken, fault)
	return nil
}

// BootDemo starts the demonstration.
func BootDemo(t testing.TB) (*Program, *Demonstration) {
	t.Helper()
	demo := &Demonstration{}
	return BootWith(t, Options{Demo: demo}), demo
}
