package roll

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"
)

// TimeFormat is the service's format for a time of day (checkTime, which may be any JSON; the service
// document, section 4.1, does not show its format): one of those below, or a template: JSON with placeholders
// in its texts, {HH:MM}, {HH:MM:SS}, {h:MM AM}, {UTC}, {date} and {offset}, such as {"time":"{HH:MM}"}.
type TimeFormat string

// The fixed formats.
const (
	// TimeNotSent keeps times in Rollbook.
	TimeNotSent TimeFormat = ""
	// TimeMinutes is 08:45.
	TimeMinutes TimeFormat = "HH:MM"
	// TimeSeconds is 08:45:00.
	TimeSeconds TimeFormat = "HH:MM:SS"
	// TimeInstant is 2026-11-20T07:45:00Z; timestamps of the service are UTC
	// (service document, section 2.1).
	TimeInstant TimeFormat = "UTC"
)

// MostTimeTemplate is the longest template, in bytes.
const MostTimeTemplate = 500

const utcLayout = "2006-01-02T15:04:05Z"

// Format writes the instant in this format. Zone is the school's. A template gives JSON, every other format a
// text. CheckTimeJSON distinguishes the two.
func (f TimeFormat) Format(instant time.Time, zone *time.Location) string {
	switch local := instant.In(zone); f {
	case TimeNotSent:
		return ""
	case TimeMinutes:
		return local.Format("15:04")
	case TimeSeconds:
		return local.Format(time.TimeOnly)
	case TimeInstant:
		return instant.UTC().Format(utcLayout)
	}
	if f.Check() != "" {
		return ""
	}
	return f.filled(instant, zone)
}

// filled returns the template with the instant filled in.
func (f TimeFormat) filled(instant time.Time, zone *time.Location) string {
	text := strings.ReplaceAll(string(f), "{UTC}", instant.UTC().Format(utcLayout))
	for _, known := range placeholders() {
		text = strings.ReplaceAll(text, known.name, instant.In(zone).Format(known.layout))
	}
	return text
}

// placeholders returns a template's placeholders in the order in which their patterns are looked for in a sample, with
// their layouts.
func placeholders() []struct{ name, pattern, layout string } {
	return []struct{ name, pattern, layout string }{
		{"{UTC}", `\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`, utcLayout},
		{"{date}", `\d{4}-\d\d-\d\d`, time.DateOnly},
		{"{offset}", `[+-]\d\d:\d\d`, "-07:00"},
		{"{h:MM AM}", `\d{1,2}:\d\d [AP]M`, "3:04 PM"},
		{"{HH:MM:SS}", `\d\d:\d\d:\d\d`, time.TimeOnly},
		{"{HH:MM}", `\d\d:\d\d`, "15:04"},
	}
}

// TimeSamples returns the formats to choose from.
func TimeSamples() []TimeFormat {
	return []TimeFormat{
		TimeMinutes, TimeSeconds, `"{h:MM AM}"`, TimeInstant, `"{date}T{HH:MM:SS}"`, `"{date}T{HH:MM:SS}{offset}"`,
	}
}

// TimeFormatLike returns the format of a sample, a text or JSON, such as {"time":"08:52"}. Its Check finds the fault
// of a sample without a time.
func TimeFormatLike(sample string) TimeFormat {
	var patterns []string
	for _, known := range placeholders() {
		patterns = append(patterns, "("+known.pattern+")")
	}
	found := regexp.MustCompile(strings.Join(patterns, "|"))
	text := found.ReplaceAllStringFunc(sample, func(part string) string {
		at := slices.Index(found.FindStringSubmatch(part)[1:], part)
		return placeholders()[at].name
	})
	if json.Valid([]byte(sample)) {
		return TimeFormat(text)
	}
	return TimeFormat(CheckTimeJSON(text))
}

// IsTemplate reports whether the format is a template.
func (f TimeFormat) IsTemplate() bool {
	return f != TimeNotSent && f != TimeMinutes && f != TimeSeconds && f != TimeInstant
}

// placeholder matches known and unknown placeholders.
var placeholder = regexp.MustCompile(`\{[A-Za-z: ]+\}`)

// Check returns the fault of a template: template_long, template_json, template_placeholder for an unknown
// one, template_time for a template without a time. It returns "" for a valid format.
func (f TimeFormat) Check() string {
	if !f.IsTemplate() {
		return ""
	}
	written := f.filled(time.Unix(0, 0), time.UTC)
	hasTime := strings.Contains(string(f), ":MM") || strings.Contains(string(f), "{UTC}")
	switch {
	case len(f) > MostTimeTemplate:
		return "template_long"
	case placeholder.MatchString(written):
		return "template_placeholder"
	case !hasTime:
		return "template_time"
	case !json.Valid([]byte(written)):
		return "template_json"
	}
	return ""
}

// CheckTimeJSON returns a written time as the JSON of a save. A time written as text is never valid JSON.
func CheckTimeJSON(written string) json.RawMessage {
	if written == "" {
		return nil
	}
	if json.Valid([]byte(written)) {
		return json.RawMessage(written)
	}
	quoted, err := json.Marshal(written)
	if err != nil {
		return nil
	}
	return quoted
}
