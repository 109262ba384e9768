package taking

import (
	"net/http"
	"strconv"
	"time"

	"rollbook/views/part"
	"rollbook/web/roll"
)

// attempt adds the events of one request.
func (t *telling) attempt(attempt *roll.StoryAttempt) error {
	if attempt.State == roll.Open {
		return nil
	}
	kept, _, err := ExchangeOf(*attempt)
	if err != nil {
		return err
	}
	if attempt.State != roll.NotSent {
		kind := part.EventSent
		if t.doubted {
			kind = part.EventSentAgain
		}
		t.tell(sentAt(attempt), kind, attempt.Students, "")
	}
	t.reply(attempt, &kept)
	if attempt.Late != "" {
		t.tell(sentAt(attempt).Add(kept.Took), part.EventLateReply, attempt.Students, "")
	}
	t.doubted = t.doubted || attempt.State == roll.Unknown
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
func (t *telling) reply(attempt *roll.StoryAttempt, kept *Exchange) {
	closed, students := attempt.ClosedAt, attempt.Students
	status := strconv.Itoa(attempt.HTTPStatus)
	switch attempt.State {
	case roll.Answered:
		t.answered(attempt, kept)
	case roll.Unknown:
		t.unknown(attempt, status)
	case roll.NotSent:
		t.tell(closed, part.EventNotReached, students, "")
	case roll.KeyRefused:
		t.tell(closed, part.EventKeyRefused, students, "")
	case roll.AskedToWait:
		wait := t.visit.Words.Text("story.while")
		if asked := kept.asksToWait(closed); asked > 0 {
			wait = t.visit.Words.Span(asked)
		}
		t.tell(closed, part.EventAskedToWait, students, wait)
	case roll.Rejected:
		t.rejected(attempt)
	case roll.Gone:
		t.gone(attempt, status)
	case roll.Misdirected:
		t.tell(closed, part.EventMisconfigured, students, status)
	case roll.Open:
	}
}

func (t *telling) unknown(attempt *roll.StoryAttempt, status string) {
	switch {
	case attempt.HTTPStatus == 0:
		t.tell(attempt.ClosedAt, part.EventNoReply, attempt.Students, t.visit.SpanOf(attempt.ClosedAt.Sub(sentAt(attempt))))
	case attempt.HTTPStatus < http.StatusBadRequest:
		t.tell(attempt.ClosedAt, part.EventNotUnderstood, attempt.Students, status)
	default:
		t.tell(attempt.ClosedAt, part.EventFailed, attempt.Students, status)
	}
}

// answered adds the event of an answer with the number of its students. An answer after a missing one settles
// nothing yet: then only the students whom it finally left out are known.
func (t *telling) answered(attempt *roll.StoryAttempt, kept *Exchange) {
	settled, differed, refused, replaced := 0, 0, 0, 0
	for _, mark := range t.story.Marks {
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
	if !t.doubted {
		leftOut = max(refused, attempt.Students-settled-replaced)
	}
	if named := attempt.Students - leftOut; named > 0 {
		t.tell(attempt.ClosedAt, part.EventAnswered, named, t.visit.SpanOf(kept.Took))
	}
	if leftOut > 0 {
		t.tell(attempt.ClosedAt, part.EventLeftOut, leftOut, "")
	}
	if differed > 0 {
		t.tell(attempt.ClosedAt, part.EventDiffered, differed, "")
	}
}

// gone adds the number of refused marks, or that it is not yet known which students are gone.
func (t *telling) gone(attempt *roll.StoryAttempt, status string) {
	if refused := t.refusedBy(attempt); refused > 0 {
		t.tell(attempt.ClosedAt, part.EventNotAccepted, refused, "")
		return
	}
	t.tell(attempt.ClosedAt, part.EventNotFound, attempt.Students, status)
}

// refusedBy counts the marks that the attempt's answer refused.
func (t *telling) refusedBy(attempt *roll.StoryAttempt) int {
	refused := 0
	for _, mark := range t.story.Marks {
		if mark.Outcome == roll.Refused && mark.AnsweredAt.Equal(attempt.ClosedAt) {
			refused++
		}
	}
	return refused
}

// rejected adds the number of refused marks, or that the list is tried in parts.
func (t *telling) rejected(attempt *roll.StoryAttempt) {
	refused := t.refusedBy(attempt)
	switch {
	case refused > 0 || attempt.Students == 1:
		t.tell(attempt.ClosedAt, part.EventNotAccepted, max(refused, 1), "")
	default:
		t.tell(attempt.ClosedAt, part.EventSplit, attempt.Students, "")
	}
}
