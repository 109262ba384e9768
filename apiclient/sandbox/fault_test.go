package sandbox

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// faulty starts a service whose first school has these faults, and returns three enrolments of it.
func faulty(t *testing.T, faults ...Fault) (*service, []Student) {
	t.Helper()
	s := start(t)
	if err := s.SetFault(harbourSchool().Code, faults...); err != nil {
		t.Fatal(err)
	}
	return s, s.class(t, harbourSchool(), "8B")[:3]
}

func TestAStatusCodeComesWithItsHeadersAndAppliesNothing(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{Status: 429, Headers: map[string]string{"retry-after": "30"}, Body: new("slow down")})
	r := s.save(t, s.status(t, "Late"), enrolmentIDs(class)...)
	if r.code != 429 || r.header.Get("Retry-After") != "30" || r.body != "slow down" {
		t.Errorf("answer %d %v %q", r.code, r.header, r.body)
	}
	if held := s.mark(t, class[0].EnrolmentID); held != "" {
		t.Errorf("holds %q", held)
	}
}

func TestAServerErrorMayComeAlthoughTheChangeWasApplied(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{Status: 500, Applied: true})
	r := s.save(t, s.status(t, "Late"), enrolmentIDs(class)...)
	if r.code != 500 || !strings.HasPrefix(r.body, "<html>") {
		t.Errorf("answer %d %q, want a page", r.code, r.body)
	}
	if held := s.mark(t, class[2].EnrolmentID); held != "Late" {
		t.Errorf("holds %q, want the change", held)
	}
}

func TestItemsMayBeMissing(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{DropItems: 1})
	items := s.save(t, s.status(t, "Late"), enrolmentIDs(class)...).items(t)
	if len(items) != 2 || items[1].StudentID != class[1].StudentID {
		t.Errorf("items %+v, want the first two", items)
	}
	if err := s.SetFault(harbourSchool().Code, Fault{DropStudents: []int64{class[0].StudentID}}); err != nil {
		t.Fatal(err)
	}
	items = s.save(t, s.status(t, "Late"), enrolmentIDs(class)...).items(t)
	if len(items) != 2 || items[0].StudentID != class[1].StudentID {
		t.Errorf("items %+v, want the last two", items)
	}
	if held := s.mark(t, class[0].EnrolmentID); held != "Late" {
		t.Errorf("a dropped student holds %q: the change is applied all the same", held)
	}
}

func TestItemsMayComeTwiceOrContradictThemselves(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{Duplicate: true, Calls: 1}, Fault{Conflict: true})
	twice := s.save(t, s.status(t, "Late"), class[0].EnrolmentID).items(t)
	if len(twice) != 2 || twice[0].Status != "Late" || twice[1].Status != "Late" {
		t.Errorf("duplicate: %+v", twice)
	}
	contrary := s.save(t, s.status(t, "Late"), class[0].EnrolmentID).items(t)
	if len(contrary) != 2 || contrary[0].Status != "Late" || contrary[1].Status != ConflictStatus {
		t.Errorf("conflict: %+v", contrary)
	}
}

func TestTheStatusTextMayBeWrong(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{StatusText: "ZZZ"})
	if items := s.save(t, s.status(t, "Late"), class[0].EnrolmentID).items(t); items[0].Status != "ZZZ" {
		t.Errorf("items %+v", items)
	}
}

func TestTheBodyMayBeAnythingElse(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"null", "[]", "{}", `""`, ""} {
		s, class := faulty(t, Fault{Body: &body})
		if r := s.save(t, s.status(t, "Late"), class[0].EnrolmentID); r.code != 200 || r.body != body || r.err != nil {
			t.Errorf("answer %d %q %v, want 200 %q", r.code, r.body, r.err, body)
		}
		if held := s.mark(t, class[0].EnrolmentID); held != "Late" {
			t.Errorf("body %q: holds %q", body, held)
		}
	}
}

func TestARedirectSendsTheCallerElsewhereAndAppliesNothing(t *testing.T) {
	t.Parallel()
	for _, code := range []int{0, 301, 308} {
		s, class := faulty(t, Fault{Redirect: "https://elsewhere.example/x", RedirectStatus: code})
		r := s.save(t, s.status(t, "Late"), class[0].EnrolmentID)
		if r.code != max(code, 301) && r.code != http.StatusTemporaryRedirect || r.header.Get("Location") != "https://elsewhere.example/x" {
			t.Errorf("answer %d %v", r.code, r.header)
		}
		if held := s.mark(t, class[0].EnrolmentID); held != "" {
			t.Errorf("holds %q", held)
		}
	}
}

func TestAKeyMayBeRefused(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{RefuseKey: true})
	if got := s.save(t, s.status(t, "Late"), class[0].EnrolmentID).wantFailure(t, 401); got != messageWrongKey {
		t.Errorf("message %q", got)
	}
	s.get(t, pathPeriods).wantFailure(t, 401)
}

func TestListsBeyondALengthAreRefusedAsAWhole(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{MaxList: 2})
	s.save(t, s.status(t, "Late"), enrolmentIDs(class)...).wantFailure(t, 413)
	if held := s.mark(t, class[0].EnrolmentID); held != "" {
		t.Errorf("holds %q", held)
	}
	s.save(t, s.status(t, "Late"), enrolmentIDs(class[:2])...).items(t)
	if err := s.SetFault(harbourSchool().Code, Fault{MaxList: 1, MaxListStatus: 400}); err != nil {
		t.Fatal(err)
	}
	s.save(t, s.status(t, "Late"), enrolmentIDs(class[:2])...).wantFailure(t, 400)
}

func TestASingleEnrolmentMayBeRefused(t *testing.T) {
	t.Parallel()
	s, class := faulty(t)
	if err := s.SetFault("", Fault{RefuseEnrolments: []int64{class[1].EnrolmentID}}); err != nil {
		t.Fatal(err)
	}
	s.save(t, s.status(t, "Late"), enrolmentIDs(class)...).wantFailure(t, 400)
	s.save(t, s.status(t, "Late"), class[0].EnrolmentID, class[2].EnrolmentID).items(t)
}

func TestAStudentWhoLeftIsAnswered404(t *testing.T) {
	t.Parallel()
	s, class := faulty(t)
	for _, code := range []int{404, 410} {
		if err := s.SetFault("", Fault{RefuseEnrolments: []int64{class[1].EnrolmentID}, RefuseStatus: code}); err != nil {
			t.Fatal(err)
		}
		s.save(t, s.status(t, "Late"), enrolmentIDs(class)...).wantFailure(t, code)
		s.save(t, s.status(t, "Late"), class[0].EnrolmentID, class[2].EnrolmentID).items(t)
	}
}

func TestAFaultHitsTheNextCallsOnlyOfItsSchoolAndKind(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{Status: 502, Calls: 2, BulkOnly: true}, Fault{Status: 504, Calls: 1, BulkOnly: true})
	var codes []int
	for range 4 {
		codes = append(codes, s.get(t, pathPeriods).code, s.save(t, s.status(t, "Late"), class[0].EnrolmentID).code)
	}
	if want := []int{200, 502, 200, 502, 200, 504, 200, 200}; !slices.Equal(codes, want) {
		t.Errorf("codes %v, want %v", codes, want)
	}
	if err := s.SetFault("", Fault{Status: 503}); err != nil {
		t.Fatal(err)
	}
	if r := s.send(t.Context(), "GET", pathPeriods, "", s.headers(tilleulsSchool())); r.code != 503 {
		t.Errorf("a fault of all schools: %d", r.code)
	}
	s.Heal("")
	if r := s.get(t, pathPeriods); r.code != 200 || len(s.Faults()) != 0 {
		t.Errorf("healed: %d, faults %v", r.code, s.Faults())
	}
}

func TestAFaultOfOneSchoolLeavesTheOthersAlone(t *testing.T) {
	t.Parallel()
	s, _ := faulty(t, Fault{Status: 500})
	if r := s.send(t.Context(), "GET", pathPeriods, "", s.headers(tilleulsSchool())); r.code != 200 {
		t.Errorf("the other school: %d", r.code)
	}
	s.Heal(tilleulsSchool().Code)
	if r := s.get(t, pathPeriods); r.code != 500 {
		t.Errorf("healing the other school healed this one: %d", r.code)
	}
}

func TestAFaultThatMakesNoSenseIsRefused(t *testing.T) {
	t.Parallel()
	s, _ := faulty(t)
	for _, fault := range []Fault{{Status: 100}, {Status: 600}, {MaxListStatus: 1}, {RefuseStatus: 1}, {Hang: "x"}, {Reset: "x"}, {DelayBeforeMs: -1},
		{LateMs: 1 << 40}, {DropItems: -1}, {Redirect: "http://%zz"}, {EndlessBytes: -1}} {
		if err := s.SetFault("", fault); KindOf(err) != KindInvalid {
			t.Errorf("%+v: %v", fault, err)
		}
	}
	if len(s.Faults()) != 0 {
		t.Errorf("faults %v", s.Faults())
	}
}
