package sender

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"rollbook/web/roll"
)

// tablet contains the data in a door tablet's storage, which survives its window, and the model's record of
// its results.
type tablet struct {
	// shown is the version of each student's mark that the tablet received last.
	shown map[roll.EnrolmentID]int64
	taps  []roll.SaveRow
	// batches are frozen under their tokens, in order.
	batches []roll.Save
	named   int
	// made and recorded count the taps of each student, and their rows in saves.
	made, recorded map[roll.EnrolmentID]int
}

// present is the status of students who tap.
const present roll.StatusID = 1

// holds reports whether a tap of the student was not delivered yet.
func (t *tablet) holds(id roll.EnrolmentID) bool {
	for _, row := range t.taps {
		if row.Enrolment == id {
			return true
		}
	}
	for _, batch := range t.batches {
		for _, row := range batch.Rows {
			if row.Enrolment == id {
				return true
			}
		}
	}
	return false
}

// tap makes students tap who, as far as the tablet knows, are not in. The tablet may have missed changes.
func (r *run) tap(op operation) error {
	t := &r.tablets[op.school]
	if t.made == nil {
		*t = tablet{shown: make(map[roll.EnrolmentID]int64), made: make(map[roll.EnrolmentID]int), recorded: make(map[roll.EnrolmentID]int)}
	}
	marks, err := r.marksOf(op.school)
	if err != nil {
		return err
	}
	for _, student := range op.students {
		id := enrolmentOf(op.school, student)
		if t.holds(id) || marks[id].Status.ID == present || op.school == moving && !r.pages.now().listed[id] {
			continue
		}
		if !op.office {
			t.shown[id] = marks[id].Version
		}
		t.made[id]++
		t.taps = append(t.taps, roll.SaveRow{Enrolment: id, Student: r.studentNow(op.school, id), Seen: t.shown[id], TappedAt: time.Now()})
	}
	return nil
}

func (r *run) marksOf(school int) (map[roll.EnrolmentID]roll.Mark, error) {
	ids := make([]roll.EnrolmentID, modelStudents+1)
	for i := range ids {
		ids[i] = enrolmentOf(school, i+1)
	}
	return r.store.Marks(r.ctx, r.school(school), roll.DateOf(time.Now(), r.zone), ids)
}

// freeze collects the taps of one minute under one token.
func (r *run) freeze(school int) {
	t := &r.tablets[school]
	for len(t.taps) > 0 {
		minute := t.taps[0].TappedAt.Truncate(time.Minute)
		t.named++
		batch := roll.Save{
			Token: roll.Token(fmt.Sprintf("tap-%d-%d", school, t.named)), School: r.school(school), Period: r.period(school), Class: "8B", ClassName: "8B",
			Date: roll.DateOf(time.Now(), r.zone), Intent: roll.Intent{Status: roll.Status{ID: present, Name: "Status " + present.String(), Family: roll.Present}, Observed: roll.Observed(minute, r.zone)}, By: roll.Actor{Person: roll.PersonID("door-" + strconv.Itoa(school)), Name: "Door", Role: roll.AtDoor},
			Generation: r.generations[school],
		}
		var rest []roll.SaveRow
		for _, row := range t.taps {
			if row.TappedAt.Truncate(time.Minute).Equal(minute) {
				batch.Rows = append(batch.Rows, row)
			} else {
				rest = append(rest, row)
			}
		}
		t.taps, t.batches = rest, append(t.batches, batch)
	}
}

// hear gives the tablet the present marks: then only the time of a tap shows that it is older.
func (r *run) hear(school int) error {
	marks, err := r.marksOf(school)
	t := &r.tablets[school]
	for i := range t.taps {
		t.taps[i].Seen = marks[t.taps[i].Enrolment].Version
	}
	return err
}

// deliver makes a tablet send its first batch: it succeeds, the request is lost, the answer is lost with the
// network or the tablet's window, or the server is killed after storing it.
func (r *run) deliver(op operation) error {
	if op.office {
		if err := r.hear(op.school); err != nil {
			return err
		}
	}
	r.freeze(op.school)
	t := &r.tablets[op.school]
	if len(t.batches) == 0 {
		return nil
	}
	const allIsWell, requestLost, killed, kinds = 0, 1, 2, 4
	broken := int(op.fault) % kinds
	batch := t.batches[0]
	if r.options.newToken {
		t.named++
		batch.Token = roll.Token(fmt.Sprintf("tap-%d-%d", op.school, t.named))
	}
	if broken != requestLost {
		if err := r.record(op, batch); err != nil {
			return err
		}
	}
	if broken == killed {
		r.killAndStart(op)
	}
	if broken == allIsWell || r.options.forgetful {
		t.batches = t.batches[1:]
	}
	return nil
}

// record makes the server accept a batch, and checks the rule: a tap replaces no mark that was accepted after
// it, and none of the office.
func (r *run) record(op operation, batch roll.Save) error {
	before, err := r.marksOf(op.school)
	if err != nil {
		return err
	}
	known, err := r.store.School(r.ctx, batch.School)
	if err != nil {
		return err
	}
	if op.school == moving {
		r.service.made(batch.Token, r.pages.by[batch.Generation])
	}
	accepted, err := r.replicas[op.replica].sender.Accept(r.ctx, known, r.said(batch))
	if err != nil || accepted[0].Repeated {
		return err
	}
	r.tokens = append(r.tokens, batch.Token)
	t := &r.tablets[op.school]
	var wrong error
	for _, held := range accepted[0].Held {
		t.recorded[held.Enrolment]++
	}
	for _, kept := range accepted[0].Kept {
		t.recorded[kept.Enrolment]++
		stood := before[kept.Enrolment]
		another := batch.Generation != known.Generation && op.school == moving
		if another || stood.Version == 0 || stood.Status.ID == present && stood.Observed == batch.Observed {
			continue
		}
		if stood.By.Role.Corrects() || tappedAt(batch, kept.Enrolment).Before(stood.MarkedAt) {
			wrong = errors.Join(wrong, fmt.Errorf("a tap of %d replaces the mark of %s, accepted at %v", kept.Enrolment, stood.By.Role, stood.MarkedAt))
		}
	}
	return wrong
}

// said is the batch as the server receives it.
func (r *run) said(batch roll.Save) roll.Save {
	batch.Rows = slices.Clone(batch.Rows)
	for i := range batch.Rows {
		if r.options.noTapTime {
			batch.Rows[i].TappedAt = time.Time{}
		}
	}
	return batch
}

// tappedAt returns the time at which the student of the batch tapped.
func tappedAt(batch roll.Save, id roll.EnrolmentID) time.Time {
	at := slices.IndexFunc(batch.Rows, func(row roll.SaveRow) bool { return row.Enrolment == id })
	return batch.Rows[at].TappedAt
}

// deliverAll repairs the networks: then every tap is in exactly one save.
func (r *run) deliverAll() error {
	for school := range modelSchools {
		t := &r.tablets[school]
		for len(t.taps)+len(t.batches) > 0 {
			if err := r.deliver(operation{school: school}); err != nil {
				return err
			}
		}
		for id, made := range t.made {
			if t.recorded[id] != made {
				return fmt.Errorf("%d tapped %d times, and %d taps are recorded", id, made, t.recorded[id])
			}
		}
	}
	return nil
}
