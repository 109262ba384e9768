package apptest

import (
	"bufio"
	"net/http"
	"strings"
	"testing"
)

// The addresses of the day, and of its settings.
const (
	DayPath         = "/schools/harbour/day"
	DaySettingsPath = SettingsPath + "/day"
)

// TakesAll presses Save as Present for the whole class, from its page.
func (v *Visitor) TakesAll(address string) {
	v.T.Helper()
	page := v.Get(address).Want(v.T, http.StatusOK)
	v.Post(RollPath, page.Press(v.T, "Present", page.Enrolments(v.T)...)).Want(v.T, http.StatusSeeOther)
}

// Hears opens a stream until the test is over, and returns those of its events that contain the text.
func (v *Visitor) Hears(t *testing.T, path, text string) <-chan string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, v.Address+path, nil)
	Must(t, err)
	r.Header.Set("Accept", "text/event-stream")
	answer, err := v.Client.Do(r)
	Must(t, err)
	t.Cleanup(func() { Must(t, answer.Body.Close()) })
	events := make(chan string, 10)
	go readEvents(bufio.NewScanner(answer.Body), text, events)
	return events
}

func readEvents(lines *bufio.Scanner, wanted string, events chan<- string) {
	lines.Buffer(nil, 1<<20)
	text := ""
	for lines.Scan() {
		if lines.Text() != "" {
			text += lines.Text()
			continue
		}
		if strings.Contains(text, wanted) {
			events <- text
		}
		text = ""
	}
}

// CalendarPath is the address of the calendar.
const CalendarPath = SettingsPath + "/calendar"

// Closes adds closed days on the page of the calendar.
func (v *Visitor) Closes(name, first, last string) Answer {
	v.T.Helper()
	return v.Post(CalendarPath+"/days",
		v.Filled(CalendarPath, "form[action$='/days']", "name", name, "starts", first, "ends", last))
}
