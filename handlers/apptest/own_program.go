package apptest

import (
	"context"
	"errors"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"rollbook/web"
)

// MovingClock is a clock that a test sets forward.
type MovingClock struct {
	from  func() time.Time
	ahead atomic.Int64
}

// NewMovingClock returns a clock that starts at the time and can be advanced.
func NewMovingClock(start time.Time) *MovingClock { return &MovingClock{from: ClockFrom(start)} }

// Now returns the clock's time.
func (c *MovingClock) Now() time.Time { return c.from().Add(time.Duration(c.ahead.Load())) }

// Forward advances the clock.
func (c *MovingClock) Forward(d time.Duration) { c.ahead.Add(int64(d)) }

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

// Saved returns the token of the save that a press redirects to.
func (a Answer) Saved(t testing.TB) string {
	t.Helper()
	address, err := url.Parse(a.Header.Get("Location"))
	Must(t, err)
	token := address.Query().Get("save")
	if token == "" {
		t.Fatalf("it leads to %s, where no save is shown: %d %s", address, a.Code, a.Text("main"))
	}
	return token
}

// Takes presses Save for 8B's students at the places, and returns the save's token.
func (v *Visitor) Takes(status string, places ...int) string {
	v.T.Helper()
	page := v.Get(EightB).Want(v.T, 200)
	return v.Post(RollPath, page.Press(v.T, status, page.Enrolments(v.T, places...)...)).Saved(v.T)
}
