package roll

import (
	"encoding/json"
	"regexp"
	"strings"
	"time"
)

// TimeFormat tells how the service wants a time of day written (checkTime, which may be any
// JSON; its format is not shown by the service document, section 4.1): one of those
// below, or a template: JSON with placeholders inside of its texts, {HH:MM}, {HH:MM:SS},
// {UTC} and {date}, such as {"time":"{HH:MM}"}.
type TimeFormat string

// The formats that a school's settings offer besides a template.
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

// Format writes the instant as the service wants it; zone is the school's. What a
// template gives is JSON, everything else a text: CheckTimeJSON tells them apart.
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

// filled is the template with the instant in it.
func (f TimeFormat) filled(instant time.Time, zone *time.Location) string {
	local := instant.In(zone)
	return strings.NewReplacer(
		"{HH:MM}", local.Format("15:04"), "{HH:MM:SS}", local.Format(time.TimeOnly),
		"{UTC}", instant.UTC().Format(utcLayout), "{date}", local.Format(time.DateOnly),
	).Replace(string(f))
}

// IsTemplate reports whether the format is none of the fixed ones.
func (f TimeFormat) IsTemplate() bool {
	return f != TimeNotSent && f != TimeMinutes && f != TimeSeconds && f != TimeInstant
}

// placeholder matches whatever looks like one, known or not.
var placeholder = regexp.MustCompile(`\{[A-Za-z:]+\}`)

// Check names what is wrong with a template: template_long, template_json,
// template_placeholder for one that is not known, template_time for none with a time;
// empty for every format that can be used.
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

// CheckTimeJSON is a written time as a save carries it. No time that is written as a text
// is JSON by itself.
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
