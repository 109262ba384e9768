package roll

import (
	"strings"
	"testing"
	"time"
)

func sameName(_ StatusID, sent, returned string) bool { return strings.EqualFold(sent, returned) }

func TestTheReadDayShowsTheResultOfAMark(t *testing.T) {
	t.Parallel()
	mark := Unread{Enrolment: 1, Student: 11, Status: 2, Sent: "Absent", Known: []string{"Present", "P", "Absent"}}
	for says, one := range map[string]struct {
		day      []DayMark
		found    Found
		returned string
	}{
		"nothing recorded":               {nil, FoundKnown, ""},
		"others only":                    {[]DayMark{{Student: 12, Status: "Absent"}, {Enrolment: 2, Status: "Absent"}}, FoundKnown, ""},
		"what was sent":                  {[]DayMark{{Student: 12, Status: "Late"}, {Student: 11, Status: "ABSENT"}}, FoundSent, "ABSENT"},
		"what was sent, by enrolment":    {[]DayMark{{Enrolment: 1, Status: "Absent"}}, FoundSent, "Absent"},
		"what was there before":          {[]DayMark{{Student: 11, Status: "p"}}, FoundKnown, "p"},
		"what nobody sent from Rollbook": {[]DayMark{{Student: 11, Status: "Excused"}}, FoundOther, "Excused"},
	} {
		if found, returned := mark.Resolve(one.day, sameName); found != one.found || returned != one.returned {
			t.Errorf("%s: %s, %q", says, found, returned)
		}
	}
	stranger := Unread{Sent: "Absent"}
	if _, ok := stranger.Find([]DayMark{{Status: "Absent"}}); ok {
		t.Error("a mark without ids is found in a day without ids")
	}
}

func TestAReadingDecidesTheProgressOfAMark(t *testing.T) {
	t.Parallel()
	at := sent().Add(2 * time.Minute)
	unsure := doubted(sent())
	unsure.DueAt, unsure.Asserted = closed(), true
	saved := unsure
	saved.Outcome, saved.Returned, saved.AnsweredAt, saved.UnknownAt, saved.DueAt, saved.Asserted = Saved, "absent", at, time.Time{}, time.Time{}, false
	expect(t, "what was sent", unsure.Read(FoundSent, "absent", at), saved)
	conflict := saved
	conflict.Outcome, conflict.Returned = Conflict, "Excused"
	expect(t, "another one", unsure.Read(FoundOther, "Excused", at), conflict)
	known := unsure
	known.Outcome, known.UnknownAt, known.DueAt = Waiting, time.Time{}, at
	expect(t, "what was there before", unsure.Read(FoundKnown, "Present", at), known)
}

func TestACheckIsSentAlthoughItsStatusWasRead(t *testing.T) {
	t.Parallel()
	at := sent().Add(2 * time.Minute)
	mark := waits()
	mark.InVersion = 3
	if got := mark.Read(FoundSent, "Late", at); got.Outcome != Waiting || got.InVersion != 3 || !got.DueAt.Equal(at) {
		t.Errorf("it is %+v", got)
	}
}
