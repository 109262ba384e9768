package visit

import (
	"time"

	"rollbook/web/roll"

	"github.com/labstack/echo/v4"
)

// EndedError is returned to a visitor whose pass has ended.
type EndedError struct {
	School roll.SchoolID
	Since  time.Time
}

// Error returns the text for the log. It does not name the pass.
func (e *EndedError) Error() string { return "the pass has ended" }

// Unwrap gives the answer its status.
func (e *EndedError) Unwrap() error { return echo.ErrForbidden }

// UnpairedError is returned to a device that is no longer a tablet, or falsely claims to be one.
type UnpairedError struct {
	// Was is the tablet that the device was, according to its signed pass: all its stored data is deleted. It
	// is empty when the pass was lost or is unreadable: then unsent data stays.
	Was roll.TabletID
}

// Error returns the text for the log.
func (*UnpairedError) Error() string { return "the tablet is not paired" }

// Unwrap gives the answer its status.
func (*UnpairedError) Unwrap() error { return echo.ErrUnauthorized }

// AstrayError is returned to a tablet that requests anything but its own rolls of today, as a page does that
// has been open since yesterday, or since before the tablet was moved.
type AstrayError struct{}

// Error returns the text for the log.
func (*AstrayError) Error() string { return "not a roll of the tablet" }

// Unwrap gives the answer its status.
func (*AstrayError) Unwrap() error { return echo.ErrNotFound }
