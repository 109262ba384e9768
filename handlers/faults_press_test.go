package handlers_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/web/roll"
)

// What a row says of a mark that is not settled.
const (
	saysWaiting    = "Safe in Rollbook. It goes to the school system by itself. You can leave."
	saysConfirming = "no reply yet. We keep checking. You can leave."
	saysRefused    = "Not saved. The school system did not accept this mark. Tell the office."
	saysStopped    = "Not in the school system. Kept here since 08:30. The office must send it."
	saysNotKept    = "Could not be saved anywhere. Keep this page open and press Save again."
)

// pressed is a press of Save whose course a test follows.
type pressed struct {
	s          *scene
	v          *visitor
	at         time.Time
	token      roll.Token
	status     string
	enrolments []string
	answer     answer
}

// breaks makes the first school's bulk calls fail by the faults.
func (s *scene) breaks(t *testing.T, faults ...sandbox.Fault) {
	t.Helper()
	for i := range faults {
		faults[i].BulkOnly = true
	}
	must(t, s.sandbox.SetFault(harbourCode, faults...))
}

// presses lets the visitor press Save for 8B's students at the places, as a page with
// scripts does. Nobody is kept waiting for more than two seconds.
func (s *scene) presses(t *testing.T, v *visitor, status string, places ...int) *pressed {
	t.Helper()
	page := v.get(eightB).want(t, http.StatusOK)
	return s.pressesOf(t, v, page, status, page.enrolments(t, places...)...)
}

// pressesOf is presses on a page that was opened before.
func (s *scene) pressesOf(t *testing.T, v *visitor, page answer, status string, enrolments ...string) *pressed {
	t.Helper()
	form := page.press(t, status, enrolments...)
	p := &pressed{s: s, v: v, at: time.Now(), token: roll.Token(form.Get("save")), status: status, enrolments: enrolments}
	p.answer = v.post(rollPath, form, byScript()...)
	if waited := time.Since(p.at); waited > 2*time.Second {
		t.Errorf("the answer took %v", waited)
	}
	return p
}

// shows looks at the instant after the press for the outcome of all its students, and
// for the words beside them: on the roll, in what the roll asks for by itself, and on
// the save's page. Nobody is shown as saved otherwise.
func (p *pressed) shows(t *testing.T, after time.Duration, outcome roll.Outcome, words string) {
	t.Helper()
	p.until(t, after)
	for _, enrolment := range p.enrolments {
		p.showsFor(t, enrolment, outcome, words)
	}
	marks := p.v.get(savesPath+string(p.token)).want(t, http.StatusOK).page.Find(".list [data-outcome=" + string(outcome) + "]")
	if marks.Length() != len(p.enrolments) || !strings.Contains(marks.Text(), words) {
		t.Errorf("after %v the save's page has %d students %s: %s", after, marks.Length(), outcome, marks.Text())
	}
}

// until lets time pass until so long after the press.
func (p *pressed) until(t *testing.T, after time.Duration) {
	t.Helper()
	if gone := time.Since(p.at); gone > after {
		t.Fatalf("%v have gone already", gone)
	}
	pass(time.Until(p.at.Add(after)))
}

// showsFor looks for one student's outcome and words, now.
func (p *pressed) showsFor(t *testing.T, enrolment string, outcome roll.Outcome, words string) {
	t.Helper()
	for _, path := range []string{eightB, rollPath + "/statuses?class=8B"} {
		cell := p.v.get(path).want(t, http.StatusOK).page.Find("#s" + enrolment)
		if is := cell.AttrOr("data-is", ""); is != string(outcome) {
			t.Errorf("%v after the press %s is %s, want %s", time.Since(p.at), enrolment, is, outcome)
		}
		if text := strings.Join(strings.Fields(cell.Text()), " "); !strings.Contains(text, words) {
			t.Errorf("%v after the press %s says %q, want %q", time.Since(p.at), enrolment, text, words)
		}
	}
}

// story is what became of the press, as it is stored.
func (p *pressed) story(t *testing.T) roll.Story {
	t.Helper()
	story, err := p.s.app.Store.Story(t.Context(), harbour, p.token)
	must(t, err)
	return story
}

// wantAttempts looks for exactly these requests of the press.
func (p *pressed) wantAttempts(t *testing.T, want ...roll.AttemptState) {
	t.Helper()
	var got []roll.AttemptState
	for _, attempt := range p.story(t).Attempts {
		got = append(got, attempt.State)
	}
	if !slices.Equal(got, want) {
		t.Errorf("the attempts are %v, want %v", got, want)
	}
}

// wantNothingStored looks for no trace of the press.
func (p *pressed) wantNothingStored(t *testing.T) {
	t.Helper()
	if _, err := p.s.app.Store.Story(t.Context(), harbour, p.token); roll.KindOf(err) != roll.NotFound {
		t.Errorf("the press is stored: %v", err)
	}
}

// settles looks so long after the press for its students as saved, in Rollbook and in
// the school system.
func (p *pressed) settles(t *testing.T, after time.Duration) {
	t.Helper()
	p.shows(t, after, roll.Saved, p.status)
	p.s.holds(t, p.status, p.enrolments...)
	p.s.wantOneAtATime(t)
}

// holds looks for the status in the school system.
func (s *scene) holds(t *testing.T, status string, enrolments ...string) {
	t.Helper()
	for _, id := range numbers(t, enrolments...) {
		mark, err := s.sandbox.Mark(t.Context(), harbourCode, id, today)
		must(t, err)
		if mark.Status != status {
			t.Errorf("the school system holds %s for %d, want %s", mark.Status, id, status)
		}
	}
}

// wantOneAtATime looks for no two requests under way for one student.
func (s *scene) wantOneAtATime(t *testing.T) {
	t.Helper()
	if most := s.sandbox.MaxConcurrency(harbourCode); most > 1 {
		t.Errorf("%d requests were under way at once for one student", most)
	}
}

// sent is when each bulk call of the first school arrived, since the press.
func (p *pressed) sent() []time.Duration {
	var since []time.Duration
	for _, call := range p.s.sandbox.Arrivals(harbourCode) {
		since = append(since, call.In.Sub(p.at))
	}
	return since
}

// wantSent looks for as many calls as spans, each inside its span.
func (p *pressed) wantSent(t *testing.T, spans ...span) {
	t.Helper()
	got := p.sent()
	fits := len(got) == len(spans)
	for i := 0; fits && i < len(got); i++ {
		fits = spans[i].has(got[i])
	}
	if !fits {
		t.Errorf("calls arrived after %v, want them within %v", got, spans)
	}
}

// span is a stretch of time after a press.
type span struct{ from, to time.Duration }

// around is a span of a second.
func around(at time.Duration) span { return span{at, at + time.Second} }

func (s span) has(at time.Duration) bool { return s.from <= at && at <= s.to }

func (s span) String() string { return fmt.Sprintf("%v-%v", s.from, s.to) }
