package apptest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/web/roll"
)

// The sentences of a row about an unsettled mark.
const (
	SaysWaiting    = "Kept, will be sent. You can leave."
	SaysConfirming = "no reply yet. We keep checking. You can leave."
	SaysRefused    = "Not saved. The school system did not accept this mark. Tell the office."
	SaysStopped    = "Not in the school system. Kept here since 08:30. The office must send it."
	SaysNotKept    = "Could not be saved anywhere. Keep this page open and press Save again."
)

// Pressed is a press of Save that a test follows.
type Pressed struct {
	S          *Scene
	V          *Visitor
	At         time.Time
	Token      roll.Token
	Status     string
	Enrolments []string
	Answer     Answer
}

// Presses lets the visitor press Save for 8B's students at the places, like a page with scripts. The press
// must return within two seconds.
func (s *Scene) Presses(t *testing.T, v *Visitor, status string, places ...int) *Pressed {
	t.Helper()
	page := v.Get(EightB).Want(t, http.StatusOK)
	return s.PressesOf(t, v, page, status, page.Enrolments(t, places...)...)
}

// PressesOf presses Save on an open page.
func (s *Scene) PressesOf(t *testing.T, v *Visitor, page Answer, status string, enrolments ...string) *Pressed {
	t.Helper()
	form := page.Press(t, status, enrolments...)
	p := &Pressed{S: s, V: v, At: time.Now(), Token: roll.Token(form.Get("save")), Status: status, Enrolments: enrolments}
	p.Answer = v.Post(RollPath, form, ByScript()...)
	if waited := time.Since(p.At); waited > 2*time.Second {
		t.Errorf("the answer took %v", waited)
	}
	return p
}

// Shows expects, at the given time after the press, the outcome of all its students and the words beside
// them: on the roll, in the polled statuses, and on the save's page. A student with another outcome must not
// be shown as saved.
func (p *Pressed) Shows(t *testing.T, after time.Duration, outcome roll.Outcome, words string) {
	t.Helper()
	p.Until(t, after)
	for _, enrolment := range p.Enrolments {
		p.ShowsFor(t, enrolment, outcome, words)
	}
	marks := p.V.Get(SavesPath+string(p.Token)).Want(t, http.StatusOK).Page.Find(".list [data-outcome=" + string(outcome) + "]")
	if marks.Length() != len(p.Enrolments) || !strings.Contains(marks.Text(), words) {
		t.Errorf("after %v the save's page has %d students %s: %s", after, marks.Length(), outcome, marks.Text())
	}
}

// Until waits until the given time after the press.
func (p *Pressed) Until(t *testing.T, after time.Duration) {
	t.Helper()
	if gone := time.Since(p.At); gone > after {
		t.Fatalf("%v have gone already", gone)
	}
	Pass(time.Until(p.At.Add(after)))
}

// ShowsFor expects one student's present outcome and words.
func (p *Pressed) ShowsFor(t *testing.T, enrolment string, outcome roll.Outcome, words string) {
	t.Helper()
	for _, path := range []string{EightB, RollPath + "/statuses?class=8B"} {
		cell := p.V.Get(path).Want(t, http.StatusOK).Page.Find("#s" + enrolment)
		if is := cell.AttrOr("data-is", ""); is != string(outcome) {
			t.Errorf("%v after the press %s is %s, want %s", time.Since(p.At), enrolment, is, outcome)
		}
		shown := cell.Text()
		if outcome == roll.Conflict {
			// A question is above the list.
			shown += " " + cell.Closest("html").Find("#summary").Text()
		}
		if text := strings.Join(strings.Fields(shown), " "); !strings.Contains(text, briefly(words)) {
			t.Errorf("%v after the press %s says %q, want %q", time.Since(p.At), enrolment, text, words)
		}
	}
}

// briefly returns the short text of a row about a mark that is still being sent. The page has the whole
// sentence once.
func briefly(words string) string {
	switch words {
	case SaysWaiting:
		return "kept, will be sent"
	case SaysConfirming:
		return "no reply yet"
	}
	return words
}

// Story returns the stored history of the press.
func (p *Pressed) Story(t *testing.T) roll.Story {
	t.Helper()
	story, err := p.S.App.Store.Story(t.Context(), Harbour, p.Token)
	Must(t, err)
	return story
}

// Settles expects, at the given time after the press, its students as saved, in Rollbook and in the school
// system.
func (p *Pressed) Settles(t *testing.T, after time.Duration) {
	t.Helper()
	p.Shows(t, after, roll.Saved, p.Status)
	p.S.Holds(t, p.Status, p.Enrolments...)
	p.S.WantOneAtATime(t)
}

// Holds expects the status in the school system for the students.
func (s *Scene) Holds(t *testing.T, status string, enrolments ...string) {
	t.Helper()
	for _, id := range Numbers(t, enrolments...) {
		mark, err := s.Sandbox.Mark(t.Context(), HarbourCode, id, Today)
		Must(t, err)
		if mark.Status != status {
			t.Errorf("the school system holds %s for %d, want %s", mark.Status, id, status)
		}
	}
}

// WantOneAtATime expects that no student had two requests under way at once.
func (s *Scene) WantOneAtATime(t *testing.T) {
	t.Helper()
	if most := s.Sandbox.MaxConcurrency(HarbourCode); most > 1 {
		t.Errorf("%d requests were under way at once for one student", most)
	}
}

// Sent returns when the bulk calls of the first school arrived, since the press.
func (p *Pressed) Sent() []time.Duration {
	var since []time.Duration
	for _, call := range p.S.Sandbox.Arrivals(HarbourCode) {
		since = append(since, call.In.Sub(p.At))
	}
	return since
}

// WantSent expects as many calls as spans, each within its span.
func (p *Pressed) WantSent(t *testing.T, spans ...Span) {
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

// Span is a range of times after a press.
type Span struct{ From, To time.Duration }

func (s Span) has(at time.Duration) bool { return s.From <= at && at <= s.To }

// String formats the span for a failure.
func (s Span) String() string { return fmt.Sprintf("%v-%v", s.From, s.To) }

// Refused returns the number of calls answered with 401.
func (s *Scene) Refused() int {
	sum := 0
	for _, calls := range s.Sandbox.Calls()[""] {
		sum += calls
	}
	return sum
}

// AllClass is a class of students from many classes.
const AllClass = "All"
