package connecting

import (
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/connecting/readings"
)

// ConnectView is the page where an admin connects the school to its school system.
type ConnectView struct {
	layout.Page
	// Typed holds the fields' values: the stored ones, or the refused ones.
	Typed readings.Typed
	Key   KeyView
	// Refused is the field that was refused, and Why the word that selects the sentence; both are empty if
	// none was refused.
	Refused readings.Field
	Why     string
	// Draft is the mapping under construction. Draft.InForce is true only if Rollbook reads the school with
	// it.
	Draft readings.Draft
	// Calls are the calls of the school system in order; empty before the first search.
	Calls []CallView
	// Ask names the question about the students that was answered with no; it may be empty.
	Ask string
	// Missing is the first thing that a roll still needs. StillNeeded are the lists that the school system
	// does not offer, and that the school has not given otherwise yet.
	Missing     readings.Need
	StillNeeded []readings.Call
	// Checked is true right after a check of all lists.
	Checked bool
	// FileRefused is true if an uploaded file holds no such settings.
	FileRefused bool
	// Prove holds the last steps; it may be nil.
	Prove *ProveView
	// Waiting counts the marks that a change would send to another address.
	Waiting int
	// Help is the address of the help page of the demonstration's school system; empty for other schools.
	Help string
	// AloneHere is true if the admin is the school's only person.
	AloneHere bool
}

func (v *ConnectView) credentials() part.Credentials {
	fields := part.Credentials{Words: v.Words, About: "connect", Typed: v.Typed, Refused: v.Refused, Why: v.Why, KeyKept: v.Key.LastFour != ""}
	if !fields.KeyKept {
		fields.Begun, fields.KeyHelp = readings.Address, v.Words.Text("first_school.key_help")
		return fields
	}
	fields.KeyHelp = v.Words.Text("connect.help.key", "LastFour", v.Key.LastFour, "Since", v.Key.Since)
	return fields
}
