package roll

import (
	"strings"
	"testing"
	"time"
)

func TestATimeIsWrittenAsTheTemplateSays(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	instant := time.Date(2026, 11, 19, 23, 45, 6, 0, time.UTC)
	for format, want := range map[TimeFormat]string{
		TimeNotSent: ``, TimeMinutes: `"00:45"`, TimeSeconds: `"00:45:06"`, TimeInstant: `"2026-11-19T23:45:06Z"`,
		`"{h:MM AM}"`:                              `"12:45 AM"`,
		`"{date}T{HH:MM:SS}{offset}"`:              `"2026-11-20T00:45:06+01:00"`,
		`{"time":"{HH:MM}"}`:                       `{"time":"00:45"}`,
		`"{date}T{HH:MM:SS}+01:00"`:                `"2026-11-20T00:45:06+01:00"`,
		`[{"at":"{UTC}","by":{"n":[1,null]}}]`:     `[{"at":"2026-11-19T23:45:06Z","by":{"n":[1,null]}}]`,
		`{"day":"{date}","time":"{HH:MM}","x":{}}`: `{"day":"2026-11-20","time":"00:45","x":{}}`,
	} {
		if problem := format.Check(); problem != "" {
			t.Errorf("%s is refused: %s", format, problem)
		}
		if got := string(CheckTimeJSON(format.Format(instant, berlin))); got != want {
			t.Errorf("%s gives %s", format, got)
		}
	}
}

func TestATemplateThatWouldNotGiveATimeAsJSONIsRefused(t *testing.T) {
	t.Parallel()
	for format, want := range map[TimeFormat]string{
		`{"time":"{HH:MM}"`: "template_json", `{HH:MM}`: "template_json", `{"time":{HH:MM}}`: "template_json", `h:mm {HH:MM}`: "template_json",
		`{"time":"08:45"}`: "template_time", `{"day":"{date}"}`: "template_time", `8-ish`: "template_time",
		`{"time":"{hh:mm}"}`: "template_placeholder", `{"time":"{HH:MM}","zone":"{zone}"}`: "template_placeholder",
		TimeFormat(`"{HH:MM}` + strings.Repeat("x", MostTimeTemplate) + `"`): "template_long",
	} {
		if got := format.Check(); got != want {
			t.Errorf("%s: %q, want %s", format, got, want)
		}
	}
}

func TestASampleSaysHowATimeIsWritten(t *testing.T) {
	t.Parallel()
	for sample, want := range map[string]TimeFormat{
		"08:52": `"{HH:MM}"`, "08:52:00": `"{HH:MM:SS}"`, "8:52 AM": `"{h:MM AM}"`, `"10:15 PM"`: `"{h:MM AM}"`,
		"2026-11-17T08:52:00Z": `"{UTC}"`, "2026-11-17 08:52": `"{date} {HH:MM}"`,
		"2026-11-17T08:52:00+01:00": `"{date}T{HH:MM:SS}{offset}"`, "2026-11-17T08:52:00.000-05:00": `"{date}T{HH:MM:SS}.000{offset}"`,
		`{"day":"2026-11-17","at":["08:52",null]}`: `{"day":"{date}","at":["{HH:MM}",null]}`,
	} {
		if got := TimeFormatLike(sample); got != want || got.Check() != "" {
			t.Errorf("%s gives %s, with the fault %q", sample, got, got.Check())
		}
	}
	for sample, want := range map[string]string{"soon": "template_time", `{"day":"2026-11-17"}`: "template_time", "{zone} 08:52": "template_placeholder"} {
		if got := TimeFormatLike(sample).Check(); got != want {
			t.Errorf("%s: %q", sample, got)
		}
	}
	for _, format := range TimeSamples() {
		if problem := format.Check(); problem != "" {
			t.Errorf("%s has the fault %s", format, problem)
		}
	}
}
