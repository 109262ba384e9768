package office

import (
	"strconv"

	"github.com/a-h/templ"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// SuggestionsView shows what a text in the search may mean, the likeliest first.
type SuggestionsView struct {
	Words *language.Words
	All   []Suggestion
	// More is the number of all students found if there are more than those suggested; 0 otherwise.
	More int
}

// Suggestion is a student to collect, or a page to open.
type Suggestion struct {
	// Enrolment is the student; 0 for a class, a group or a day.
	Enrolment roll.EnrolmentID
	Student   roll.StudentID
	// Name is the name of the student, class or group, and Class the student's class.
	Name, Class string
	// Day is set for the meaning of another day than the page's.
	Day roll.Date
	// Address is the page that the suggestion opens; it is empty for a student to collect.
	Address string
}

// option returns the attributes of the suggestion in that place.
func (s *Suggestion) option(place int) templ.Attributes {
	option := templ.Attributes{"role": "option", "id": "suggestion-" + strconv.Itoa(place), "aria-selected": strconv.FormatBool(place == 0)}
	if s.Address != "" {
		option["data-address"] = s.Address
	} else {
		option["data-take"] = s.Enrolment.String()
	}
	return option
}

// number returns the number of a student whose name and class another one shares; it is empty otherwise.
func (v *SuggestionsView) number(s *Suggestion) string {
	for i := range v.All {
		other := &v.All[i]
		if s.Student != 0 && other.Student != s.Student && other.Name == s.Name && other.Class == s.Class {
			return v.Words.Text("find.number", "Number", s.Student.String())
		}
	}
	return ""
}
