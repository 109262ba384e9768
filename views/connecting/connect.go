package connecting

import (
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/connecting/readings"
)

// ConnectView is the page on which an admin connects the school to its school system.
type ConnectView struct {
	layout.Page
	// Typed holds the values of the fields: those in force, or those that were typed and refused.
	Typed readings.Typed
	Key   KeyView
	// Refused names the field that was refused, and Why the word for its sentence; both are empty where
	// nothing was.
	Refused readings.Field
	Why     string
	// Draft is the mapping by which the school is about to be read. It is in force only where the school
	// is read by it.
	Draft readings.Draft
	// Calls are the calls of the school system in order; none before anything was looked for.
	Calls []CallView
	// Ask names the question about the students that was answered with no; empty where none was.
	Ask string
	// Missing is the first thing still missing without which no roll can be taken. StillNeeded are the lists
	// that the school system has not, and that are not there yet.
	Missing     readings.Need
	StillNeeded []readings.Call
	// Checked is true right after all lists were asked for again.
	Checked bool
	// FileRefused is true where the file that was sent holds no such settings.
	FileRefused bool
	// Prove holds the last steps; nil leaves them out.
	Prove *ProveView
	// Waiting counts the marks that would go to another address after a change.
	Waiting int
	// Help is the address of the help page of the demonstration's school system; empty elsewhere.
	Help string
	// AloneHere is true where the school has nobody besides the admin.
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
