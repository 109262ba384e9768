package taking

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/web/roll"
)

// attempt adds the events of one request (visit.Check).
func (l *eventList) attempt(attempt *roll.StoryAttempt) {
	if attempt.State == roll.Open {
		return
	}
	kept, _, err := attempt.Exchanged()
	l.visit.Check(err)
	if attempt.State != roll.NotSent {
		kind := part.EventSent
		if l.doubted {
			kind = part.EventSentAgain
		}
		l.add(sentAt(attempt), kind, attempt.Students, "")
	}
	l.reply(attempt, &kept)
	if attempt.Late != "" {
		l.add(sentAt(attempt).Add(kept.Took), part.EventLateReply, attempt.Students, "")
	}
	l.doubted = l.doubted || attempt.State == roll.Unknown
}

// sentAt returns when the attempt was sent. One without any later news counts as sent at its claim.
func sentAt(attempt *roll.StoryAttempt) time.Time {
	if attempt.SentAt.IsZero() {
		return attempt.ClaimedAt
	}
	return attempt.SentAt
}

// reply adds the event of how the request ended.
func (l *eventList) reply(attempt *roll.StoryAttempt, kept *roll.Exchange) {
	closed, students := attempt.ClosedAt, attempt.Students
	status := strconv.Itoa(attempt.HTTPStatus)
	switch attempt.State {
	case roll.Answered:
		l.answered(attempt, kept)
	case roll.Unknown:
		switch {
		case attempt.HTTPStatus == 0:
			l.add(attempt.ClosedAt, part.EventNoReply, attempt.Students, l.visit.SpanOf(attempt.ClosedAt.Sub(sentAt(attempt))))
		case attempt.HTTPStatus < http.StatusBadRequest:
			l.add(attempt.ClosedAt, part.EventNotUnderstood, attempt.Students, status)
		default:
			l.add(attempt.ClosedAt, part.EventFailed, attempt.Students, status)
		}
	case roll.NotSent:
		l.add(closed, part.EventNotReached, students, "")
	case roll.KeyRefused:
		l.add(closed, part.EventKeyRefused, students, "")
	case roll.AskedToWait:
		wait := l.visit.Words.Text("story.while")
		if requestedWait := kept.AsksToWait(closed); requestedWait > 0 {
			wait = l.visit.Words.Span(requestedWait)
		}
		l.add(closed, part.EventAskedToWait, students, wait)
	case roll.Rejected:
		l.refused(attempt, part.EventSplit, "")
	case roll.Gone:
		l.refused(attempt, part.EventNotFound, status)
	case roll.Misdirected:
		l.add(closed, part.EventMisconfigured, students, status)
	case roll.Open:
	}
}

// answered adds the event of an answer with the number of its students. An answer after a missing one settles
// nothing yet: then only the students whom it finally left out are known.
func (l *eventList) answered(attempt *roll.StoryAttempt, kept *roll.Exchange) {
	refused := l.answeredAs(attempt, roll.Refused)
	leftOut := refused
	if !l.doubted {
		answered, _ := l.marks(func(mark *roll.StoryMark) bool {
			return mark.Outcome == roll.Superseded || mark.Outcome != roll.Refused && mark.AnsweredAt.Equal(attempt.ClosedAt)
		})
		leftOut = max(refused, attempt.Students-answered)
	}
	l.add(attempt.ClosedAt, part.EventAnswered, attempt.Students-leftOut, l.visit.SpanOf(kept.Took))
	l.add(attempt.ClosedAt, part.EventLeftOut, leftOut, "")
	l.add(attempt.ClosedAt, part.EventDiffered, l.answeredAs(attempt, roll.Differs), "")
}

// answeredAs counts the marks that the answer gave the outcome.
func (l *eventList) answeredAs(attempt *roll.StoryAttempt, outcome roll.Outcome) int {
	count, _ := l.marks(func(mark *roll.StoryMark) bool {
		return mark.Outcome == outcome && mark.AnsweredAt.Equal(attempt.ClosedAt)
	})
	return count
}

// marks counts the save's marks that match, and returns when the last of them was answered.
func (l *eventList) marks(match func(*roll.StoryMark) bool) (count int, last time.Time) {
	for i := range l.story.Marks {
		if mark := &l.story.Marks[i]; match(mark) {
			count++
			last = slices.MaxFunc([]time.Time{last, mark.AnsweredAt}, time.Time.Compare)
		}
	}
	return count, last
}

// with counts the marks with the outcome, and returns when the last of them was answered.
func (l *eventList) with(outcome roll.Outcome) (count int, last time.Time) {
	return l.marks(func(mark *roll.StoryMark) bool { return mark.Outcome == outcome })
}

// refused adds the number of refused marks, or an event for an answer that refused none by name.
func (l *eventList) refused(attempt *roll.StoryAttempt, none part.EventKind, detail string) {
	refused := l.answeredAs(attempt, roll.Refused)
	if attempt.State == roll.Rejected && attempt.Students == 1 {
		refused = max(refused, 1)
	}
	if refused > 0 {
		l.add(attempt.ClosedAt, part.EventNotAccepted, refused, "")
		return
	}
	l.add(attempt.ClosedAt, none, attempt.Students, detail)
}

// happened is an event with its time, for sorting.
type happened struct {
	at time.Time
	part.Event
}

// eventList collects the events of a save.
type eventList struct {
	visit  *visit.Visit
	story  roll.Story
	events []happened
	// doubted is true once a reply is missing.
	doubted bool
}

// add adds an event of students. It leaves out an event of none.
func (l *eventList) add(at time.Time, kind part.EventKind, students int, detail string) {
	l.addBy(at, kind, students, "", detail)
}

// addBy adds an event caused by a person. One with an unknown time follows the previous event and shows no
// time.
func (l *eventList) addBy(at time.Time, kind part.EventKind, students int, by, detail string) {
	if students <= 0 {
		return
	}
	event := part.Event{Clock: l.visit.SecondsOf(at), Kind: kind, Students: students, By: by, Detail: detail}
	if at.IsZero() && len(l.events) > 0 {
		at = l.events[len(l.events)-1].at
	}
	l.events = append(l.events, happened{at: at, Event: event})
}

// ends adds events for marks that ended without an answer. Newer contains the present marks that replaced the
// save's own.
func (l *eventList) ends(newer map[roll.EnrolmentID]roll.Mark) {
	// Marks without an answer whose result was found in the school's day.
	answers := make(map[int64]bool)
	for _, attempt := range l.story.Attempts {
		answers[attempt.ClosedAt.UnixMilli()] = attempt.State == roll.Answered
	}
	asSent, at := l.marks(func(mark *roll.StoryMark) bool {
		return mark.Outcome == roll.Saved && !answers[mark.AnsweredAt.UnixMilli()]
	})
	l.add(at, part.EventRead, asSent, "")
	elsewhere, at := l.with(roll.Conflict)
	l.add(at, part.EventChangedElsewhere, elsewhere, "")
	stopped, _ := l.with(roll.Stopped)
	l.add(l.story.Save.StopsAt, part.EventStopped, stopped, "")
	l.replaced(newer)
	var keyed roll.StoryMark
	byHand, _ := l.marks(func(mark *roll.StoryMark) bool {
		is := mark.Outcome == roll.Stopped && mark.KeyedBy != ""
		if is {
			keyed = *mark
		}
		return is
	})
	l.addBy(keyed.KeyedAt, part.EventByHand, byHand, keyed.KeyedBy, "")
	if saved, last := l.with(roll.Saved); saved == len(l.story.Marks) && len(l.story.Held) == 0 {
		l.add(last, part.EventDone, saved, "")
	}
}

// replacement is a mark of a newer press, with the number of the save's marks that the press replaced.
type replacement struct {
	roll.Mark
	kind     part.EventKind
	students int
}

// replaced adds events for people who replaced marks, or sent them again after they had stopped.
func (l *eventList) replaced(newer map[roll.EnrolmentID]roll.Mark) {
	var found []replacement
	for _, mark := range l.story.Marks {
		now, known := newer[mark.Enrolment]
		if !known || mark.Outcome != roll.Stopped && mark.Outcome != roll.Superseded {
			continue
		}
		kind := part.EventReplaced
		if mark.Outcome == roll.Stopped && now.Status.ID == l.story.Save.Status.ID {
			kind = part.EventReleased
		}
		at := slices.IndexFunc(found, func(one replacement) bool { return one.Save == now.Save && one.kind == kind })
		if at < 0 {
			at, found = len(found), append(found, replacement{Mark: now, kind: kind})
		}
		found[at].students++
	}
	for _, one := range found {
		l.addBy(one.MarkedAt, one.kind, one.students, visit.Byline(l.visit.Words, one.By), "")
	}
}
