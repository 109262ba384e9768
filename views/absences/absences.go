package absences

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// KnownView is the page of the absences that the office knows before the roll.
type KnownView struct {
	layout.Page
	Today  roll.Date
	Period roll.PeriodID
	// Chosen are the students of the form, Groups those to choose instead; without students there is no form.
	Chosen, Groups []layout.Option
	Form           AbsenceForm
	Statuses       []roll.Status
	// Week are the days of the week in the school's order.
	Week []time.Weekday
	// Reasons are the school's reasons of an absence.
	Reasons []string
	// Press is the token of the form, Save that of a press that marks students.
	Press, Save roll.Token
	// Kept is the token of the press that kept absences just now; it may be empty.
	Kept roll.Token
	// TooOld says which days of the absences kept just now cannot be corrected; it may be empty.
	TooOld string
	// Lines are those of a file or pasted, Doubts the questions about them: then none was kept.
	Lines  string
	Doubts []string
	// Questions are those about the absences of the form or the lines.
	Questions Questions
	// Now are today's absences, Coming the later ones and those of an earlier list of students, and Ended those that
	// were taken back.
	Now, Coming, Ended []AbsenceLine
	Months             Months
}

// Months is the month of the absences that are not of today, where they are too many for one page, and the months
// before and after that have some; each may be empty.
type Months struct{ Title, Before, Next string }

// none reports whether there is neither an absence nor a form for one.
func (v *KnownView) none() bool { return len(v.Chosen)+len(v.Now)+len(v.Coming)+len(v.Ended) == 0 }

// AbsenceReasonsView is the page of the school's reasons for known absences.
type AbsenceReasonsView struct {
	layout.Page
	// Authorised and NotAuthorised have a reason on each line.
	Authorised, NotAuthorised string
}

// AbsenceForm holds the form's fields as they were typed.
type AbsenceForm struct {
	From, To, Until, After string
	Weekdays               []string
	Status                 roll.StatusID
	Reason, ToldBy         string
	// Replaces is the absence that the form changes; it is empty for a new one.
	Replaces roll.KnownID
}

// AbsenceLine is one absence in a list.
type AbsenceLine struct {
	roll.KnownAbsence
	Name, Class string
	// Reason and ToldBy are for the office alone.
	Reason, ToldBy string
	Unauthorised   bool
	// Made and Over are the times when it was kept and taken back, with the people By and EndedName.
	Made, Over, By, EndedName string
	// Cell is the student's mark of today, Seen its version. Differs is true if the mark has another status; Save is then
	// the token of the press that makes it that of the absence.
	Cell    part.Cell
	Seen    int64
	Differs bool
	Save    roll.Token
}

// row returns the attributes of a line, for programs that read the page. A student whose absence of today was kept just
// now leaves the office's list of students to mark.
func (v *KnownView) row(line *AbsenceLine) templ.Attributes {
	all := templ.Attributes{"data-known": string(line.ID), "data-enrolment": line.Enrolment.String()}
	if v.Kept != "" && strings.HasPrefix(string(line.ID), string(v.Kept)+".") && line.On(v.Today) {
		all["data-told"] = line.Enrolment.String()
	}
	return all
}

// unmarked returns today's absences of students without a mark.
func (v *KnownView) unmarked() []AbsenceLine {
	return slices.DeleteFunc(slices.Clone(v.Now), func(line AbsenceLine) bool { return line.Cell.KnownStatus == 0 })
}

// day formats a date, today by its word.
func (v *KnownView) day(date roll.Date) string {
	if date == v.Today {
		return v.Words.Text("known.today")
	}
	return v.Words.ShortDate(date.Noon(time.UTC))
}

// when describes the dates and the time of an absence.
func (v *KnownView) when(line *AbsenceLine) string {
	text := v.day(line.From)
	if line.To != line.From {
		text = v.Words.Text("known.dates", "From", v.day(line.From), "To", v.day(line.To))
	}
	if len(line.Weekdays) > 0 {
		var days []string
		for _, day := range line.Weekdays {
			days = append(days, v.Words.ShortWeekday(day))
		}
		text = v.Words.Text("known.every", "Days", v.Words.List(days), "Dates", text)
	}
	for _, one := range []struct {
		key   language.Key
		clock string
	}{{"known.until", line.Until}, {"known.after", line.After}} {
		if one.clock != "" {
			text = v.Words.Text(one.key, "Dates", text, "Clock", one.clock)
		}
	}
	return text
}

// details describes the reason, and the person who reported the absence.
func (v *KnownView) details(line *AbsenceLine) string {
	var parts []string
	if line.Reason != "" {
		parts = append(parts, line.Reason)
	}
	if line.Unauthorised {
		parts = append(parts, v.Words.Text("known.not_authorised"))
	}
	if line.ToldBy != "" {
		parts = append(parts, v.Words.Text("known.told", "By", line.ToldBy))
	}
	return strings.Join(parts, " · ")
}

// weekdays returns the days of the week to choose from.
func (v *KnownView) weekdays() []layout.Option {
	return layout.Options("", v.Week, func(day time.Weekday) layout.Option {
		return layout.Option{Value: strconv.Itoa(int(day)), Text: v.Words.Weekday(day)}
	})
}

func (v *KnownView) isOn(weekday string) bool { return slices.Contains(v.Form.Weekdays, weekday) }

func (v *KnownView) sheet() *part.Sheet { return taking.Sheet(&v.Page, part.SheetOptions{}) }
