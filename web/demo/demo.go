// Package demo runs the program in one process for a demonstration: the sample school system, two connected
// schools and an unconnected one, their people, and ten days of rolls, on a clock that starts in a school
// morning.
package demo

import (
	"errors"
	"log/slog"

	"rollbook/web"
)

// Demonstration is the running program with its sample school system.
type Demonstration struct {
	service *schoolSystem
	// schools are the schools that are connected from the start.
	schools []sampleSchool
	clock   *shiftedClock
	app     *web.App
	log     *slog.Logger
	// takenUp is true when the folder contained earlier data.
	takenUp bool
}

// Close closes the sample school system and the program.
func (d *Demonstration) Close() error {
	var err error
	if d.app != nil {
		err = d.app.Close()
	}
	return errors.Join(err, d.service.sandbox.Close(), d.service.switchOff(), d.clock.stop())
}
