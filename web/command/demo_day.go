package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"rollbook/web/roll"
)

// demoPeriod is a school of the demonstration with the lists of its current period,
// by which its rolls are made up.
type demoPeriod struct {
	demoSchool
	school   roll.School
	period   roll.Period
	students []roll.Enrolment
	statuses map[roll.Family]roll.Status
}

// lists reads the school's lists as its pages do, so that the first page finds them.
func (d *demonstration) lists(ctx context.Context, of demoSchool) (*demoPeriod, error) {
	school, err := d.app.Store.School(ctx, of.id)
	if err != nil {
		return nil, err
	}
	read := &demoPeriod{demoSchool: of, school: school, statuses: make(map[roll.Family]roll.Status)}
	periods, _, err := d.app.Rosters.Periods(ctx, school)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(periods, func(p roll.Period) bool { return p.Current(school.Today(d.clock.now())) })
	if at < 0 {
		return nil, fmt.Errorf("%w: %s has no current period", errSampleData, of.id)
	}
	read.period = periods[at]
	if read.students, _, err = d.app.Rosters.Students(ctx, school, read.period.ID); err != nil {
		return nil, err
	}
	statuses, _, err := d.app.Rosters.Statuses(ctx, school, read.period.ID)
	for _, status := range statuses {
		if _, known := read.statuses[status.Family]; !known {
			read.statuses[status.Family] = status
		}
	}
	return read, err
}

var errSampleData = errors.New("the sample data is not as expected")

// classes are the classes in the order of the list, the due one first.
func (p *demoPeriod) classes() []roll.ClassID {
	classes := []roll.ClassID{p.due}
	for _, student := range p.students {
		if !slices.Contains(classes, student.Class) {
			classes = append(classes, student.Class)
		}
	}
	return classes
}

func (p *demoPeriod) members(class roll.ClassID) []roll.Enrolment {
	var members []roll.Enrolment
	for _, student := range p.students {
		if student.Class == class {
			members = append(members, student)
		}
	}
	return members
}

// What is done of today when the demonstration begins; the due class and those
// that follow are still to come.
const (
	classesDone   = 5
	classesPartly = 1
	// betweenClasses is the time from one marked class to the next, and from the last one to now.
	betweenClasses = 7 * time.Minute
)

// begin marks a part of today at every school, and the past dates of the due
// classes, whose rolls are likely to be opened first.
func (d *demonstration) begin(ctx context.Context) error {
	now := d.clock.now()
	for _, school := range d.schools {
		read, err := d.lists(ctx, school)
		if err != nil {
			return err
		}
		if err := d.record(ctx, read, read.today(now)); err != nil {
			return err
		}
		if err := d.record(ctx, read, read.pastOf(read.due, now)); err != nil {
			return err
		}
	}
	return nil
}

// today returns the saves of today, at times that lie before now and after midnight.
func (p *demoPeriod) today(now time.Time) []taken {
	today := p.school.Today(now)
	midnight := today.AddDays(-1).End(p.school.Zone)
	marked := min(classesDone+classesPartly, len(p.classes())-1)
	var all []taken
	for i, class := range p.classes()[1 : 1+marked] {
		at := now.Add(-time.Duration(marked-i) * betweenClasses)
		if at.Before(midnight) {
			at = midnight
		}
		members := p.members(class)
		if i >= classesDone {
			members = members[:len(members)/2]
		}
		all = append(all, p.take(class, members, today, at)...)
	}
	return all
}
