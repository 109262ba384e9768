package settings

import (
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// TabletsView is the page of a school's tablets. A new one is posted to Paths.Tablets with the
// fields of a TabletForm and press; the code that a tablet shows goes to Paths.TabletApprove as the
// field code.
type TabletsView struct {
	layout.Page
	// Press is the page's token, for tablets and codes that are made here.
	Press   roll.Token
	Tablets []TabletLine
	// Locked are the names for which the tablets look at no PIN.
	Locked []LockedName
	Form   TabletForm
	// Said names what has just been done: change, revoke, approve, refuse or lift; empty for nothing.
	Said string
	// Problem says why nothing was done; it may be empty.
	Problem string
}

// LockedName is a name for which too many wrong PINs were typed, the last one at Since.
type LockedName struct{ ID, Name, Since string }

// TabletLine is one tablet of the list. Times are as people read them, and may be empty.
type TabletLine struct {
	ID       string
	Name     string
	Classes  []string
	Mode     roll.TabletMode
	State    roll.TabletState
	PairedBy string
	Paired   string
	Seen     string
	Revoked  string
	// NetworkCode is auth.Tokens.NetworkCode.
	NetworkCode string
	// Waiting counts the taps, and Rolls lists the rolls, that by its last word it kept and had not sent.
	Waiting int
	Rolls   []part.KeptRolls
	// Tried tells when its code was tried again after it was used, TriedFrom from which address.
	Tried, TriedFrom string
}

// TabletForm holds what staff choose for a tablet: the fields name, mode, and class for each of its
// classes.
type TabletForm struct {
	Name    string
	Mode    roll.TabletMode
	Sounds  bool
	Classes []ClassChoice
	// Empty says why there are no classes to choose from.
	Empty taking.HomeEmpty
}

// ClassChoice is a class that a tablet can have.
type ClassChoice struct {
	ID, Name string
	Chosen   bool
}

// TabletMadeView shows a code, once.
type TabletMadeView struct {
	layout.Page
	Name    string
	Classes []string
	// Letters is the code in two halves; Address is the page on which it is typed; Image is both for a camera.
	Letters string
	Address string
	Image   part.Code
	// Until is the time at which the code ends, as Words.Clock writes it.
	Until string
}

// TabletChangeView changes a tablet: its TabletForm is posted to Paths.TabletChange.
type TabletChangeView struct {
	layout.Page
	ID      string
	Form    TabletForm
	Problem string
}

// TabletApproveView is the page on which staff let in a device that shows a code, or refuse it: posted to
// Paths.TabletApprove with the fields of a TabletForm, press, code, number (where staff confirm that the
// device shows it) and answer, "approve" or "refuse".
type TabletApproveView struct {
	layout.Page
	Press roll.Token
	// Code is the one that the device shows, in two halves.
	Code, Number string
	// From is the address that the device asks from.
	From    string
	Form    TabletForm
	Problem string
}

func (l *TabletLine) state(w *language.Words) string {
	return w.Text(language.TabletStateKeys.Of(string(l.State)))
}
