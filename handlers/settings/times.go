package settings

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"rollbook/handlers/visit"
	"rollbook/views/settings"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// TimesPage is the page for how times are sent to the school system. It is for managers of the connection: a
// mistake can make the school system refuse every save of a class, and the right setting needs the system's
// own document.
type TimesPage struct{ base }

// notSent is the form's value for a time, or a way to send one, that stays in Rollbook.
const notSent = "none"

// bySample is the form's value for the format of the field "sample".
const bySample = "sample"

// Get shows how times are sent, or what was typed.
func (s *TimesPage) Get(v *visit.Visit) error {
	school := v.School
	chosen := chosenTimes{
		format: cmp.Or(string(school.TimeFormat), notSent), late: cmp.Or(string(school.LateCheck), notSent),
		left: cmp.Or(string(school.LeftCheck), notSent),
	}
	if school.TimeFormat != roll.TimeNotSent && !slices.Contains(roll.TimeSamples(), school.TimeFormat) {
		chosen.format, chosen.sample = bySample, written(school.TimeFormat, v)
	}
	if v.Request().Method == http.MethodPost {
		chosen = chosenIn(v)
	}
	return s.pages.Show(v, settings.Times(s.view(v, chosen, school)))
}

// chosenTimes contains the unparsed fields of the form.
type chosenTimes struct{ format, sample, late, left string }

func chosenIn(v *visit.Visit) chosenTimes {
	form := v.Request().PostForm
	return chosenTimes{format: form.Get("format"), sample: form.Get("sample"), late: form.Get("late"),
		left: form.Get("left")}
}

// Post stores how times are sent, or only shows what would be sent.
func (s *TimesPage) Post(v *visit.Visit) error {
	chosen := chosenIn(v)
	format, late, left, problem := chosen.read()
	var err error
	switch {
	case problem != "":
		err = roll.Problem(roll.Meaningless, language.TimesProblemKeys.Of(problem))
	case v.Request().PostForm.Has("try"):
		tried := v.School
		tried.TimeFormat, tried.LateCheck, tried.LeftCheck = format, late, left
		view := s.view(v, chosen, tried)
		view.Tried = true
		return s.pages.Show(v, settings.Times(view))
	default:
		err = s.store.SetTimes(v.Ctx, v.School.ID, format, late, left)
	}
	return s.changed(v, err, "times", "times", s.Get)
}

// read parses the fields. problem is the name of an invalid one.
func (c chosenTimes) read() (format roll.TimeFormat, late, left roll.Check, problem string) {
	if c.format != notSent {
		format = roll.TimeFormat(c.format)
	}
	if c.format == bySample {
		format = roll.TimeFormatLike(strings.TrimSpace(c.sample))
		if problem := format.Check(); problem != "" || !format.IsTemplate() {
			return "", "", "", cmp.Or(problem, "template_time")
		}
	} else if format != roll.TimeNotSent && !slices.Contains(roll.TimeSamples(), format) {
		return "", "", "", "unknown"
	}
	late, lateOK := checkOf(c.late)
	left, leftOK := checkOf(c.left)
	switch {
	case c.format == "" || !lateOK || !leftOK:
		return "", "", "", "unknown"
	case format == roll.TimeNotSent && (late != roll.NoCheck || left != roll.NoCheck):
		return "", "", "", "no_format"
	}
	return format, late, left, ""
}

// checkOf parses the check for sending a time.
func checkOf(text string) (check roll.Check, ok bool) {
	switch text {
	case notSent:
		return roll.NoCheck, true
	case string(roll.CheckIn), string(roll.CheckOut):
		return roll.Check(text), true
	}
	return "", false
}

// view fills in the page with the chosen fields, and with examples of what Rollbook sends by the settings of the
// school.
func (s *TimesPage) view(v *visit.Visit, chosen chosenTimes, school roll.School) *settings.TimesView {
	view := &settings.TimesView{
		Page: s.page(v), Format: chosen.format, Sample: chosen.sample, Late: chosen.late, Left: chosen.left,
	}
	for _, format := range roll.TimeSamples() {
		view.Formats = append(view.Formats, settings.TimeFormat{Value: string(format), Example: written(format, v)})
	}
	now := written(school.TimeFormat, v)
	view.Examples = []settings.TimeExample{
		{Key: "times.sent.late", JSON: sentTimes(school.LateCheck, now)},
		{Key: "times.sent.left", JSON: sentTimes(school.LeftCheck, now)},
	}
	if school.TimeFormat != roll.TimeNotSent {
		view.Examples = append(view.Examples,
			settings.TimeExample{Key: "times.sent.in", JSON: sentTimes(roll.CheckIn, now)},
			settings.TimeExample{Key: "times.sent.out", JSON: sentTimes(roll.CheckOut, now)},
			settings.TimeExample{Key: "times.sent.clear", JSON: sentTimes(roll.CheckClear, "")})
	}
	return view
}

// written writes the present time in the format, a text without its quotes.
func written(format roll.TimeFormat, v *visit.Visit) string {
	text := format.Format(v.Now().Truncate(time.Minute), v.School.Zone)
	var unquoted string
	if json.Unmarshal([]byte(text), &unquoted) == nil {
		return unquoted
	}
	return text
}

// sentTimes returns the two fields as a save sends them (service document, section 4.1), or "" when it sends
// neither.
func sentTimes(check roll.Check, written string) string {
	if check == roll.NoCheck {
		return ""
	}
	fields := struct {
		Time  json.RawMessage `json:"checkTime,omitempty"`
		Check roll.Check      `json:"checkInOrCheckOut"`
	}{roll.CheckTimeJSON(written), check}
	text, err := json.Marshal(fields)
	if err != nil {
		return ""
	}
	return string(text)
}
