package demo

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"rollbook/web/roll"
)

// samplePeriod is a school of the demonstration with the lists of its current period, for inventing its
// rolls.
type samplePeriod struct {
	sampleSchool
	school roll.School
	period roll.Period
	// classes are in list order, the due one first.
	classes  []roll.ClassID
	members  map[roll.ClassID][]roll.Enrolment
	statuses map[roll.Family]roll.Status
}

// lists reads the school's lists as its pages do, so that the first page finds them cached.
func (d *Demonstration) lists(ctx context.Context, of sampleSchool) (*samplePeriod, error) {
	school, err := d.app.Store.School(ctx, of.id)
	if err != nil {
		return nil, err
	}
	read := &samplePeriod{
		sampleSchool: of, school: school, classes: []roll.ClassID{of.due},
		members: make(map[roll.ClassID][]roll.Enrolment), statuses: make(map[roll.Family]roll.Status),
	}
	periods, _, err := d.app.Lists.Rosters.Periods(ctx, school)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(periods, func(p roll.Period) bool { return p.Current(school.Today(d.clock.now())) })
	if at < 0 {
		return nil, fmt.Errorf("%w: %s has no current period", errSampleData, of.id)
	}
	read.period = periods[at]
	students, _, err := d.app.Lists.Rosters.Students(ctx, school, read.period.ID)
	if err != nil {
		return nil, err
	}
	for _, student := range students {
		if !slices.Contains(read.classes, student.Class) {
			read.classes = append(read.classes, student.Class)
		}
		read.members[student.Class] = append(read.members[student.Class], student)
	}
	statuses, _, err := d.app.Lists.Rosters.Statuses(ctx, school, read.period.ID)
	for _, status := range statuses {
		if _, known := read.statuses[status.Family]; !known {
			read.statuses[status.Family] = status
		}
	}
	return read, err
}

var errSampleData = errors.New("the sample data is not as expected")

// The part of today that is done when the demonstration begins. The due class and the following ones are
// still to come.
const (
	classesDone   = 5
	classesPartly = 1
	// betweenClasses is the time between two marked classes, and from the last one to now.
	betweenClasses = 7 * time.Minute
)
