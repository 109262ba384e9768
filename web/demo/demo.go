// Package demo shows the program in one process: the sample school system, two schools that use it and one
// that is to be connected, their people, and ten days of rolls, on a clock that stands in a school morning.
package demo

import (
	"errors"
	"log/slog"

	"rollbook/web"
)

// Demonstration is the program with all that stands around it while it is shown.
type Demonstration struct {
	service *schoolSystem
	// schools are those that are connected from the beginning.
	schools []sampleSchool
	clock   *shiftedClock
	app     *web.App
	log     *slog.Logger
	// takenUp is true when the folder held the data of an earlier time.
	takenUp bool
}

// Close ends the sample school system, and gives back what the program holds.
func (d *Demonstration) Close() error {
	var err error
	if d.app != nil {
		err = d.app.Close()
	}
	return errors.Join(err, d.service.close(), d.clock.stop())
}
