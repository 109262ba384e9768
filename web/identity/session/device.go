package session

import (
	"slices"

	"rollbook/web/roll"
)

// The bounds of what a device remembers.
const (
	MaxClasses = 6
	maxSchools = 4
	// maxName bounds ids that a school's data chose; longer ones are not remembered.
	maxName = 80
)

// Theme is the look that was chosen on a device.
type Theme string

// The themes. System follows the browser's setting.
const (
	System Theme = ""
	Light  Theme = "light"
	Dark   Theme = "dark"
)

// ParseTheme reads "system", "light" or "dark"; ok is false for anything else.
func ParseTheme(text string) (theme Theme, ok bool) {
	switch text {
	case "system":
		return System, true
	case string(Light), string(Dark):
		return Theme(text), true
	}
	return System, false
}

// Device holds what a browser remembers whoever uses it. It is a value: the methods
// that change something return the changed copy.
type Device struct {
	// ID names the browser, 22 characters. A person who signed in on it is known there.
	ID    string `json:"id"`
	Theme Theme  `json:"theme,omitempty"`
	// Schools has the last used first.
	Schools []Visit `json:"schools,omitempty"`
}

// Visit holds what was last opened in one school.
type Visit struct {
	School roll.SchoolID `json:"school"`
	Period roll.PeriodID `json:"period,omitempty"`
	// Classes has the last opened first, at most MaxClasses.
	Classes []roll.ClassID `json:"classes,omitempty"`
}

// WithTheme is the device with another theme.
func (d Device) WithTheme(theme Theme) Device {
	d.Theme = theme
	return d
}

// WithRoll is the device after the class was opened in the period of the school.
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

// Visit returns what was last opened in the school; empty when nothing was.
func (d Device) Visit(school roll.SchoolID) Visit {
	for _, visit := range d.Schools {
		if visit.School == school {
			return visit
		}
	}
	return Visit{School: school}
}

// front moves the item to the front of at most so many.
func front(item roll.ClassID, items []roll.ClassID, most int) []roll.ClassID {
	moved := []roll.ClassID{item}
	for _, other := range items {
		if other != item && len(moved) < most {
			moved = append(moved, other)
		}
	}
	return moved
}

// smaller is the device without what it used longest ago; ok is false when there
// is nothing left to forget.
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
