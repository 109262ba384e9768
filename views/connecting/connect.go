package connecting

import (
	"rollbook/views/layout"
	"rollbook/web/readings"
)

// ConnectView is the page on which an admin connects the school to its school system.
type ConnectView struct {
	layout.Page
	// Typed holds the values of the fields: those in force, or those that were typed and refused.
	Typed ConnectTyped
	Key   KeyView
	// Refused is the field that was refused, "address", "tenant", "code" or "key", and
	// Why the word for its sentence; both are empty where nothing was.
	Refused, Why string
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
	// FileRefused is true where the file that was sent holds no such settings.
	FileRefused bool
	// Prove holds the last steps; nil leaves them out.
	Prove *ProveView
	// Waiting counts the marks that would go to another address after a change.
	Waiting int
	// AloneHere is true where the school has nobody besides the admin.
	AloneHere bool
}

// ConnectTyped holds the credentials besides the key, which no page ever holds.
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

// help returns the ids of the texts that explain the field.
func (v *ConnectView) help(field connectField) string {
	if v.Refused == field.name {
		return "wrong-" + field.name + " help-" + field.name
	}
	return "help-" + field.name
}
