package taking

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"rollbook/web/roll"
)

// Exchange is the record of a request to the school system and of its answer,
// secrets masked.
type Exchange struct {
	Method         string      `json:"method"`
	URL            string      `json:"url"`
	RequestHeader  http.Header `json:"requestHeader"`
	RequestBody    Excerpt     `json:"requestBody"`
	Status         int         `json:"status"`
	ResponseHeader http.Header `json:"responseHeader"`
	ResponseBody   Excerpt     `json:"responseBody"`
	// Took is the time from the call to the end of the answer, in nanoseconds.
	Took time.Duration `json:"took"`
}

// Excerpt is the beginning of a body.
type Excerpt struct {
	Text      string `json:"text"`
	Truncated bool   `json:"truncated"`
}

// ExchangeOf reads what an attempt kept; ok is false where it kept nothing.
func ExchangeOf(attempt roll.StoryAttempt) (kept Exchange, ok bool, err error) {
	if attempt.Exchange == "" {
		return kept, false, nil
	}
	if err := json.Unmarshal([]byte(attempt.Exchange), &kept); err != nil {
		return kept, false, fmt.Errorf("read what was sent: %w", err)
	}
	return kept, kept.Method != "", nil
}

// names reports whether the request was about the enrolment.
func (e *Exchange) names(enrolment roll.EnrolmentID) bool {
	var body struct {
		Enrolments []roll.EnrolmentID `json:"studentSemesterInfoIds"`
	}
	return json.Unmarshal([]byte(e.RequestBody.Text), &body) == nil && slices.Contains(body.Enrolments, enrolment)
}

// longestAnswer limits the characters of the school system's own words that a
// page shows.
const longestAnswer = 300

// Answer quotes the school system: the message of its answer, or the answer
// itself where it has no message.
func (e *Exchange) Answer() string {
	var body struct {
		Message string `json:"message"`
	}
	text := strings.TrimSpace(e.ResponseBody.Text)
	if json.Unmarshal([]byte(text), &body) == nil && body.Message != "" {
		text = body.Message
	}
	if utf8.RuneCountInString(text) > longestAnswer {
		text = string([]rune(text)[:longestAnswer]) + "..."
	}
	return text
}

// asksToWait reads how long the answer asks to wait (RFC 9110, section 10.2.3); 0
// where it does not say, or says it in a way that cannot be read.
func (e *Exchange) asksToWait(now time.Time) time.Duration {
	text := e.ResponseHeader.Get("Retry-After")
	if seconds, err := strconv.Atoi(text); err == nil && seconds > 0 {
		return time.Duration(seconds) * time.Second
	}
	if until, err := http.ParseTime(text); err == nil && until.After(now) {
		return until.Sub(now)
	}
	return 0
}
