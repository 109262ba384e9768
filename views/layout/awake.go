package layout

import (
	"strconv"
	"time"
)

// Awake holds the times that let a tablet at a classroom door follow the server's clock.
type Awake struct {
	// Now is the time when the page was made, Ends the end of the page's day.
	Now, Ends time.Time
}

func milliseconds(at time.Time) string { return strconv.FormatInt(at.UnixMilli(), 10) }
