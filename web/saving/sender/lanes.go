package sender

import (
	"slices"
	"sync"
	"time"

	"rollbook/web/roll"
)

// The most simultaneous calls. A school begins with firstPerSchool. All schools whose calls fail share
// mostWhereFailing.
const (
	firstPerSchool   = 4
	mostPerSchool    = 16
	mostPerProcess   = 64
	mostWhereFailing = 16
)

// lane is the queue of calls for one school.
type lane struct {
	underWay int
	// limit rises by one after a good answer, is halved after a slow one, and falls to one after a failure.
	limit   int
	failing bool
	// usual is the time of the fastest answer since the limit was one.
	usual time.Duration
	// round numbers the halvings: of calls that were under way together, only the first slow one halves the limit.
	round int
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

// slack keeps small delays of a fast service from counting as slow.
const slack = 50 * time.Millisecond

// answered adapts the limit to a good answer to a call of the round. An answer is slow when it took twice the usual
// time: then the school's system is near its end.
func (l *lane) answered(round int, took time.Duration) {
	if l.usual == 0 || l.limit == 1 || took < l.usual {
		l.usual = took
	}
	switch slow := took > 2*l.usual+slack; {
	case !slow:
		l.limit = min(l.limit+1, mostPerSchool)
	case round == l.round:
		l.limit, l.round = l.limit/2, l.round+1
	}
}

// lanes divides the calls of a process among schools, round robin, so that a slow or failing school does not
// delay the others.
type lanes struct {
	mu sync.Mutex
	// open is true while turns may be reserved.
	open     bool
	lanes    map[roll.SchoolID]*lane
	queue    []roll.SchoolID
	underWay int
	failing  int
}

func newLanes() *lanes { return &lanes{lanes: make(map[roll.SchoolID]*lane)} }

// turn is the right to make one call for the school: for the save, or for the oldest due save when the token
// is empty.
type turn struct {
	school roll.SchoolID
	save   roll.Token
	// round is the lane's at the turn's begin.
	round int
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
		found = &lane{limit: firstPerSchool}
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
		if l.underWay >= mostPerProcess || lane.underWay >= lane.limit || lane.failing && l.failing >= mostWhereFailing {
			continue
		}
		l.queue = slices.Delete(l.queue, i, i+1)
		taken := lane.next(school)
		if !lane.idle() {
			l.queue = append(l.queue, school)
		}
		l.count(lane, 1)
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
	if !l.open || lane.failing || !lane.idle() || lane.underWay >= lane.limit || l.underWay >= mostPerProcess {
		return turn{}, false
	}
	l.count(lane, 1)
	taken()
	return turn{school: school, save: save, round: lane.round}, true
}

// follow passes the place of an answered call to the school's next turn. It returns false when there is none,
// or when other schools wait for a place. It takes a backlog only if backlog is true. It calls taken before
// the lanes can be closed. The answered turn then leaves as handedOn.
func (l *lanes) follow(school roll.SchoolID, backlog bool, taken func()) (turn, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	lane := l.lane(school)
	if !l.open || lane.idle() || lane.backlog && !backlog || lane.failing || lane.underWay > lane.limit ||
		l.underWay >= mostPerProcess {
		return turn{}, false
	}
	next := lane.next(school)
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
)

// answered adapts the school's limit to a good answer.
func (l *lanes) answered(taken turn, took time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lanes[taken.school].answered(taken.round, took)
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
		lane.limit = 1
		l.setFailing(lane, true)
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
