package connecting

import (
	"slices"

	"rollbook/views/layout"
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
	// Calls are the calls of the school system in order; none before anything was looked for.
	Calls []CallView
	// Period is the id of the school year or term that the lists were tried for, of these Periods.
	Period  string
	Periods []PeriodChoice
	// InForce tells that the school is read so, MayUse that it can be.
	InForce, MayUse bool
	// Asks says that it cannot be used before it is known which number saving needs.
	Asks bool
	// People asks about the students that were found; nil where there is nothing to ask.
	People *PeopleView
	// Missing is the word for what is missing without which no roll can be taken, empty for nothing;
	// LetterLines how many lines the letter about it has.
	Missing, LetterLines string
	// Checked is what a check said; nothing where none was asked for.
	Checked []CheckedView
	// FileRefused says that what was sent is no file of such settings.
	FileRefused bool
	// Prove is what comes last; nil leaves it out.
	Prove *ProveView
	// Waiting counts the marks that would go to another address after a change.
	Waiting int
	// AloneHere is true where the school has nobody besides the admin.
	AloneHere bool
}

// PeriodChoice is a school year or term.
type PeriodChoice struct{ ID, Name string }

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

// untried tells whether no call was ever tried.
func (v *ConnectView) untried() bool {
	return !slices.ContainsFunc(v.Calls, func(call CallView) bool { return call.State != "" })
}

// help are the ids of what explains the field.
func (v *ConnectView) help(field connectField) string {
	if v.Refused == field.name {
		return "wrong-" + field.name + " help-" + field.name
	}
	return "help-" + field.name
}
