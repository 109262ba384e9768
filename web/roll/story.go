package roll

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Story is the history of a save: its marks, and all its requests.
type Story struct {
	Save     Save
	Marks    []StoryMark
	Held     []StoryHeld
	Attempts []StoryAttempt
}

// Decision is the result of a held row.
type Decision string

// The decisions.
const (
	// Undecided waits for the person who pressed Save.
	Undecided Decision = ""
	// TheirsKept: the other person's mark stayed.
	TheirsKept Decision = "kept"
	// MarkedAnew: the same person marked the student in a later press.
	MarkedAnew Decision = "replaced"
)

// StoryHeld is a row of a save that met a newer mark.
type StoryHeld struct {
	// HeldMark contains the present mark.
	HeldMark
	Decision Decision
	// Met is the name of the status that the row met, MetBy the person behind it.
	Met   string
	MetBy Actor
}

// StoryMark is one student of a save.
type StoryMark struct {
	Enrolment EnrolmentID
	Student   StudentID
	Version   int64
	// Outcome is Superseded when a newer mark replaced it before it was settled.
	Outcome    Outcome
	Returned   string
	AnsweredAt time.Time
	// KeyedBy is the name of the person who noted at KeyedAt that the mark was keyed in by hand.
	KeyedBy string
	KeyedAt time.Time
	// ReplacedBy is the person behind the newer mark; its Name is empty while this is the newest.
	ReplacedBy Actor
}

// StoryAttempt is one finished request of a save.
type StoryAttempt struct {
	State      AttemptState
	Students   int
	Part       int64
	ClaimedAt  time.Time
	SentAt     time.Time
	ClosedAt   time.Time
	HTTPStatus int
	Problem    string
	// Exchange is the exact request and answer, as JSON.
	Exchange string
	// Late is the state of a reply that came after the attempt was closed; empty for none.
	Late AttemptState
}

// Exchange is a recorded request to the school system with its answer. Secrets are masked.
type Exchange struct {
	Method         string              `json:"method"`
	URL            string              `json:"url"`
	RequestHeader  map[string][]string `json:"requestHeader"`
	RequestBody    Excerpt             `json:"requestBody"`
	Status         int                 `json:"status"`
	ResponseHeader map[string][]string `json:"responseHeader"`
	ResponseBody   Excerpt             `json:"responseBody"`
	// Took is the time from the call to the end of the answer, in nanoseconds.
	Took time.Duration `json:"took"`
}

// Excerpt is the beginning of a body.
type Excerpt struct {
	Text      string `json:"text"`
	Truncated bool   `json:"truncated"`
}

// Exchanged parses the exchange of the attempt, or returns false when it has none.
func (a StoryAttempt) Exchanged() (kept Exchange, ok bool, err error) {
	if a.Exchange == "" {
		return kept, false, nil
	}
	if err := json.Unmarshal([]byte(a.Exchange), &kept); err != nil {
		return kept, false, fmt.Errorf("read what was sent: %w", err)
	}
	return kept, kept.Method != "", nil
}

// StatusLine returns the answer's status with its words, such as "200 OK".
func (e *Exchange) StatusLine() string {
	return strconv.Itoa(e.Status) + " " + http.StatusText(e.Status)
}

// Names reports whether the request contained the enrolment.
func (e *Exchange) Names(enrolment EnrolmentID) bool {
	var body struct {
		Enrolments []EnrolmentID `json:"studentSemesterInfoIds"`
	}
	return json.Unmarshal([]byte(e.RequestBody.Text), &body) == nil && slices.Contains(body.Enrolments, enrolment)
}

// longestAnswer limits the characters of the school system's text on a page.
const longestAnswer = 300

// longestSentence limits the characters of the school system's sentence beside a mark.
const longestSentence = 160

// Answer quotes the school system: the sentence of its answer, or the beginning of the answer without one.
func (e *Exchange) Answer() string {
	return beginning(cmp.Or(e.sentence(), strings.TrimSpace(e.ResponseBody.Text)), longestAnswer)
}

// Sentence returns the sentence of the answer for people who may not see the rest of it, shortened; it is empty without
// one.
func (e *Exchange) Sentence() string {
	text := e.sentence()
	if text == "" && !strings.ContainsAny(e.ResponseBody.Text, "<>{}[]\n") {
		text = strings.TrimSpace(e.ResponseBody.Text)
	}
	return beginning(text, longestSentence)
}

// sentence returns the sentence in a JSON answer, or "". "detail" and "title" are those of RFC 9457.
func (e *Exchange) sentence() string {
	var body map[string]any
	if json.Unmarshal([]byte(e.ResponseBody.Text), &body) != nil {
		return ""
	}
	if inner, is := body["error"].(map[string]any); is {
		body = inner
	}
	for _, name := range []string{"message", "detail", "error", "title"} {
		if sentence, is := body[name].(string); is && sentence != "" {
			return strings.TrimSpace(sentence)
		}
	}
	return ""
}

func beginning(text string, most int) string {
	if utf8.RuneCountInString(text) > most {
		return string([]rune(text)[:most]) + "..."
	}
	return text
}

// AsksToWait returns the wait in the answer (RFC 9110, section 10.2.3); 0 for none or an unreadable one.
func (e *Exchange) AsksToWait(now time.Time) time.Duration {
	text := http.Header(e.ResponseHeader).Get("Retry-After")
	if seconds, err := strconv.Atoi(text); err == nil && seconds > 0 {
		return time.Duration(seconds) * time.Second
	}
	if until, err := http.ParseTime(text); err == nil && until.After(now) {
		return until.Sub(now)
	}
	return 0
}

// Entry is one mark in the history of a student and a date.
type Entry struct {
	Save       Save
	Version    int64
	Outcome    Outcome
	Returned   string
	AnsweredAt time.Time
	// Remarks are the further fields of the answer, as a JSON object; empty for none.
	Remarks string
}

// PendingMark is a mark that is being sent or stopped, with its save.
type PendingMark struct {
	Save      Save
	Enrolment EnrolmentID
	Student   StudentID
	Version   int64
	Outcome   Outcome
}

// MovedMark is a mark that was waiting when the school's connection, or its student's number, changed. It is
// never sent automatically.
type MovedMark struct {
	PendingMark
	// Given and Family are the student's names when the mark was made; empty when unknown.
	Given, Family string
	// Period is the school period whose list has the same student under the same number now; empty for none.
	Period PeriodID
}

// Same reports whether the mark's number names the same student now.
func (m MovedMark) Same() bool { return m.Period != "" }

// ChangeElsewhere is a change in the school system that a reading of the day found.
type ChangeElsewhere struct {
	FoundAt time.Time
	// Was is the status that the school system had returned to Rollbook, Status the found one.
	Was, Status string
}
