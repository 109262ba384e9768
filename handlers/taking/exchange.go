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

// Exchange is a recorded request to the school system with its answer. Secrets are masked.
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

// ExchangeOf parses the exchange of an attempt, or returns false when it has none.
func ExchangeOf(attempt roll.StoryAttempt) (kept Exchange, ok bool, err error) {
	if attempt.Exchange == "" {
		return kept, false, nil
	}
	if err := json.Unmarshal([]byte(attempt.Exchange), &kept); err != nil {
		return kept, false, fmt.Errorf("read what was sent: %w", err)
	}
	return kept, kept.Method != "", nil
}

// names reports whether the request contained the enrolment.
func (e *Exchange) names(enrolment roll.EnrolmentID) bool {
	var body struct {
		Enrolments []roll.EnrolmentID `json:"studentSemesterInfoIds"`
	}
	return json.Unmarshal([]byte(e.RequestBody.Text), &body) == nil && slices.Contains(body.Enrolments, enrolment)
}

// longestAnswer limits the characters of the school system's text on a page.
const longestAnswer = 300

// Answer quotes the school system: the message of its answer, or the whole answer without one.
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

// asksToWait returns the wait in the answer (RFC 9110, section 10.2.3); 0 for none or an unreadable one.
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
