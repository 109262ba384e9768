package settings

import (
	"rollbook/views/layout"
	"rollbook/web/language"
)

// TimesView is the page on which a school says how times go to its school system.
type TimesView struct {
	layout.Page
	// Format is the value of the chosen format, "template" where that is Template. Late and Left say as what
	// the time of a late arrival and of an early leaving is sent: "in", "out" or "none"; or they hold whatever
	// else was sent.
	Format, Template, Late, Left string
	// Formats are the formats besides "none" and "template".
	Formats []TimeFormat
	// Sends is true where the settings that are stored have a format.
	Sends bool
	// Examples show the fields of a save by the settings that are stored.
	Examples []TimeExample
	// Problem says why nothing was stored; Kept is true where it was.
	Problem string
	Kept    bool
}

// TimeFormat is a way to write a time, with the time of now as an example.
type TimeFormat struct{ Value, Example string }

// TimeExample is an example of a save: the entry of the catalogue that names the case, and
// the fields; none where JSON is empty.
type TimeExample struct {
	Key  language.Key
	JSON string
}
