package taking

import (
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/web/identity/auth"
)

// lastReasons is the number of days whose reasons are offered again.
const lastReasons = 30

// Reason returns the field for the reason of a press on the sheet, or nil for a visitor who never needs one. A past
// date always asks. Today asks where the visitor may correct a mark that someone else made (visit.Check).
func (s Sheets) Reason(read *Sheet) *layout.Reason {
	v, past := read.Visit, read.Date != read.Today
	corrects := v.May(auth.CorrectPast)
	if !corrects && !past {
		return nil
	}
	reason := &layout.Reason{Asked: past || read.hasMarksOfOthers(), Required: past}
	if corrects && reason.Asked {
		reason.Last = s.lastReasons(v)
	}
	return reason
}

func (s Sheets) lastReasons(v *visit.Visit) []string {
	last, err := s.store.LastReasons(v.Ctx, v.School.ID, v.Now().AddDate(0, 0, -lastReasons))
	v.Check(err)
	return last
}

func (s *Sheet) hasMarksOfOthers() bool {
	for _, mark := range s.Marks {
		if !s.Visit.Own(mark.By) {
			return true
		}
	}
	return false
}

// answerReason returns the field for an answer to a script. On a past date the page keeps its own field, because the
// next press often has the same reason.
func (s Sheets) answerReason(read *Sheet) *layout.Reason {
	if read.Date != read.Today {
		return nil
	}
	return s.Reason(read)
}
