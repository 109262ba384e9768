package connecting

import (
	"rollbook/views/layout"
	"rollbook/web/readings"
)

// ConnectView is the page on which an admin connects the school to its school system.
type ConnectView struct {
	layout.Page
	// Typed is what the fields hold: what is in force, or what was typed and refused.
	Typed ConnectTyped
	Key   KeyView
	// Refused is the field that was refused, "address", "tenant", "code" or "key", and
	// Why the word for its sentence; both are empty where nothing was.
	Refused, Why string
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

// ConnectTyped is the credentials besides the key, which no page ever holds.
type ConnectTyped struct{ Address, Tenant, Code string }

// connectField is one field of the credentials.
type connectField struct {
	name, value string
	// kind is the input's type: a key is hidden while it is typed.
	kind     string
	required bool
}

func (v *ConnectView) fields() []connectField {
	return []connectField{
		{"address", v.Typed.Address, "text", true}, {"tenant", v.Typed.Tenant, "text", true}, {"code", v.Typed.Code, "text", true},
		{"key", "", "password", false},
	}
}

// help are the ids of what explains the field.
func (v *ConnectView) help(field connectField) string {
	if v.Refused == field.name {
		return "wrong-" + field.name + " help-" + field.name
	}
	return "help-" + field.name
}
