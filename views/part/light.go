package part

import "rollbook/web/language"

// LightState is the state of the connection to a school's system, as far as it is known.
type LightState string

// The states of the connection.
const (
	// Answering: the last call was answered in time.
	Answering LightState = "answering"
	// Slow: calls are answered, but late.
	Slow LightState = "slow"
	// Silent: calls are not answered.
	Silent LightState = "silent"
	// KeyRefused: the school system does not accept the school's key.
	KeyRefused LightState = "key"
	// CopyPaused: the database is a copy, and nothing is sent from it.
	CopyPaused LightState = "copy"
	// OthersNamed: answers named other students than those who were sent, and nothing is sent
	// until an admin has looked.
	OthersNamed LightState = "others"
	// Unproven: nothing is sent until an admin has tried a mark and switched on.
	Unproven LightState = "unproven"
	// NotChecked: nothing was asked recently.
	NotChecked LightState = "unchecked"
)

// Light is the connection light. Teachers see it only when something is wrong;
// the handler passes it anyway, the part decides.
type Light struct {
	State LightState
	// Clock is the time at which the state began or was last seen, as Words.Clock writes it:
	// "School system answering, last 08:31", "not answering since 08:31".
	Clock string
	// Waiting counts the marks that wait to be sent.
	Waiting int
	// Admin shows what only an admin can do: enter a new key at KeyAddress.
	Admin bool
	// Office shows the light also when all is well.
	Office bool
	// KeyAddress leads to the page on which an admin enters a new key.
	KeyAddress string
	// Address leads to the page on which OthersNamed or Unproven is seen to.
	Address string
	// Held says why marks that are on their way do not go by themselves, whatever the state.
	Held Held
}

// Wrong reports whether the light has something to say to everybody.
func (l *Light) Wrong() bool { return l.State != Answering && l.State != NotChecked }

func (l *Light) text(w *language.Words) string {
	switch l.State {
	case Answering:
		return w.Text("shell.light_answering", "Clock", l.Clock)
	case Slow:
		return w.Text("shell.light_slow")
	case Silent:
		return w.Count("shell.light_silent", l.Waiting, "Clock", l.Clock)
	case KeyRefused:
		if l.Admin {
			return w.Count("shell.light_key_admin", l.Waiting, "Clock", l.Clock)
		}
		return w.Text("shell.light_key")
	case CopyPaused:
		if l.Admin {
			return w.Text("shell.light_copy")
		}
		return w.Text("shell.light_key")
	case OthersNamed:
		switch {
		case !l.Office:
			return w.Text("roll.held.others")
		case l.Waiting == 0:
			return w.Text("shell.light_others_none", "Clock", l.Clock)
		}
		return w.Count("shell.light_others", l.Waiting, "Clock", l.Clock)
	case Unproven:
		switch {
		case !l.Admin:
			return w.Text("roll.held.unproven")
		case l.Waiting == 0:
			return w.Text("shell.light_unproven_none")
		}
		return w.Count("shell.light_unproven", l.Waiting)
	case NotChecked:
		return w.Text("shell.light_unchecked", "Clock", l.Clock)
	}
	return ""
}

// look returns the look of the light: calm for those who need not act.
func (l *Light) look() string {
	if l.State == Unproven || l.State == OthersNamed && !l.Office {
		return "kept"
	}
	return string(l.State)
}
