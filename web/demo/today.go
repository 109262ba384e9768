package demo

import (
	"context"
	"time"
)

// begin marks a part of today at every school, and the past dates of the due classes, whose rolls will
// probably be opened first.
func (d *Demonstration) begin(ctx context.Context) error {
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

// today returns the saves of today, at times after midnight and before now.
func (p *samplePeriod) today(now time.Time) []taken {
	today := p.school.Today(now)
	midnight := today.AddDays(-1).End(p.school.Zone)
	marked := min(classesDone+classesPartly, len(p.classes)-1)
	var all []taken
	for i, class := range p.classes[1 : 1+marked] {
		at := now.Add(-time.Duration(marked-i) * betweenClasses)
		if at.Before(midnight) {
			at = midnight
		}
		members := p.members[class]
		if i >= classesDone {
			members = members[:len(members)/2]
		}
		all = append(all, p.take(class, members, today, at)...)
	}
	return all
}
