package layout

import (
	"strconv"
	"time"
)

// Awake is what a tablet at a classroom door has to know of the server's clock.
type Awake struct {
	// Now is when the page was made, Ends when the day ends that it is of.
	Now, Ends time.Time
}

func milliseconds(at time.Time) string { return strconv.FormatInt(at.UnixMilli(), 10) }
