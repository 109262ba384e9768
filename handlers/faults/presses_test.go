package faults_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// The sentences of a row about an unsettled mark.
const (
	saysWaiting    = "Kept, will be sent. You can leave."
	saysConfirming = "no reply yet. We keep checking. You can leave."
	saysRefused    = "Not saved. The school system did not accept this mark. Tell the office."
	saysStopped    = "Not in the school system. Kept here since 08:30. The office must send it."
	saysNotKept    = "Could not be saved anywhere. Keep this page open and press Save again."
)

// pressed is a press of Save that a test follows.
type pressed struct {
	S          *apptest.Scene
	V          *apptest.Visitor
	At         time.Time
	Token      roll.Token
	Status     string
	Enrolments []string
	Answer     apptest.Answer
}

// presses lets the visitor press Save for 8B's students at the places, like a page with scripts. The press
// must return within two seconds.
func presses(t *testing.T, s *apptest.Scene, v *apptest.Visitor, status string, places ...int) *pressed {
	t.Helper()
	page := v.Get(apptest.EightB).Want(t, http.StatusOK)
	return pressesOf(t, s, v, page, status, page.Enrolments(t, places...)...)
}

// pressesOf presses Save on an open page.
func pressesOf(t *testing.T, s *apptest.Scene, v *apptest.Visitor, page apptest.Answer, status string, enrolments ...string) *pressed {
	t.Helper()
	form := page.Press(t, status, enrolments...)
	if form.Has("reason") {
		form.Set("reason", "a note from home")
	}
	p := &pressed{S: s, V: v, At: time.Now(), Token: roll.Token(form.Get("save")), Status: status, Enrolments: enrolments}
	p.Answer = v.Post(apptest.RollPath, form, apptest.ByScript()...)
	if waited := time.Since(p.At); waited > 2*time.Second {
		t.Errorf("the answer took %v", waited)
	}
	return p
}

// Shows expects, at the given time after the press, the outcome of all its students and the words beside
// them: on the roll, in the polled statuses, and on the save's page. A student with another outcome must not
// be shown as saved.
func (p *pressed) Shows(t *testing.T, after time.Duration, outcome roll.Outcome, words string) {
	t.Helper()
	p.Until(t, after)
	for _, enrolment := range p.Enrolments {
		p.ShowsFor(t, enrolment, outcome, words)
	}
	marks := p.V.Get(apptest.SavesPath+string(p.Token)).Want(t, http.StatusOK).Page.Find(".list [data-outcome=" + string(outcome) + "]")
	if marks.Length() != len(p.Enrolments) || !strings.Contains(marks.Text(), words) {
		t.Errorf("after %v the save's page has %d students %s: %s", after, marks.Length(), outcome, marks.Text())
	}
}

// Until waits until the given time after the press.
func (p *pressed) Until(t *testing.T, after time.Duration) {
	t.Helper()
	if gone := time.Since(p.At); gone > after {
		t.Fatalf("%v have gone already", gone)
	}
	apptest.Pass(time.Until(p.At.Add(after)))
}

// ShowsFor expects one student's present outcome and words.
func (p *pressed) ShowsFor(t *testing.T, enrolment string, outcome roll.Outcome, words string) {
	t.Helper()
	for _, path := range []string{apptest.EightB, apptest.RollPath + "/statuses?class=8B"} {
		cell := p.V.Get(path).Want(t, http.StatusOK).Page.Find("#s" + enrolment)
		if is := cell.AttrOr("data-is", ""); is != string(outcome) {
			t.Errorf("%v after the press %s is %s, want %s", time.Since(p.At), enrolment, is, outcome)
		}
		said := cell.Text()
		if outcome == roll.Conflict {
			// A question is above the list.
			said += " " + cell.Closest("html").Find("#summary").Text()
		}
		if text := strings.Join(strings.Fields(said), " "); !strings.Contains(text, briefly(words)) {
			t.Errorf("%v after the press %s says %q, want %q", time.Since(p.At), enrolment, text, words)
		}
	}
}

// briefly returns the short text of a row about a mark that is still being sent. The page has the whole
// sentence once.
func briefly(words string) string {
	switch words {
	case saysWaiting:
		return "kept, will be sent"
	case saysConfirming:
		return "no reply yet"
	}
	return words
}

// Story returns the stored history of the press.
func (p *pressed) Story(t *testing.T) roll.Story {
	t.Helper()
	story, err := p.S.App.Store.Story(t.Context(), apptest.Harbour, p.Token)
	apptest.Must(t, err)
	return story
}

// Settles expects, at the given time after the press, its students as saved, in Rollbook and in the school
// system.
func (p *pressed) Settles(t *testing.T, after time.Duration) {
	t.Helper()
	p.Shows(t, after, roll.Saved, p.Status)
	wantHeld(t, p.S, p.Status, p.Enrolments...)
	wantOneAtATime(t, p.S)
}

// wantHeld expects the status in the school system for the students.
func wantHeld(t *testing.T, s *apptest.Scene, status string, enrolments ...string) {
	t.Helper()
	for _, id := range apptest.Numbers(t, enrolments...) {
		mark, err := s.Sandbox.Mark(apptest.HarbourCode, id, apptest.Today)
		apptest.Must(t, err)
		if mark.Status != status {
			t.Errorf("the school system holds %s for %d, want %s", mark.Status, id, status)
		}
	}
}

// wantOneAtATime expects that no student had two requests under way at once.
func wantOneAtATime(t *testing.T, s *apptest.Scene) {
	t.Helper()
	if most := s.Sandbox.MaxConcurrency(apptest.HarbourCode); most > 1 {
		t.Errorf("%d requests were under way at once for one student", most)
	}
}

// Sent returns when the bulk calls of the first school arrived, since the press.
func (p *pressed) Sent() []time.Duration {
	var since []time.Duration
	for _, call := range p.S.Sandbox.Arrivals(apptest.HarbourCode) {
		since = append(since, call.In.Sub(p.At))
	}
	return since
}

// WantSent expects as many calls as spans, each within its span.
func (p *pressed) WantSent(t *testing.T, spans ...span) {
	t.Helper()
	got := p.Sent()
	fits := len(got) == len(spans)
	for i := 0; fits && i < len(got); i++ {
		fits = spans[i].has(got[i])
	}
	if !fits {
		t.Errorf("calls arrived after %v, want them within %v", got, spans)
	}
}

// span is a range of times after a press.
type span struct{ From, To time.Duration }

func (s span) has(at time.Duration) bool { return s.From <= at && at <= s.To }

// String formats the span for a failure.
func (s span) String() string { return fmt.Sprintf("%v-%v", s.From, s.To) }

// refusedCalls returns the number of calls answered with 401.
func refusedCalls(s *apptest.Scene) int {
	sum := 0
	for _, calls := range s.Sandbox.Calls()[""] {
		sum += calls
	}
	return sum
}

// allClass is a class of students from many classes.
const allClass = "All"

// errUnplugged is the error of a network that lets nothing through.
var errUnplugged = errors.New("no way there")

// changedElsewhere makes a press that does not reach the service, where another mark is then entered.
func changedElsewhere(t *testing.T, s *apptest.Scene) *pressed {
	t.Helper()
	v := s.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	fail(s.Network, apptest.ServiceHost, errUnplugged)
	p := pressesOf(t, s, v, page, "Absent", page.Enrolments(t, 0, 1)...)
	p.Shows(t, 2*time.Second, roll.Waiting, saysWaiting)
	s.SetElsewhere(t, page, "Excused", p.Enrolments...)
	return p
}
