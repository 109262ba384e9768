package roll

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestAnAttemptHasAnExchangeOnceOneIsStored(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"": false, "{}": false, `{"method":"POST","status":200}`: true} {
		if _, ok, err := (StoryAttempt{Exchange: text}).Exchanged(); ok != want || err != nil {
			t.Errorf("%q has one: %t, %v", text, ok, err)
		}
	}
	if _, ok, err := (StoryAttempt{Exchange: "{"}).Exchanged(); ok || err == nil {
		t.Errorf("an unreadable one: %t, %v", ok, err)
	}
}

func TestTheWaitInAnAnswerIsANumberOfSecondsOrATime(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 8, 31, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"": 0, "0": 0, "-1": 0, "1": time.Second, "90": 90 * time.Second, "soon": 0,
		now.Add(time.Minute).Format(http.TimeFormat): time.Minute, now.Format(http.TimeFormat): 0, now.Add(-time.Minute).Format(http.TimeFormat): 0,
	} {
		exchange := Exchange{ResponseHeader: http.Header{"Retry-After": {text}}}
		if got := exchange.AsksToWait(now); got != want {
			t.Errorf("%q: %s, not %s", text, got, want)
		}
	}
}

func TestAnAnswerIsQuotedByItsMessageOrItsBeginning(t *testing.T) {
	t.Parallel()
	whole, longer := strings.Repeat("é", 300), strings.Repeat("é", 301)
	for body, want := range map[string]string{
		`{"message":"no such student"}`: "no such student", `{"message":""}`: `{"message":""}`, " busy ": "busy",
		whole: whole, longer: whole + "...",
	} {
		exchange := Exchange{ResponseBody: Excerpt{Text: body}}
		if got := exchange.Answer(); got != want {
			t.Errorf("%q is quoted as %q", body, got)
		}
	}
}
