package desk

import (
	"net/url"
	"slices"
	"testing"
	"time"

	"rollbook/handlers/visit"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
)

func pressed(t *testing.T, form url.Values) (others []roll.EnrolmentID) {
	t.Helper()
	press, err := pressOf(form, visit.Query{})
	if err != nil {
		t.Fatal(err)
	}
	return press.Others
}

func TestWithoutScriptsTheOthersAreTheStudentsShownWithoutAMark(t *testing.T) {
	t.Parallel()
	form := url.Values{"others": {"1"}, "seen": {"11:0", "12:3", "13:0"}}
	if others := pressed(t, form); !slices.Equal(others, []roll.EnrolmentID{11, 13}) {
		t.Errorf("the others are %v", others)
	}
	form.Del("others")
	if others := pressed(t, form); len(others) != 0 {
		t.Errorf("without a status the others are %v", others)
	}
}

func TestNamedOthersAreTakenAsTheyAre(t *testing.T) {
	t.Parallel()
	form := url.Values{"others": {"1"}, "other": {"12"}, "seen": {"11:0", "12:0"}}
	if others := pressed(t, form); !slices.Equal(others, []roll.EnrolmentID{12}) {
		t.Errorf("the others are %v", others)
	}
}

func TestAnUnreadableFormIsMalformedAndItsReadablePartIsReturned(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]url.Values{
		"an enrolment": {"enrolment": {"11", "x"}}, "a status": {"enrolment": {"11"}, "status": {"x"}},
		"a version": {"enrolment": {"11"}, "seen": {"11:01"}}, "two versions": {"enrolment": {"11"}, "seen": {"11:1", "11:2"}},
		"two tokens": {"enrolment": {"11"}, "save": {"a", "b"}},
	} {
		press, err := pressOf(form, visit.Query{})
		if roll.KindOf(err) != roll.Malformed || !slices.Equal(press.Enrolments, []roll.EnrolmentID{11}) {
			t.Errorf("%s: %v, enrolments %v", name, err, press.Enrolments)
		}
	}
}

// FuzzPress reads the form of a press, and the taps of a tablet: a student is named once, by a number above zero.
func FuzzPress(f *testing.F) {
	f.Add("enrolment=11&status=2&seen=11:0&seen=12:3&others=1&other=12&check=in&time=08:30&save=x")
	f.Add("in=11:0:1763541000000&in=12:1&enrolment=011&status=-1&seen=1")
	f.Fuzz(func(t *testing.T, text string) {
		form, err := url.ParseQuery(text)
		if err != nil {
			return
		}
		press, err := pressOf(form, visit.Query{})
		if err != nil && roll.KindOf(err) != roll.Malformed {
			t.Errorf("%q ends with %v", text, err)
		}
		taps := submission.Press{Seen: make(map[roll.EnrolmentID]int64), Taps: make(map[roll.EnrolmentID]time.Time)}
		if readTaps(form["in"], time.Unix(1763541000, 0), &taps) == nil && len(taps.Taps) != len(form["in"]) {
			t.Errorf("%q are %d taps", text, len(taps.Taps))
		}
		for _, enrolment := range slices.Concat(press.Enrolments, press.Others, taps.Enrolments) {
			if err == nil && enrolment < 1 {
				t.Errorf("%q names %d", text, enrolment)
			}
		}
	})
}

func TestKnownStudentsAreTakenAlongWithTheOthersUnlessTheyAreTicked(t *testing.T) {
	t.Parallel()
	form := url.Values{"enrolment": {"11"}, "others": {"1"}, "other": {"12", "13", "14"}, "known": {"11:4", "12:4", "13:2", "12:4"}}
	press, err := pressOf(form, visit.Query{})
	if err != nil {
		t.Fatal(err)
	}
	if len(press.Known) != 2 || press.Known[0].Status != 4 || !slices.Equal(press.Known[0].Enrolments, []roll.EnrolmentID{12}) ||
		press.Known[1].Status != 2 || !slices.Equal(press.Known[1].Enrolments, []roll.EnrolmentID{13}) {
		t.Errorf("the known are %+v", press.Known)
	}
	form.Del("others")
	if press, err := pressOf(form, visit.Query{}); err != nil || len(press.Known) != 0 {
		t.Errorf("only the ticked ones are saved, and %+v (%v)", press.Known, err)
	}
}

func TestWhoIsExpectedLaterIsNoOtherOfAPageWhoseOthersAreAllKnown(t *testing.T) {
	t.Parallel()
	form := url.Values{"others": {"1"}, "known": {"12:4"}, "seen": {"11:3", "12:0", "13:0"}}
	press, err := pressOf(form, visit.Query{})
	if err != nil || len(press.Others) != 0 || len(press.Known) != 1 {
		t.Errorf("the others are %v, the known %+v (%v)", press.Others, press.Known, err)
	}
}
