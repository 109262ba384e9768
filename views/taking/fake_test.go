package taking

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"

	"github.com/a-h/templ"

	"rollbook/views/part"
	"rollbook/web/roll"
)

// fakeRoll is a server with one class that does at once what the test sets. It replaces the handlers in tests
// of the page.
type fakeRoll struct {
	*httptest.Server
	t    testing.TB
	view func(ExampleBase) *RollView

	mutex   sync.Mutex
	posts   []url.Values
	cells   map[string]part.Cell // the present cells of students
	become  roll.Outcome         // the outcome for the students of a press
	status  int                  // the status of the answer to a press; 0 is 200
	foreign bool                 // presses are answered by another program
	broken  bool                 // the stream cannot be opened
	person  roll.PersonID
	changes int64         // how often the list named other students by the same numbers
	news    chan struct{} // makes the stream send the present state
	next    *part.Next    // the class to take next
	told    part.Summary  // the result of the press at the time of a refresh
	hold    chan struct{} // an answer to a press waits for it; nil means no wait
}

func newFakeRoll(t testing.TB) *fakeRoll {
	t.Helper()
	fake := &fakeRoll{t: t, view: exampleRoll, cells: map[string]part.Cell{}, become: roll.Saved, person: "p1", news: make(chan struct{})}
	mux := http.NewServeMux()
	mux.Handle("GET /static/", examplePage(exampleBase(t), "").Assets)
	mux.HandleFunc("GET /schools/hillside/roll", fake.page)
	mux.HandleFunc("POST /schools/hillside/roll", fake.press)
	mux.HandleFunc("GET /schools/hillside/roll/statuses", fake.statuses)
	mux.HandleFunc("GET /schools/hillside/roll/events", fake.events)
	mux.HandleFunc("GET /help/keys", func(w http.ResponseWriter, _ *http.Request) {
		_, err := fmt.Fprint(w, `<main><article id="keys"><h1>Keys of the roll</h1></article></main>`)
		fake.check(err)
	})
	mux.HandleFunc("POST /report", func(http.ResponseWriter, *http.Request) { t.Error("the policy was broken") })
	fake.Server = httptest.NewServer(mux)
	t.Cleanup(fake.Close)
	return fake
}

// set changes the server between two steps of a test.
func (f *fakeRoll) set(change func()) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	change()
}

func (f *fakeRoll) pressed() []url.Values {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return append([]url.Values(nil), f.posts...)
}

func (f *fakeRoll) current() *RollView {
	view := f.view(exampleBase(f.t))
	view.Person.ID, view.Owner = f.person, "owner-of-"+string(f.person)
	view.School.Generation += f.changes
	for i := range view.Rows {
		if cell, ok := f.cells[view.Rows[i].Enrolment.String()]; ok {
			cell.Fresh = false
			view.Rows[i].Cell, view.Rows[i].Seen = cell, cell.Seen
		}
	}
	return view
}

func (f *fakeRoll) page(w http.ResponseWriter, r *http.Request) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	view := f.current()
	rules := policy + "; report-uri /report"
	if r.FormValue("script") == "none" {
		rules = "script-src 'none'; style-src 'self'"
	}
	if r.FormValue("keys") == "off" {
		view.Person.SingleKeys = false
	}
	w.Header().Set("Content-Security-Policy", rules)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	var page bytes.Buffer
	f.check(Roll(view).Render(r.Context(), &page))
	if silence := r.FormValue("silence"); silence != "" {
		page = *bytes.NewBuffer(bytes.Replace(page.Bytes(), []byte(`id="live"`), []byte(`id="live" data-silence="`+silence+`"`), 1))
	}
	_, err := page.WriteTo(w)
	f.check(err)
}

func (f *fakeRoll) check(err error) {
	if err != nil {
		f.t.Error(err)
	}
}

// draw answers with the part of the page, unless the browser has left meanwhile.
func (f *fakeRoll) draw(w http.ResponseWriter, r *http.Request, some templ.Component) {
	if err := some.Render(r.Context(), w); r.Context().Err() == nil {
		f.check(err)
	}
}

func (f *fakeRoll) press(w http.ResponseWriter, r *http.Request) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.check(r.ParseForm())
	f.posts = append(f.posts, r.PostForm)
	if hold := f.hold; hold != nil {
		f.mutex.Unlock()
		<-hold
		f.mutex.Lock()
	}
	if f.foreign {
		http.Error(w, "<h1>Bad gateway</h1>", http.StatusBadGateway)
		return
	}
	answer := f.answer(r.PostForm)
	if r.Header.Get("HX-Request") == "" {
		http.Redirect(w, r, "/schools/hillside/roll?script=none", http.StatusSeeOther)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if f.status != 0 {
		w.WriteHeader(f.status)
	}
	f.draw(w, r, RollSaved(answer))
}

func (f *fakeRoll) answer(form url.Values) *SaveAnswer {
	view := f.current()
	answer := &SaveAnswer{
		Page: view.Page, Class: view.Class, Period: view.Period, Date: view.Date, Progress: Progress{Students: 28},
		Save: roll.Token(fmt.Sprintf("save-%d", len(f.posts))), OthersSave: roll.Token(fmt.Sprintf("others-%d", len(f.posts))),
	}
	if f.status >= http.StatusBadRequest {
		answer.Summary.Problem = part.NotKept
		return answer
	}
	f.mark(answer, form["enrolment"], form.Get("status"))
	if form.Get("others") != "" {
		f.mark(answer, form["other"], form.Get("others"))
	}
	return answer
}

// mark gives students the outcome set by the test.
func (f *fakeRoll) mark(answer *SaveAnswer, students []string, id string) {
	if len(students) == 0 {
		return
	}
	status := statusOf(id)
	for _, student := range students {
		enrolment, err := roll.ParseEnrolmentID(student)
		f.check(err)
		cell := part.Cell{Enrolment: enrolment, Outcome: f.become, Chosen: status.Name, At: "08:32", Fresh: true, Seen: int64(len(f.posts))}
		if f.become == roll.Saved {
			cell.Status = status.Name
		}
		cell.Family, cell.Letter = status.Family, status.Letter
		f.cells[student] = cell
		answer.Cells = append(answer.Cells, cell)
	}
	answer.Summary.Next = f.next
	if f.become == roll.Saved {
		answer.Summary.Saved = append(answer.Summary.Saved, part.SavedCount{Students: len(students), Status: status.Name})
		answer.Summary.Clock, answer.Summary.Change = "08:32", "/schools/hillside/roll"
		f.offer(answer)
	} else {
		answer.Summary.UnderWay = len(students)
	}
}

func (f *fakeRoll) offer(answer *SaveAnswer) {
	others := &part.Others{Save: "offer", Status: exampleStatuses()[0]}
	for _, row := range f.current().Rows {
		if row.Cell.Outcome == roll.None {
			others.Students = append(others.Students, row.Enrolment)
		}
	}
	answer.Summary.Others = nil
	if len(others.Students) > 0 {
		answer.Summary.Others = others
	}
}

func statusOf(id string) roll.Status {
	for _, status := range exampleStatuses() {
		if status.ID.String() == id {
			return status
		}
	}
	return roll.Status{}
}

func (f *fakeRoll) statuses(w http.ResponseWriter, r *http.Request) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	f.draw(w, r, RollStatuses(f.refresh()))
}

func (f *fakeRoll) refresh() *SaveAnswer {
	view := f.current()
	answer := &SaveAnswer{Page: view.Page, Progress: view.progress(), Summary: f.told}
	for _, row := range view.Rows {
		answer.Cells = append(answer.Cells, row.Cell)
	}
	return answer
}

// events is a stream of one message: the present state, when the test asks for it.
func (f *fakeRoll) events(w http.ResponseWriter, r *http.Request) {
	f.mutex.Lock()
	broken := f.broken
	f.mutex.Unlock()
	if broken {
		http.Error(w, "no stream here", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	f.check(http.NewResponseController(w).Flush())
	select {
	case <-r.Context().Done():
	case <-f.news:
		if r.Context().Err() != nil { // The page has just closed this stream, and reads its next one.
			go func() { f.news <- struct{}{} }()
			return
		}
		f.mutex.Lock()
		defer f.mutex.Unlock()
		_, err := fmt.Fprint(w, "data: ")
		f.check(err)
		f.draw(w, r, RollStatuses(f.refresh()))
		_, err = fmt.Fprint(w, "\n\n")
		f.check(err)
	}
}

// settle confirms the marks on their way, like the school system's reply.
func (f *fakeRoll) settle() {
	f.set(func() {
		for student, cell := range f.cells {
			cell.Outcome, cell.Status, cell.Family, cell.Letter = roll.Saved, "Absent", roll.Absent, "A"
			cell.Fresh = false
			f.cells[student] = cell
		}
	})
}
