package connecting

import (
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/readings"
)

// ConnectView is the page on which an admin connects the school to its school system.
type ConnectView struct {
	layout.Page
	// Typed is what the fields hold: what is in force, or what was typed and refused.
	Typed readings.Typed
	Key   KeyView
	// Refused is the field that was refused and Why the word for its sentence; both are empty where nothing was.
	Refused readings.Field
	Why     string
	// Draft is how the school is about to be read. It is in force only where the school is read so.
	Draft readings.Draft
	// Calls are the calls of the school system in order; none before anything was looked for.
	Calls []CallView
	// Ask is the question about the students that was answered with no; empty where none was.
	Ask string
	// Missing is what no roll can be taken without, StillNeeded the lists that the school system has not, and that are
	// not there yet.
	Missing     readings.Need
	StillNeeded []readings.Call
	// FileRefused says that what was sent is no file of such settings.
	FileRefused bool
	// Prove is what comes last; nil leaves it out.
	Prove *ProveView
	// Waiting counts the marks that would go to another address after a change.
	Waiting int
	// AloneHere is true where the school has nobody besides the admin.
	AloneHere bool
}

func (v *ConnectView) credentials() part.Credentials {
	return part.Credentials{
		Words: v.Words, About: "connect", Typed: v.Typed, Refused: v.Refused, Why: v.Why, KeyKept: true,
		KeyHelp: v.Words.Text("connect.help.key", "LastFour", v.Key.LastFour, "Since", v.Key.Since),
	}
}
