package part

import (
	"rollbook/web/language"
	"rollbook/web/roll"
)

// LightState is the known state of the connection to a school's system.
type LightState string

// The states of the connection.
const (
	// Answering: the last call got an answer in time.
	Answering LightState = "answering"
	// Slow: the answers are late.
	Slow LightState = "slow"
	// Silent: calls get no answer.
	Silent LightState = "silent"
	// Misread: it answers, but not in a form that confirms marks.
	Misread LightState = "misread"
	// Faulty: it answers with an error of its own.
	Faulty LightState = "faulty"
	// Declined: it takes no marks at its address.
	Declined LightState = "declined"
	// KeyRefused: the school system does not accept the school's key.
	KeyRefused LightState = "key"
	// CopyPaused: the database is a copy, and Rollbook sends nothing from it.
	CopyPaused LightState = "copy"
	// OthersNamed: answers named students other than those sent, and Rollbook sends nothing until an admin
	// has checked.
	OthersNamed LightState = "others"
	// Unproven: Rollbook sends nothing until an admin has tried a mark and switched sending on.
	Unproven LightState = "unproven"
	// NotChecked: Rollbook made no call recently.
	NotChecked LightState = "unchecked"
)

// Light is the connection light. Handlers always pass it; pages show it when something is wrong, and the office's board
// always.
type Light struct {
	State LightState
	// Clock is the time when the state began or was last confirmed, as Words.Clock writes it: "School
	// system answering, last 08:31", "not answering since 08:31".
	Clock string
	// Waiting counts the marks to be sent.
	Waiting int
	// Admin is true if the reader may enter a new key at KeyAddress.
	Admin bool
	// Office shows the light also when all is well.
	Office bool
	// KeyAddress is the address of the page where an admin enters a new key.
	KeyAddress string
	// Address is the address of the page that resolves OthersNamed or Unproven.
	Address string
	// Said is the school system's sentence about marks that it declined; it may be empty.
	Said string
	// Held is the reason why Rollbook keeps marks, in every state.
	Held Held
}

// Wrong reports whether something is wrong: every reader then sees the light.
func (l *Light) Wrong() bool { return l.State != Answering && l.State != NotChecked }

// calm returns the state for the office if all is well, and "" otherwise.
func (l *Light) calm() string {
	if l == nil || l.Wrong() || !l.Office {
		return ""
	}
	return string(l.State)
}

func (l *Light) text(w *language.Words) string { return w.Count(l.key(), l.Waiting, "Clock", l.Clock) }

// key returns the key of the sentence for the rights of its reader.
func (l *Light) key() language.Key {
	switch l.State {
	case Answering:
		return "shell.light_answering"
	case Slow:
		return "shell.light_slow"
	case Silent:
		return "shell.light_silent"
	case Misread:
		return "shell.light_misread"
	case Faulty:
		return "shell.light_faulty"
	case Declined:
		return "shell.light_declined"
	case KeyRefused:
		return language.Either(l.Admin, "shell.light_key_admin", "shell.light_key")
	case CopyPaused:
		return language.Either(l.Admin, "shell.light_copy", "shell.light_key")
	case OthersNamed:
		waiting := language.Either(l.Waiting == 0, "shell.light_others_none", "shell.light_others")
		return language.Either(l.Office, waiting, "roll.held.others")
	case Unproven:
		waiting := language.Either(l.Waiting == 0, "shell.light_unproven_none", "shell.light_unproven")
		return language.Either(l.Admin, waiting, "roll.held.unproven")
	case NotChecked:
	}
	return "shell.light_unchecked"
}

// look returns the class of the light: the calm one for readers who need not act.
func (l *Light) look() string {
	if l.State == Unproven || l.State == OthersNamed && !l.Office {
		return "kept"
	}
	return string(l.State)
}

// link returns the page for a reader who can end the state, and the key of the link's text; both are empty for
// other readers.
func (l *Light) link() (address string, key language.Key) {
	switch {
	case l.State == KeyRefused && l.Admin:
		return l.KeyAddress, "shell.light_new_key"
	case l.State == CopyPaused && l.Admin:
		return l.KeyAddress, "shell.light_start"
	case (l.State == Misread || l.State == Faulty || l.State == Declined) && l.Office:
		return l.KeyAddress, "shell.light_answer"
	case l.State == OthersNamed && l.Office:
		return l.Address, "shell.light_who"
	case l.State == Unproven && l.Admin:
		return l.Address, "shell.light_try"
	}
	return "", ""
}

// Held is the reason why Rollbook keeps a school's marks until a person acts; it is empty if Rollbook sends
// them. Its words are in the catalogue as roll.held.HELD.
type Held string

// The reasons.
const (
	// HeldOtherStudents: answers named other students, and an admin has to check.
	HeldOtherStudents Held = "others"
	// HeldUnproven: sending is not switched on yet.
	HeldUnproven Held = "unproven"
)

// HeldBy returns the reason why marks of the connection are kept.
func HeldBy(connection roll.Connection) Held {
	switch {
	case connection.Pause == roll.PausedStudents:
		return HeldOtherStudents
	case connection.Unproven:
		return HeldUnproven
	}
	return ""
}

// underWay returns the key of the sentence about a mark that is on its way; it is empty if nothing holds the mark. Only
// HeldOtherStudents holds a mark with the outcome Confirming: Rollbook then stops checking for it.
func (h Held) underWay(outcome roll.Outcome) (key language.Key) {
	if h == "" || outcome == roll.Confirming && h != HeldOtherStudents {
		return ""
	}
	return language.HeldKeys.Of(string(h))
}

// Count returns the sentence about the number of marks on their way, or about the reason why they are kept.
func (h Held) Count(w *language.Words, marks int) string {
	if h == "" {
		return w.Count("roll.count_under_way", marks)
	}
	return w.Count(language.HeldCountKeys.Of(string(h)), marks)
}
