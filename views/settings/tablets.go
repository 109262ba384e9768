package settings

import (
	"time"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// TabletsView is the page of a school's tablets. A new one is posted to Paths.Tablets with the fields of a
// TabletForm and press; a code shown by a tablet is posted to Paths.TabletApprove as the field code.
type TabletsView struct {
	layout.Page
	// Press is the page's token, for tablets and codes made here.
	Press   roll.Token
	Tablets []TabletLine
	// Locked lists the names for which the tablets check no PIN.
	Locked []roll.PINLock
	Form   TabletForm
}

// TabletLine is one tablet of the list.
type TabletLine struct {
	*roll.Tablet
	// NetworkCode is auth.Tokens.NetworkCode.
	NetworkCode string
	// Kept lists the unsent rolls in the tablet's last report.
	Kept []part.KeptRolls
	// TriedAt is the time when its used code was entered again, TriedFrom the address of that device.
	TriedAt   time.Time
	TriedFrom string
}

// TabletForm holds a tablet's settings: the fields name, mode, sounds, and class for each of its classes.
type TabletForm struct {
	roll.Tablet
	// Offered are the classes to choose from.
	Offered []roll.Class
	// Languages are the languages to choose from.
	Languages []layout.Option
	// Empty is the reason why there are no classes to choose.
	Empty taking.HomeEmpty
}

// TabletMadeView shows a code once.
type TabletMadeView struct {
	layout.Page
	Name    string
	Classes []string
	// Letters is the code in two halves; Address is the page where it is entered; Image is a QR code with
	// both.
	Letters string
	Address string
	Image   part.Code
	// Until is the time when the code ends, as Words.Clock writes it.
	Until string
}

// TabletChangeView is the form that changes a tablet. Its TabletForm is posted to Paths.TabletChange.
type TabletChangeView struct {
	layout.Page
	ID   string
	Form TabletForm
}

// TabletApproveView is the page where staff approve or refuse a device that shows a code. It is posted to
// Paths.TabletApprove with the fields of a TabletForm, press, code, number (staff confirm that the device
// shows it) and answer, "approve" or "refuse".
type TabletApproveView struct {
	layout.Page
	Press roll.Token
	// Code is the code on the device, in two halves.
	Code, Number string
	// From is the network address of the device.
	From string
	Form TabletForm
}

func (l *TabletLine) state(w *language.Words) string {
	return w.Text(language.TabletStateKeys.Of(string(l.State())))
}
