package sender

import (
	"slices"
	"sync"
	"time"

	"rollbook/web/roll"
)

// The most simultaneous calls. All schools whose calls fail share mostWhereFailing.
const (
	mostPerProcess   = 64
	mostWhereFailing = 16
)

// lane is the queue of calls for one school.
type lane struct {
	limit
	underWay int
	failing  bool
	// isKnown is true once the limit follows from what was stored about the school. Stored is that, as it is now.
	isKnown bool
	stored  roll.Calls
	// fresh are saves that were just accepted and may be sent.
	fresh []roll.Token
	// backlog is true while there may be more to send than the fresh saves.
	backlog bool
}

func (l *lane) idle() bool { return !l.backlog && len(l.fresh) == 0 }

// next returns the next turn of a lane that is not idle.
func (l *lane) next(school roll.SchoolID) turn {
	taken := turn{school: school, round: l.round}
	if !l.backlog {
		taken.save, l.fresh = l.fresh[0], l.fresh[1:]
	}
	return taken
}

// lanes divides the calls of a process among schools, round robin, so that a slow or failing school does not
// delay the others.
type lanes struct {
	now func() time.Time
	mu  sync.Mutex
	// open is true while turns may be reserved.
	open     bool
	lanes    map[roll.SchoolID]*lane
	queue    []roll.SchoolID
	underWay int
	failing  int
}

func newLanes(now func() time.Time) *lanes {
	return &lanes{now: now, lanes: make(map[roll.SchoolID]*lane)}
}

// turn is the right to make one call for the school: for the save, or for the oldest due save when the token
// is empty.
type turn struct {
	school roll.SchoolID
	save   roll.Token
	// round is the lane's at the turn's begin, underWay the number of the school's calls with this one.
	round, underWay int
}

// askFor queues one save. It adds the save to the backlog when the school's calls fail.
func (l *lanes) askFor(school roll.SchoolID, save roll.Token) {
	l.mu.Lock()
	defer l.mu.Unlock()
	lane := l.queued(school)
	if lane.failing {
		lane.backlog = true
		return
	}
	lane.fresh = append(lane.fresh, save)
}

// askAll marks the school as having a backlog.
func (l *lanes) askAll(school roll.SchoolID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.queued(school).backlog = true
}

func (l *lanes) lane(school roll.SchoolID) *lane {
	found := l.lanes[school]
	if found == nil {
		found = &lane{limit: newLimit(roll.Calls{}, l.now())}
		l.lanes[school] = found
	}
	return found
}

func (l *lanes) queued(school roll.SchoolID) *lane {
	found := l.lane(school)
	if found.idle() {
		l.queue = append(l.queue, school)
	}
	return found
}

// enter returns the next turn, or false when no more calls may begin.
func (l *lanes) enter() (turn, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, school := range l.queue {
		lane := l.lanes[school]
		if l.underWay >= mostPerProcess || lane.underWay >= lane.calls || lane.failing && l.failing >= mostWhereFailing {
			continue
		}
		l.queue = slices.Delete(l.queue, i, i+1)
		taken := lane.next(school)
		if !lane.idle() {
			l.queue = append(l.queue, school)
		}
		l.count(lane, 1)
		taken.underWay = lane.underWay
		return taken, true
	}
	return turn{}, false
}

// claimed records which save a turn was used for. If the oldest due save was one just accepted, there is no
// backlog, and the turn belongs to that save.
func (l *lanes) claimed(taken turn, token roll.Token) turn {
	if taken.save != "" {
		return taken
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	lane := l.lanes[taken.school]
	at := slices.Index(lane.fresh, token)
	if at < 0 {
		return taken
	}
	taken.save = token
	lane.fresh = slices.Delete(lane.fresh, at, at+1)
	l.endBacklog(taken.school, lane)
	return taken
}

// setOpen opens or closes the lanes for reservations.
func (l *lanes) setOpen(open bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open = open
}

// reserve takes a turn for a save before its acceptance, if the school has nothing waiting or failing. It
// calls taken before the lanes can be closed.
func (l *lanes) reserve(school roll.SchoolID, save roll.Token, taken func()) (turn, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	lane := l.lane(school)
	if !l.open || lane.failing || !lane.idle() || lane.underWay >= lane.calls || l.underWay >= mostPerProcess {
		return turn{}, false
	}
	l.count(lane, 1)
	taken()
	return turn{school: school, save: save, round: lane.round, underWay: lane.underWay}, true
}

// follow passes the place of an answered call to the school's next turn. It returns false when there is none,
// or when other schools wait for a place. It takes a backlog only if backlog is true. It calls taken before
// the lanes can be closed. The answered turn then leaves as handedOn.
func (l *lanes) follow(school roll.SchoolID, backlog bool, taken func()) (turn, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	lane := l.lane(school)
	if !l.open || lane.idle() || lane.backlog && !backlog || lane.failing || lane.underWay > lane.calls ||
		l.underWay >= mostPerProcess {
		return turn{}, false
	}
	next := lane.next(school)
	next.underWay = lane.underWay
	if lane.idle() {
		l.dequeue(school)
	}
	taken()
	return next, true
}

func (l *lanes) count(lane *lane, by int) {
	lane.underWay += by
	l.underWay += by
	if lane.failing {
		l.failing += by
	}
}

// result is how a turn ended.
type result string

const (
	nothingDue result = "nothing due"
	succeeded  result = "succeeded"
	failed     result = "failed"
	// handedOn is succeeded, with the place passed to the next turn.
	handedOn result = "handed on"
	// neither leaves the limit unchanged: the store failed, not the service.
	neither result = "neither"
	// toldToWait is no failure: the service answers, and is left alone for a time.
	toldToWait result = "told to wait"
)

// answered adapts the school's limit to a good answer.
func (l *lanes) answered(taken turn, took time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	lane := l.lanes[taken.school]
	lane.answered(taken.round, max(taken.underWay, lane.underWay), took, l.now())
}

// refused adapts the school's limit to a call that its system refused because there were too many.
func (l *lanes) refused(taken turn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	lane := l.lanes[taken.school]
	lane.refused(taken.round, max(taken.underWay, lane.underWay), l.now())
}

// isKnown reports whether the school's limit follows from what was stored.
func (l *lanes) isKnown(school roll.SchoolID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lane(school).isKnown
}

// know sets the school's limit to what was stored, once.
func (l *lanes) know(school roll.SchoolID, stored roll.Calls) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if lane := l.lane(school); !lane.isKnown {
		lane.limit, lane.stored, lane.isKnown = newLimit(stored, l.now()), stored, true
	}
}

// toStore returns what the school's system takes and refuses when it changed.
func (l *lanes) toStore(school roll.SchoolID) (known roll.Calls, changed bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	lane := l.lane(school)
	changed = lane.isKnown && lane.known != lane.stored
	lane.stored = lane.known
	return lane.known, changed
}

// leave ends a turn. More reports whether there may be more to send than was queued. It returns true when the
// school's calls begin to fail.
func (l *lanes) leave(taken turn, how result, more bool) (begins bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	lane := l.lanes[taken.school]
	if how != handedOn {
		l.count(lane, -1)
	}
	switch how {
	case succeeded, handedOn:
		l.setFailing(lane, false)
	case failed:
		begins = !lane.failing
		lane.calls = 1
		l.setFailing(lane, true)
	case toldToWait:
	case nothingDue, neither:
		if taken.save == "" {
			l.endBacklog(taken.school, lane)
		}
	}
	if more {
		l.queued(taken.school).backlog = true
	}
	return begins
}

// setFailing moves the school's running calls between the two counts.
func (l *lanes) setFailing(lane *lane, failing bool) {
	switch {
	case failing && !lane.failing:
		l.failing += lane.underWay
	case !failing && lane.failing:
		l.failing -= lane.underWay
	}
	lane.failing = failing
}

func (l *lanes) endBacklog(school roll.SchoolID, lane *lane) {
	lane.backlog = false
	if lane.idle() {
		l.dequeue(school)
	}
}

func (l *lanes) dequeue(school roll.SchoolID) {
	l.queue = slices.DeleteFunc(l.queue, func(queued roll.SchoolID) bool { return queued == school })
}

func (l *lanes) isFailing(school roll.SchoolID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	found := l.lanes[school]
	return found != nil && found.failing
}
