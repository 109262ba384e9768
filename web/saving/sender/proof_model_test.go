package sender

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/apiclient/mapping"
	"rollbook/web/roll"
)

// subject is the connection that the guessed school's marks prove; it changes with each mending.
func (r *run) subject() roll.Subject { return roll.Subject(time.Duration(r.mended).String()) }

// decide makes an admin's decision about a school's connection.
func (r *run) decide(op operation) error {
	switch op.kind {
	case "guide":
		op.school, op.students = guessed, op.students[:1]
		if err := r.saveAs(op, r.subject()); roll.KindOf(err) != roll.Meaningless {
			return err
		}
		// The school system has answered with this status before, so it would prove nothing.
	case "switch on":
		marks, err := r.store.GuidedMarks(r.ctx, r.school(guessed), r.subject())
		if err != nil || !roll.Prove(marks) {
			return err
		}
		return r.prove()
	case "mend":
		return r.mend()
	case "right":
		return r.confirmOthers(op.school)
	}
	return nil
}

// prove switches the guessed school on, unless it is paused because of other students.
func (r *run) prove() error {
	school, err := r.store.School(r.ctx, r.school(guessed))
	if err != nil {
		return err
	}
	before := r.service.setProven(true)
	err = r.store.SetProof(r.ctx, school, roll.ProvenByMarks, roll.ConnectionDecision{Kind: roll.SwitchedOn})
	if err != nil && roll.KindOf(err) == roll.Stale {
		r.service.setProven(before)
		return nil
	}
	return err
}

// proveAtOnce treats the documented school as proven without an answer.
func (r *run) proveAtOnce(t *testing.T) {
	t.Helper()
	school, err := r.store.School(r.ctx, r.school(documented))
	if err == nil {
		err = r.store.SetProof(r.ctx, school, roll.ProvenByAnswer, roll.ConnectionDecision{Kind: roll.SwitchedOn})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// mend changes the numbers with which the guessed school is read: its proof ends.
func (r *run) mend() error {
	school, err := r.store.School(r.ctx, r.school(guessed))
	if err != nil {
		return err
	}
	r.mended++
	r.service.reviewed(school.ID)
	// Waiting marks with the earlier numbers have moved.
	err = r.eachMark(func(k key, mark roll.Mark) error {
		if k.school == school.ID && mark.Outcome != roll.Saved {
			r.service.blameFor(k, mark.Save)
		}
		return nil
	})
	if err == nil {
		mapped := mapping.Default()
		students := mapped.Of(mapping.Students)
		students.Path += "&reading=" + strconv.Itoa(r.mended)
		if !r.options.noProof {
			students.Fields = maps.Clone(students.Fields)
			students.Fields[mapping.EnrolmentID] = "$.id"
		}
		text, unwritten := json.Marshal(mapped.With(mapping.Students, students))
		school.Mapping = string(text)
		err = errors.Join(unwritten, r.store.SetMapping(r.ctx, school))
	}
	if err != nil {
		return err
	}
	r.generations[guessed]++
	// Claimed attempts may still be sent.
	synctest.Wait()
	r.service.setProven(false)
	return nil
}

// confirmOthers makes an admin confirm that the students named in answers are right.
func (r *run) confirmOthers(number int) error {
	school, err := r.store.School(r.ctx, r.school(number))
	if err != nil {
		return err
	}
	r.service.reviewed(school.ID)
	return r.store.ConfirmOthers(r.ctx, school, roll.ConnectionDecision{Kind: roll.OthersAreRight, Reason: "looked up"})
}

// othersAnswers are the answers of a school that named others in place of the sent students, and that no
// admin has reviewed.
type othersAnswers struct {
	at     []time.Time
	guided bool
}

// mustRest reports whether nothing may be sent any more at the instant.
func (o othersAnswers) mustRest(now time.Time) bool {
	before := slices.DeleteFunc(slices.Clone(o.at), func(at time.Time) bool { return !at.Before(now) })
	for i := 1; i < len(before); i++ {
		if before[i].Sub(before[i-1]) < roll.OthersWindow {
			return true
		}
	}
	return o.guided && len(before) > 0
}

// named records an answer that names others.
func (m *serviceModel) named(attempt roll.Attempt) {
	m.mu.Lock()
	defer m.mu.Unlock()
	answers := m.others[attempt.School]
	answers.at = append(answers.at, time.Now())
	answers.guided = answers.guided || m.guided[attempt.Save] || m.isFirst(attempt.School)
	m.others[attempt.School] = answers
}

// isFirst reports whether no answer has shown yet which students the marks of the documented school reach.
// The lock is held.
func (m *serviceModel) isFirst(school roll.SchoolID) bool {
	return school == (&run{}).school(documented) && !m.answered[school]
}

// names records an answer that named all sent students.
func (m *serviceModel) names(school roll.SchoolID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answered[school] = true
}

// reviewed deletes the answers of a school that named others.
func (m *serviceModel) reviewed(school roll.SchoolID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.others, school)
}

// forget deletes all of them: a killed process may not have stored its answer.
func (m *serviceModel) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.others)
}

// setProven sets whether the guessed school is proven, and returns the previous value.
func (m *serviceModel) setProven(proven bool) (before bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	before, m.proven = m.proven, proven
	return before
}

// blameFor records that the student may lose the mark of the save.
func (m *serviceModel) blameFor(k key, save roll.Token) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.blamed[markOf{k, save}] = true
}

func (m *serviceModel) guides(save roll.Token) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.guided[save] = true
}

// mayArrive records a violation if a call was not allowed for its marks. The lock is held.
func (m *serviceModel) mayArrive(attempt roll.Attempt) {
	if attempt.School == (&run{}).school(guessed) && !m.proven && !m.guided[attempt.Save] {
		m.violations = append(m.violations, "a mark was sent for a school that is not proven")
	}
	if m.isFirst(attempt.School) && m.inFlight[attempt.School] > 1 {
		m.violations = append(m.violations, "two calls at once before an answer showed whom they reach")
	}
	if m.others[attempt.School].mustRest(time.Now()) {
		m.violations = append(m.violations, "a mark was sent although answers named other students")
	}
}

// listedIn returns the students whose numbers are in the school's list.
func (m *serviceModel) listedIn(attempt roll.Attempt) map[roll.StudentID]bool {
	listed := make(map[roll.StudentID]bool)
	for number := range modelSchools {
		for student := 1; student <= modelStudents && (&run{}).school(number) == attempt.School && !m.options.noList; student++ {
			if id := enrolmentOf(number, student); studentIn(number, id) != 0 {
				listed[m.studentOf(attempt, id)] = true
			}
		}
	}
	return listed
}

// itemsOf returns the items of the service's answer: the sent students, others, or all.
func (m *serviceModel) itemsOf(attempt roll.Attempt, how fault) []roll.Item {
	named := attempt.Enrolments()
	if how == partial && len(named) > 1 {
		named = named[1:]
	}
	if how == namesOthers || how == crossesAnswers {
		others := othersThan(attempt)
		named = others[:min(len(others), len(named))]
	}
	if how == echoesClass {
		named = slices.Concat(named, othersThan(attempt))
	}
	items := make([]roll.Item, len(named))
	for i, enrolment := range named {
		items[i] = roll.Item{Student: m.studentOf(attempt, enrolment), Status: attempt.Status.Name, Date: attempt.Date}
	}
	return items
}

// othersThan returns the students of the attempt's school who were not sent and whose numbers are in its
// list.
func othersThan(attempt roll.Attempt) []roll.EnrolmentID {
	var others []roll.EnrolmentID
	for number := range modelSchools {
		for student := 1; student <= modelStudents && (&run{}).school(number) == attempt.School; student++ {
			enrolment := enrolmentOf(number, student)
			if studentIn(number, enrolment) != 0 && !slices.Contains(attempt.Enrolments(), enrolment) {
				others = append(others, enrolment)
			}
		}
	}
	return others
}
