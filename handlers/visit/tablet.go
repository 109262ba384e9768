package visit

import (
	"time"

	"rollbook/web/roll"
)

// tablet is the Bounds of a tablet at a classroom door: today's roll of its own classes.
type tablet struct {
	roll.Tablet
	services *services
	// dayEnds is the end of the day of the requested roll; zero before Within.
	dayEnds time.Time
}
