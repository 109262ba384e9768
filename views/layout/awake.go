package layout

import (
	"strconv"
	"time"
)

// Awake holds the times from which a tablet at a classroom door learns of the server's clock.
type Awake struct {
	// Now is the time at which the page was made, Ends the time at which the page's day ends.
	Now, Ends time.Time
}

func milliseconds(at time.Time) string { return strconv.FormatInt(at.UnixMilli(), 10) }
