package services

import (
	"encoding/json"
	"strings"
	"testing"

	"rollbook/apiclient"
	"rollbook/web/roll"
)

func TestWhatAnAnswerSaysBesidesTheStatusIsKeptWhateverJSONItIs(t *testing.T) {
	t.Parallel()
	raw := func(text string) json.RawMessage { return json.RawMessage(text) }
	results := []apiclient.DailyAttendanceResult{
		{StudentID: 101, Comments: raw(`"ill"`), CheckIn: raw(`{"time":"08:45","by":null}`), CheckOut: raw(`""`)},
		{StudentID: 102, Comments: raw(`null`), CheckIn: raw(` [] `), CheckOut: raw(`{}`)},
		{StudentID: 103},
		{StudentID: 104, Comments: raw(`"` + strings.Repeat("x", remarkLimit) + `"`)},
		{StudentID: 0, Comments: raw(`"whose?"`)},
		{StudentID: 105, CheckOut: raw(`9007199254740993`)},
	}
	attempt := roll.Attempt{Marks: []roll.Claimed{
		{Enrolment: 1, Student: 101}, {Enrolment: 2, Student: 102}, {Enrolment: 3, Student: 103},
		{Enrolment: 4, Student: 104}, {Enrolment: 5, Student: 105}, {Enrolment: 6}, {Enrolment: 7, Student: 101},
	}}
	got := remarks(attempt, results)
	ill := `{"checkIn":{"time":"08:45","by":null},"comments":"ill"}`
	if len(got) != 4 || got[1] != ill || got[7] != ill || got[5] != `{"checkOut":9007199254740993}` {
		t.Errorf("kept is %v", got)
	}
	if none := remarks(attempt, results[1:3]); none != nil {
		t.Errorf("of nothing is kept %v", none)
	}
}

func TestWhatIsTooLongToBeKeptIsCutOrLeftOutAndNamed(t *testing.T) {
	t.Parallel()
	long := `"` + strings.Repeat("<é", remarkLimit) + `"`
	object := `{"by":` + long + `}`
	var kept struct {
		Comments           string
		CheckIn            json.RawMessage
		Shortened, LeftOut []string
	}
	text := remark(apiclient.DailyAttendanceResult{Comments: json.RawMessage(long), CheckIn: json.RawMessage(`"08:45"`), CheckOut: json.RawMessage(object)})
	if err := json.Unmarshal([]byte(text), &kept); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(kept.Comments, "<é<é<é") || strings.Contains(kept.Comments, "\uFFFD") || string(kept.CheckIn) != `"08:45"` {
		t.Errorf("kept is %q", text)
	}
	if len(text) > remarkLimit+100 || strings.Join(kept.Shortened, " ") != "comments" || strings.Join(kept.LeftOut, " ") != "checkOut" {
		t.Errorf("of %d bytes are cut %q, left out %q", len(text), kept.Shortened, kept.LeftOut)
	}
}
