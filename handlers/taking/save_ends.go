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
func (t *telling) ends(newer map[roll.EnrolmentID]roll.Mark) {
	stopped, byHand, saved := 0, 0, 0
	var last, keyedAt time.Time
	keyedBy := ""
	for _, mark := range t.story.Marks {
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
	t.readings()
	if stopped > 0 {
		t.tell(t.story.Save.StopsAt, part.EventStopped, stopped, "")
	}
	t.replaced(newer)
	if byHand > 0 {
		t.tellBy(keyedAt, part.EventByHand, byHand, keyedBy, "")
	}
	if saved > 0 && saved == len(t.story.Marks) && len(t.story.Held) == 0 {
		t.tell(last, part.EventDone, saved, "")
	}
}

// readings adds events for what reading the school's day showed about marks without an answer.
func (t *telling) readings() {
	answers := make(map[int64]bool)
	for _, attempt := range t.story.Attempts {
		answers[attempt.ClosedAt.UnixMilli()] = attempt.State == roll.Answered
	}
	var asSent, elsewhere []time.Time
	for _, mark := range t.story.Marks {
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
		t.tell(slices.MaxFunc(asSent, time.Time.Compare), part.EventRead, len(asSent), "")
	}
	if len(elsewhere) > 0 {
		t.tell(slices.MaxFunc(elsewhere, time.Time.Compare), part.EventChangedElsewhere, len(elsewhere), "")
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
func (t *telling) replaced(newer map[roll.EnrolmentID]roll.Mark) {
	var found []replacement
	for _, mark := range t.story.Marks {
		now, known := newer[mark.Enrolment]
		if !known {
			continue
		}
		one := replacement{save: now.Save, kind: part.EventReplaced, by: now.By, at: now.MarkedAt}
		switch mark.Outcome {
		case roll.Stopped:
			if now.Status == t.story.Save.Status.ID {
				one.kind = part.EventReleased
			}
		case roll.Superseded:
		case roll.None, roll.Saved, roll.Differs, roll.Refused, roll.Conflict, roll.Confirming, roll.Waiting:
			continue
		}
		found = count(found, one)
	}
	for _, one := range found {
		t.tellBy(one.at, one.kind, one.students, visit.Byline(t.visit.Words, one.by), "")
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
