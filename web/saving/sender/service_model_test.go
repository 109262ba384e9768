package sender

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"rollbook/web/roll"
)

// fault is a way in which the model of the service handles a call.
type fault int

const (
	works fault = iota
	slow
	lostReply
	hangsThenApplies
	hangsForEver
	serverErrorApplied
	serverError
	notReached
	partial
	nonsense
	refusesFirst
	refusesKey
	asksToWait
	// namesOthers marks no student and answers that it marked others, crossesAnswers marks the sent students
	// and gives the answer of another call, echoesClass answers for the whole class.
	namesOthers
	crossesAnswers
	echoesClass
	processPaused
	moved
	movedSlowly
	faults
)

const applyLimit = 60 * time.Second

// key is a student on the one date of the model.
type key struct {
	school    roll.SchoolID
	enrolment roll.EnrolmentID
	// host is the address of the school's service.
	host string
}

// keyOf returns the key of a student of the attempt.
func keyOf(attempt roll.Attempt, id roll.EnrolmentID) key {
	return key{attempt.School, id, attempt.At.BaseURL}
}

// markOf is a save's mark for a student.
type markOf struct {
	key
	save roll.Token
}

// serviceModel is a school's service with all the faults that the rule must handle: it delays, loses, lies,
// and applies late. Its clock is the bubble's.
type serviceModel struct {
	mu     sync.Mutex
	now    map[roll.SchoolID]fault
	values map[key]roll.StatusID
	times  map[key]times
	// late counts, by student, the changes that are not applied yet.
	late map[key]int
	// busy counts the calls under way.
	busy map[key]int
	// others are the answers that named others, guided the saves that prove a connection; proven reports
	// whether the guessed school is proven.
	others map[roll.SchoolID]othersAnswers
	guided map[roll.Token]bool
	proven bool
	// inFlight counts the calls under way, by school; answered are the schools with an answer that named all
	// sent students.
	inFlight map[roll.SchoolID]int
	answered map[roll.SchoolID]bool
	options  mutation
	// gone are the students who left: every list that names one is answered 404.
	gone map[key]bool
	// missed is, by student, the last save that was answered 404.
	missed map[key]roll.Token
	// blamed are the marks that the student may lose because of another answer.
	blamed map[markOf]bool
	// pages are those of the moving school by generation, and pressed by save; over are the saves that wait
	// in a copy.
	pages      map[int64]page
	pressed    map[roll.Token]page
	over       map[roll.Token]time.Time
	early      []roll.Attempt
	violations []string
}

func newServiceModel(options mutation) *serviceModel {
	return &serviceModel{
		options: options, others: make(map[roll.SchoolID]othersAnswers), guided: make(map[roll.Token]bool),
		now: make(map[roll.SchoolID]fault), values: make(map[key]roll.StatusID), times: make(map[key]times),
		late: make(map[key]int), busy: make(map[key]int),
		inFlight: make(map[roll.SchoolID]int), answered: make(map[roll.SchoolID]bool),
		gone: make(map[key]bool), missed: make(map[key]roll.Token), blamed: make(map[markOf]bool),
		pages: make(map[int64]page), pressed: make(map[roll.Token]page), over: make(map[roll.Token]time.Time),
	}
}

func (m *serviceModel) set(school roll.SchoolID, how fault) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now[school] = how
}

func (m *serviceModel) fault(school roll.SchoolID) fault {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now[school]
}

// Send is one call of the sender.
func (m *serviceModel) Send(_ context.Context, school roll.School, attempt roll.Attempt, window roll.Window) roll.Reply {
	how := m.fault(school.ID)
	attempt.At = school
	if how == processPaused {
		time.Sleep(25 * time.Second)
	}
	if time.Now().After(window.SendBefore) && !m.options.noFence {
		return roll.Reply{State: roll.NotSent, Problem: "fence"}
	}
	began := time.Now()
	m.arrive(attempt, 1)
	defer m.arrive(attempt, -1)
	reply := m.treat(school, attempt, how)
	m.blame(attempt, reply)
	reply.SentAt = window.SentAt(began)
	if reply.State == roll.NotSent {
		reply.SentAt = time.Time{}
	}
	return reply
}

func (m *serviceModel) treat(school roll.School, attempt roll.Attempt, how fault) roll.Reply {
	switch how {
	case moved:
		return m.notFound(attempt, 0)
	case movedSlowly:
		return m.notFound(attempt, 5*time.Second)
	case slow:
		time.Sleep(5 * time.Second)
	case lostReply:
		m.apply(attempt)
		return roll.Reply{State: roll.Unknown, Problem: "reset"}
	case hangsThenApplies:
		m.applyLater(attempt, school.Call+applyLimit-time.Second)
		time.Sleep(school.Call)
		return roll.Reply{State: roll.Unknown, Problem: "timeout"}
	case hangsForEver:
		time.Sleep(school.Call)
		return roll.Reply{State: roll.Unknown, Problem: "timeout"}
	case serverErrorApplied:
		m.apply(attempt)
		return roll.Reply{State: roll.Unknown, HTTPStatus: 502}
	case serverError:
		return roll.Reply{State: roll.Unknown, HTTPStatus: 500}
	case nonsense:
		m.applyLater(attempt, applyLimit/2)
		return roll.Reply{State: roll.Unknown, HTTPStatus: 200, Problem: "not_understood"}
	case notReached:
		return roll.Reply{State: roll.NotSent, Problem: "refused"}
	case refusesKey:
		return roll.Reply{State: roll.KeyRefused, HTTPStatus: 401}
	case asksToWait:
		return roll.Reply{State: roll.AskedToWait, HTTPStatus: 429, RetryAfter: 5 * time.Second}
	case refusesFirst:
		if attempt.Marks[0].Enrolment%4 == 1 {
			return roll.Reply{State: roll.Rejected, HTTPStatus: 422}
		}
	}
	if m.namesGone(attempt) {
		return m.notFound(attempt, 0)
	}
	if how != namesOthers {
		m.apply(attempt)
	}
	return m.answer(attempt, how)
}

// notFound is the answer to a list that names a student who left, and to every request at a wrong address.
func (m *serviceModel) notFound(attempt roll.Attempt, after time.Duration) roll.Reply {
	m.mu.Lock()
	for _, mark := range attempt.Marks {
		m.missed[keyOf(attempt, mark.Enrolment)] = attempt.Save
	}
	m.mu.Unlock()
	time.Sleep(after)
	return roll.Reply{State: roll.Gone, HTTPStatus: 404}
}

// leave makes the student leave, unless half of the class has left.
func (m *serviceModel) leave(k key) {
	m.mu.Lock()
	defer m.mu.Unlock()
	left := 0
	for other := range m.gone {
		if other.school == k.school {
			left++
		}
	}
	if left < modelStudents/2 {
		m.gone[k] = true
	}
}

func (m *serviceModel) namesGone(attempt roll.Attempt) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.ContainsFunc(attempt.Marks, func(mark roll.Claimed) bool { return m.gone[keyOf(attempt, mark.Enrolment)] })
}

// blame records the students who may lose their mark: the list was refused, the service failed, or its answer
// omitted them.
func (m *serviceModel) blame(attempt roll.Attempt, reply roll.Reply) {
	m.mu.Lock()
	defer m.mu.Unlock()
	named := make(map[roll.EnrolmentID]bool)
	for _, student := range reply.Reading.Students {
		named[student.Enrolment] = student.Verdict == roll.Confirmed
	}
	for _, mark := range attempt.Marks {
		if reply.State == roll.Rejected || reply.HTTPStatus >= 500 || reply.State == roll.Answered && !named[mark.Enrolment] {
			m.blamed[markOf{keyOf(attempt, mark.Enrolment), attempt.Save}] = true
		}
	}
}

// mayBeRefused reports whether the student may lose the mark.
func (m *serviceModel) mayBeRefused(k key, save roll.Token) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.gone[k] || m.blamed[markOf{k, save}]
}

// isMissed reports whether the mark was answered 404.
func (m *serviceModel) isMissed(k key, save roll.Token) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.missed[k] == save
}

func (m *serviceModel) answer(attempt roll.Attempt, how fault) roll.Reply {
	reading := roll.Read(attempt.Rows(), attempt.Date, m.itemsOf(attempt, how), m.listedIn(attempt))
	reply := roll.Reply{State: roll.Answered, HTTPStatus: 200, Reading: reading}
	if !reading.Valid {
		reply.State = roll.Unknown
	}
	if reading.NamesAll(attempt.Marks) {
		m.names(attempt.School)
	}
	if reading.Instead {
		reply.Problem = "other_students"
		m.named(attempt)
	}
	return reply
}

// Probe answers unless the key is refused.
func (m *serviceModel) Probe(_ context.Context, school roll.School) error {
	if m.fault(school.ID) == refusesKey {
		return errKeyRefused
	}
	return nil
}

func (m *serviceModel) arrive(attempt roll.Attempt, by int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.inFlight[attempt.School] += by; by > 0 {
		m.mayArrive(attempt)
		m.belongs(attempt)
	}
	for _, mark := range attempt.Marks {
		k := keyOf(attempt, mark.Enrolment)
		if m.busy[k] += by; m.busy[k] > 1 {
			m.violations = append(m.violations, "two calls at once for one student")
		}
		if roll.SchoolID(schoolOf(mark.Enrolment)) != attempt.School {
			m.violations = append(m.violations, "a call carries another school's student")
		}
	}
}

// violation is the first call that was not allowed.
func (m *serviceModel) violation() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.violations) == 0 {
		return nil
	}
	return errors.New(m.violations[0])
}

func (m *serviceModel) apply(attempt roll.Attempt) {
	if m.namesGone(attempt) {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, mark := range attempt.Marks {
		m.values[keyOf(attempt, mark.Enrolment)] = attempt.Status.ID
		m.moves(keyOf(attempt, mark.Enrolment), attempt)
	}
}

// applyLater applies the attempt after the delay, even if the caller is gone.
func (m *serviceModel) applyLater(attempt roll.Attempt, delay time.Duration) {
	m.mu.Lock()
	for _, mark := range attempt.Marks {
		m.late[keyOf(attempt, mark.Enrolment)]++
	}
	m.mu.Unlock()
	time.AfterFunc(delay, func() {
		m.apply(attempt)
		m.mu.Lock()
		defer m.mu.Unlock()
		for _, mark := range attempt.Marks {
			m.late[keyOf(attempt, mark.Enrolment)]--
		}
	})
}

// holds reports whether the service has the status for the student, and nothing under way can change it.
func (m *serviceModel) holds(k key, status roll.StatusID) (value, final bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.values[k] == status, m.late[k] == 0
}

// CanRead is true for one of the two schools.
func (m *serviceModel) CanRead(_ context.Context, school roll.School) (bool, error) {
	return school.ID == readableSchool, nil
}

const readableSchool = roll.SchoolID("school-1")

// ReadDay returns the service's marks, unless it is out of order.
func (m *serviceModel) ReadDay(_ context.Context, school roll.School, _ roll.PeriodID, _ roll.Date) ([]roll.DayMark, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch m.now[school.ID] {
	case hangsForEver, notReached, serverError, refusesKey:
		return nil, errKeyRefused
	}
	var day []roll.DayMark
	for k, status := range m.values {
		if k.school == school.ID {
			day = append(day, roll.DayMark{Enrolment: k.enrolment, Status: "Status " + status.String()})
		}
	}
	return day, nil
}
