package roll

import (
	"encoding/json"
	"regexp"
	"strings"
	"time"
)

// TimeFormat is the service's format for a time of day (checkTime, which may be any JSON; the service
// document, section 4.1, does not show its format): one of those below, or a template: JSON with placeholders
// in its texts, {HH:MM}, {HH:MM:SS}, {UTC} and {date}, such as {"time":"{HH:MM}"}.
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
	local := instant.In(zone)
	return strings.NewReplacer(
		"{HH:MM}", local.Format("15:04"), "{HH:MM:SS}", local.Format(time.TimeOnly),
		"{UTC}", instant.UTC().Format(utcLayout), "{date}", local.Format(time.DateOnly),
	).Replace(string(f))
}

// IsTemplate reports whether the format is a template.
func (f TimeFormat) IsTemplate() bool {
	return f != TimeNotSent && f != TimeMinutes && f != TimeSeconds && f != TimeInstant
}

// placeholder matches known and unknown placeholders.
var placeholder = regexp.MustCompile(`\{[A-Za-z:]+\}`)

// Check returns the fault of a template: template_long, template_json, template_placeholder for an unknown
// one, template_time for a template without a time. It returns "" for a valid format.
func (f TimeFormat) Check() string {
	if !f.IsTemplate() {
		return ""
	}
	written := f.filled(time.Unix(0, 0), time.UTC)
	hasTime := strings.Contains(string(f), "{HH:MM}") || strings.Contains(string(f), "{HH:MM:SS}") || strings.Contains(string(f), "{UTC}")
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
