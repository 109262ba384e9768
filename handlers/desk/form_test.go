package desk

import (
	"net/url"
	"slices"
	"testing"

	"rollbook/handlers/visit"
	"rollbook/web/roll"
)

func pressed(t *testing.T, form url.Values) (others []roll.EnrolmentID) {
	t.Helper()
	press, err := pressOf(form, visit.Query{})
	if err != nil {
		t.Fatal(err)
	}
	return press.Others
}

func TestWithoutScriptsTheOthersAreTheStudentsWhoWereShownWithoutAMark(t *testing.T) {
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
