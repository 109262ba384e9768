package settings

import (
	"rollbook/views/layout"
	"rollbook/web/language"
)

// TimesView is the page that sets the format of times in requests to the school system.
type TimesView struct {
	layout.Page
	// Format is the chosen format's value; "sample" means that of Sample. Late and Left are the fields for the
	// time of a late arrival and of an early leaving: "in", "out" or "none", or the value that the form sent.
	Format, Sample, Late, Left string
	// Formats lists the formats other than "none" and "sample".
	Formats []TimeFormat
	// Examples show the fields of a save with the stored settings, or with those that were Tried.
	Examples []TimeExample
	Tried    bool
}

// TimeFormat is a format for times, with the present time as an example.
type TimeFormat struct{ Value, Example string }

// TimeExample is an example of a save: the catalogue's key of the case, and its fields; JSON is empty if the
// save has none.
type TimeExample struct {
	Key  language.Key
	JSON string
}
