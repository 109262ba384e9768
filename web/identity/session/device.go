package session

import (
	"slices"

	"rollbook/web/roll"
)

// The limits of a device's memory.
const (
	MaxClasses = 6
	maxSchools = 4
	// maxName limits ids from a school's data. Longer ones are not remembered.
	maxName = 80
)

// Theme is the chosen look of a device.
type Theme string

// The themes. System follows the browser's setting.
const (
	System Theme = ""
	Light  Theme = "light"
	Dark   Theme = "dark"
)

// ParseTheme reads "system", "light" or "dark". It returns false for anything else.
func ParseTheme(text string) (theme Theme, ok bool) {
	switch text {
	case "system":
		return System, true
	case string(Light), string(Dark):
		return Theme(text), true
	}
	return System, false
}

// Device is the data that a browser keeps for all its users. It is a value: its methods return the changed
// copy.
type Device struct {
	// ID identifies the browser, 22 characters. It is a known device for people who signed in on it.
	ID    string `json:"id"`
	Theme Theme  `json:"theme,omitempty"`
	// Provider is the school by whose provider a person last signed in here.
	Provider roll.SchoolID `json:"provider,omitempty"`
	// Schools are sorted by last use, the latest first.
	Schools []Visit `json:"schools,omitempty"`
}

// Visit has the last opened period and classes of one school.
type Visit struct {
	School roll.SchoolID `json:"school"`
	Period roll.PeriodID `json:"period,omitempty"`
	// Classes are sorted by last use, the latest first, at most MaxClasses.
	Classes []roll.ClassID `json:"classes,omitempty"`
}

// WithTheme returns the device with another theme.
func (d Device) WithTheme(theme Theme) Device {
	d.Theme = theme
	return d
}

// WithRoll returns the device after the class was opened in the period of the school.
func (d Device) WithRoll(school roll.SchoolID, period roll.PeriodID, class roll.ClassID) Device {
	if len(school) > maxName || len(period) > maxName || len(class) > maxName {
		return d
	}
	visit := Visit{School: school, Period: period, Classes: []roll.ClassID{class}}
	if last := d.Visit(school); last.Period == period {
		visit.Classes = front(class, last.Classes, MaxClasses)
	}
	others := slices.DeleteFunc(slices.Clone(d.Schools), func(v Visit) bool { return v.School == school })
	d.Schools = append([]Visit{visit}, others[:min(len(others), maxSchools-1)]...)
	return d
}

// Visit returns the last opened period and classes of the school, or an empty Visit.
func (d Device) Visit(school roll.SchoolID) Visit {
	for _, visit := range d.Schools {
		if visit.School == school {
			return visit
		}
	}
	return Visit{School: school}
}

// front moves the item to the front of at most most items.
func front(item roll.ClassID, items []roll.ClassID, most int) []roll.ClassID {
	others := slices.DeleteFunc(slices.Clone(items), func(other roll.ClassID) bool { return other == item })
	return append([]roll.ClassID{item}, others[:min(len(others), most-1)]...)
}

// smaller returns the device without its oldest entry. It returns false when there is none left.
func (d Device) smaller() (smaller Device, ok bool) {
	if len(d.Schools) == 0 {
		return d, false
	}
	d.Schools = slices.Clone(d.Schools)
	last := &d.Schools[len(d.Schools)-1]
	if len(last.Classes) > 1 {
		last.Classes = last.Classes[:len(last.Classes)-1]
		return d, true
	}
	d.Schools = d.Schools[:len(d.Schools)-1]
	return d, true
}
