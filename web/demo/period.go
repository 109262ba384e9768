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
	school   roll.School
	period   roll.Period
	students []roll.Enrolment
	statuses map[roll.Family]roll.Status
}

// lists reads the school's lists as its pages do, so that the first page finds them cached.
func (d *Demonstration) lists(ctx context.Context, of sampleSchool) (*samplePeriod, error) {
	school, err := d.app.Store.School(ctx, of.id)
	if err != nil {
		return nil, err
	}
	read := &samplePeriod{sampleSchool: of, school: school, statuses: make(map[roll.Family]roll.Status)}
	periods, _, err := d.app.Lists.Rosters.Periods(ctx, school)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(periods, func(p roll.Period) bool { return p.Current(school.Today(d.clock.now())) })
	if at < 0 {
		return nil, fmt.Errorf("%w: %s has no current period", errSampleData, of.id)
	}
	read.period = periods[at]
	if read.students, _, err = d.app.Lists.Rosters.Students(ctx, school, read.period.ID); err != nil {
		return nil, err
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

// classes returns the classes in list order, the due one first.
func (p *samplePeriod) classes() []roll.ClassID {
	classes := []roll.ClassID{p.due}
	for _, student := range p.students {
		if !slices.Contains(classes, student.Class) {
			classes = append(classes, student.Class)
		}
	}
	return classes
}

func (p *samplePeriod) members(class roll.ClassID) []roll.Enrolment {
	var members []roll.Enrolment
	for _, student := range p.students {
		if student.Class == class {
			members = append(members, student)
		}
	}
	return members
}

// The part of today that is done when the demonstration begins. The due class and the following ones are
// still to come.
const (
	classesDone   = 5
	classesPartly = 1
	// betweenClasses is the time between two marked classes, and from the last one to now.
	betweenClasses = 7 * time.Minute
)
