package taking

import (
	"slices"
	"time"

	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/web/roll"
)

// ends adds events for marks that ended without an answer. Newer contains the present marks that replaced the
// save's own.
func (l *eventList) ends(newer map[roll.EnrolmentID]roll.Mark) {
	stopped, byHand, saved := 0, 0, 0
	var last, keyedAt time.Time
	keyedBy := ""
	for _, mark := range l.story.Marks {
		switch mark.Outcome {
		case roll.Saved:
			saved++
			if mark.AnsweredAt.After(last) {
				last = mark.AnsweredAt
			}
		case roll.Stopped:
			stopped++
			if mark.KeyedBy != "" {
				byHand, keyedBy, keyedAt = byHand+1, mark.KeyedBy, mark.KeyedAt
			}
		case roll.None, roll.Differs, roll.Refused, roll.Conflict, roll.Confirming, roll.Waiting, roll.Superseded:
		}
	}
	l.readings()
	if stopped > 0 {
		l.add(l.story.Save.StopsAt, part.EventStopped, stopped, "")
	}
	l.replaced(newer)
	if byHand > 0 {
		l.addBy(keyedAt, part.EventByHand, byHand, keyedBy, "")
	}
	if saved > 0 && saved == len(l.story.Marks) && len(l.story.Held) == 0 {
		l.add(last, part.EventDone, saved, "")
	}
}

// readings adds events for what reading the school's day showed about marks without an answer.
func (l *eventList) readings() {
	answers := make(map[int64]bool)
	for _, attempt := range l.story.Attempts {
		answers[attempt.ClosedAt.UnixMilli()] = attempt.State == roll.Answered
	}
	var asSent, elsewhere []time.Time
	for _, mark := range l.story.Marks {
		switch mark.Outcome {
		case roll.Saved:
			if !answers[mark.AnsweredAt.UnixMilli()] {
				asSent = append(asSent, mark.AnsweredAt)
			}
		case roll.Conflict:
			elsewhere = append(elsewhere, mark.AnsweredAt)
		case roll.None, roll.Differs, roll.Refused, roll.Confirming, roll.Waiting, roll.Stopped, roll.Superseded:
		}
	}
	if len(asSent) > 0 {
		l.add(slices.MaxFunc(asSent, time.Time.Compare), part.EventRead, len(asSent), "")
	}
	if len(elsewhere) > 0 {
		l.add(slices.MaxFunc(elsewhere, time.Time.Compare), part.EventChangedElsewhere, len(elsewhere), "")
	}
}

// replacement is a newer press, with the number of the save's marks that it replaced.
type replacement struct {
	save     roll.Token
	kind     part.EventKind
	by       roll.Actor
	at       time.Time
	students int
}

// replaced adds events for people who replaced marks, or sent them again after they had stopped.
func (l *eventList) replaced(newer map[roll.EnrolmentID]roll.Mark) {
	var found []replacement
	for _, mark := range l.story.Marks {
		now, known := newer[mark.Enrolment]
		if !known {
			continue
		}
		one := replacement{save: now.Save, kind: part.EventReplaced, by: now.By, at: now.MarkedAt}
		switch mark.Outcome {
		case roll.Stopped:
			if now.Status == l.story.Save.Status.ID {
				one.kind = part.EventReleased
			}
		case roll.Superseded:
		case roll.None, roll.Saved, roll.Differs, roll.Refused, roll.Conflict, roll.Confirming, roll.Waiting:
			continue
		}
		found = count(found, one)
	}
	for _, one := range found {
		l.addBy(one.at, one.kind, one.students, visit.Byline(l.visit.Words, one.by), "")
	}
}

func count(found []replacement, one replacement) []replacement {
	for i := range found {
		if found[i].save == one.save && found[i].kind == one.kind {
			found[i].students++
			return found
		}
	}
	one.students = 1
	return append(found, one)
}
