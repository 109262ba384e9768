package demo

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"hash/fnv"
	random "math/rand/v2"
	"slices"
	"strings"
	"time"

	"rollbook/web"
	"rollbook/web/roll"
	"rollbook/web/saving/sender"
	"rollbook/web/store/saves"
)

// pastSchoolDays is the number of past days from Monday to Friday with rolls.
const pastSchoolDays = 10

// fillHistory takes the rolls of the past days for all other classes, class by class, while the demonstration
// is already in use. It skips failures, since the data are only samples.
func (d *Demonstration) fillHistory(ctx context.Context) {
	if d.takenUp {
		return
	}
	now := d.clock.now()
	for _, school := range d.schools {
		read, err := d.lists(ctx, school)
		if err != nil {
			d.complain(ctx, err)
			return
		}
		for _, class := range read.classes[1:] {
			if err := d.record(ctx, read, read.pastOf(class, now)); err != nil {
				d.complain(ctx, err)
				return
			}
		}
	}
}

func (d *Demonstration) complain(ctx context.Context, err error) {
	if ctx.Err() == nil {
		d.app.Log.ErrorContext(ctx, "the sample history is not complete", "error", err)
	}
}

// taken is a past save with its acceptance time.
type taken struct {
	save roll.Save
	at   time.Time
}

// pastOf returns the saves of the class on the last days from Monday to Friday, in the morning.
func (p *samplePeriod) pastOf(class roll.ClassID, now time.Time) []taken {
	members := p.members[class]
	today := p.school.Today(now)
	var all []taken
	for date, days := today.AddDays(-1), 0; days < pastSchoolDays && date >= p.period.Starts; date = date.AddDays(-1) {
		noon := date.Noon(p.school.Zone)
		if noon.Weekday() == time.Saturday || noon.Weekday() == time.Sunday {
			continue
		}
		days++
		minute := spread(string(class), string(date)).IntN(25)
		at := noon.Add(-3*time.Hour - 30*time.Minute).Add(time.Duration(minute) * time.Minute)
		all = append(all, p.take(class, members, date, at)...)
	}
	return all
}

// take returns a typical roll: those who are not present first, then all others, with one press.
func (p *samplePeriod) take(class roll.ClassID, members []roll.Enrolment, date roll.Date, at time.Time) []taken {
	rows := make(map[roll.Family][]roll.SaveRow)
	for _, student := range members {
		family := usually(student.ID, date)
		if _, known := p.statuses[family]; !known {
			family = roll.Present
		}
		rows[family] = append(rows[family], roll.SaveRow{Enrolment: student.ID, Student: student.Student})
	}
	var saves []taken
	for _, family := range []roll.Family{roll.Absent, roll.Excused, roll.Late, roll.Present} {
		if len(rows[family]) == 0 {
			continue
		}
		save := roll.Save{
			Token: roll.Token(rand.Text()), School: p.id, Period: p.period.ID, Class: class, ClassName: members[0].ClassName,
			Date: date, Intent: roll.Intent{Status: p.statuses[family]}, By: p.teacher(class), Rows: rows[family],
			Generation: p.school.Generation,
		}
		if save.Status.CarriesTime {
			save.Observed = roll.Observed(at, p.school.Zone)
		}
		saves = append(saves, taken{save, at})
		at = at.Add(time.Second)
	}
	return saves
}

// teacher returns the person who takes the roll of the class. The school's first teacher takes that of the
// due class, so that it comes first on that teacher's page. Teachers take turns at the classes that are done,
// and the last one takes all others.
func (p *samplePeriod) teacher(class roll.ClassID) roll.Actor {
	var teachers []web.DemoPerson
	for _, member := range p.people {
		if member.Role == roll.Teacher {
			teachers = append(teachers, member)
		}
	}
	who := teachers[len(teachers)-1]
	if at := slices.Index(p.classes, class); at <= classesDone {
		who = teachers[at%len(teachers)]
	}
	return roll.Actor{Person: personID(who), Name: who.Name, Role: who.Role}
}

// usually invents a student's family on a date, such as present. Most are nearly always present. Of twelve,
// one is often away and one often late.
func usually(student roll.EnrolmentID, date roll.Date) roll.Family {
	away, late := 0.03, 0.02
	switch habit := spread(student.String()).Float64(); {
	case habit < 1.0/12:
		away = 0.35
	case habit < 2.0/12:
		late = 0.3
	}
	chance := spread(student.String(), string(date))
	switch drawn := chance.Float64(); {
	case drawn < away/2:
		return roll.Absent
	case drawn < away:
		return roll.Excused
	case drawn < away+late:
		return roll.Late
	}
	return roll.Present
}

// spread returns a generator of random-looking numbers that depend only on the words.
func spread(words ...string) *random.Rand {
	sum := fnv.New64a()
	// Writing to a hash never fails.
	_, _ = sum.Write([]byte(strings.Join(words, " ")))
	return random.New(random.NewPCG(sum.Sum64(), 0))
}

// record saves in the school system and then in Rollbook, with the answers, all at once. It leaves out a save
// without a complete answer.
func (d *Demonstration) record(ctx context.Context, p *samplePeriod, rolls []taken) error {
	var past []saves.PastSave
	for _, save := range rolls {
		began := time.Now()
		reply := d.send(ctx, p, save)
		if err := ctx.Err(); err != nil {
			return err
		}
		if sender.Complete(reply) {
			past = append(past, saves.PastSave{Save: save.save, AcceptedAt: save.at, Took: time.Since(began), Reply: reply})
		}
	}
	return d.app.Store.RecordPast(ctx, p.school, past, func(reply roll.Reply) saves.Closing {
		return sender.ByReading(reply, p.school.Timing())
	})
}

// send makes the call for the save like the sender.
func (d *Demonstration) send(ctx context.Context, p *samplePeriod, save taken) roll.Reply {
	attempt := roll.Attempt{School: p.id, Save: save.save.Token, Date: save.save.Date, Intent: save.save.Intent}
	for _, row := range save.save.Rows {
		attempt.Marks = append(attempt.Marks, roll.Claimed{Enrolment: row.Enrolment, Student: row.Student, Version: 1})
	}
	timing, now := p.school.Timing(), time.Now()
	reply := d.app.Connecting.Services.Send(ctx, p.school, attempt, roll.Window{
		ClaimedAt: save.at, Claimed: now, SendBefore: now.Add(timing.Fence), Deadline: now.Add(timing.Connection),
		Call: timing.Call,
	})
	reply.Same = func(returned string) bool { return returned == save.save.Status.Name }
	return reply
}

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
	if read.period, err = roll.PeriodOn(periods, school.Today(d.clock.now())); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", errSampleData, of.id, err)
	}
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
