package taking

import (
	"net/http"
	"strconv"
	"time"

	"rollbook/views/part"
	"rollbook/web/roll"
)

// attempt adds the events of one request.
func (l *eventList) attempt(attempt *roll.StoryAttempt) error {
	if attempt.State == roll.Open {
		return nil
	}
	kept, _, err := attempt.Exchanged()
	if err != nil {
		return err
	}
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
	return nil
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
		l.unknown(attempt, status)
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

func (l *eventList) unknown(attempt *roll.StoryAttempt, status string) {
	switch {
	case attempt.HTTPStatus == 0:
		l.add(attempt.ClosedAt, part.EventNoReply, attempt.Students, l.visit.SpanOf(attempt.ClosedAt.Sub(sentAt(attempt))))
	case attempt.HTTPStatus < http.StatusBadRequest:
		l.add(attempt.ClosedAt, part.EventNotUnderstood, attempt.Students, status)
	default:
		l.add(attempt.ClosedAt, part.EventFailed, attempt.Students, status)
	}
}

// answered adds the event of an answer with the number of its students. An answer after a missing one settles
// nothing yet: then only the students whom it finally left out are known.
func (l *eventList) answered(attempt *roll.StoryAttempt, kept *roll.Exchange) {
	settled, differed, refused, replaced := 0, 0, 0, 0
	for _, mark := range l.story.Marks {
		if mark.Outcome == roll.Superseded {
			replaced++
			continue
		}
		if !mark.AnsweredAt.Equal(attempt.ClosedAt) {
			continue
		}
		switch mark.Outcome {
		case roll.Refused:
			refused++
		case roll.Differs:
			settled, differed = settled+1, differed+1
		case roll.None, roll.Saved, roll.Conflict, roll.Confirming, roll.Waiting, roll.Stopped, roll.Superseded:
			settled++
		}
	}
	leftOut := refused
	if !l.doubted {
		leftOut = max(refused, attempt.Students-settled-replaced)
	}
	if named := attempt.Students - leftOut; named > 0 {
		l.add(attempt.ClosedAt, part.EventAnswered, named, l.visit.SpanOf(kept.Took))
	}
	if leftOut > 0 {
		l.add(attempt.ClosedAt, part.EventLeftOut, leftOut, "")
	}
	if differed > 0 {
		l.add(attempt.ClosedAt, part.EventDiffered, differed, "")
	}
}

// refused adds the number of refused marks, or an event for an answer that refused none by name.
func (l *eventList) refused(attempt *roll.StoryAttempt, none part.EventKind, detail string) {
	refused := 0
	for _, mark := range l.story.Marks {
		if mark.Outcome == roll.Refused && mark.AnsweredAt.Equal(attempt.ClosedAt) {
			refused++
		}
	}
	if attempt.State == roll.Rejected && attempt.Students == 1 {
		refused = max(refused, 1)
	}
	if refused > 0 {
		l.add(attempt.ClosedAt, part.EventNotAccepted, refused, "")
		return
	}
	l.add(attempt.ClosedAt, none, attempt.Students, detail)
}
