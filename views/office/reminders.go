package office

import (
	"rollbook/views/layout"
	"rollbook/web/roll"
)

// RemindersView lists the classes that have no roll today.
type RemindersView struct {
	layout.Page
	Date roll.Date
	// Clock is the time at which the list was made, as Words.Clock writes it.
	Clock string
	// Classes counts those on the list; List is the list as a text to be copied.
	Classes int
	List    string
	// Closed says that the school is closed today; empty where it is open.
	Closed string
	// Mails is true where the list can be mailed; To is the address that was typed in.
	Mails bool
	To    string
	// Problem says why it was not mailed; Sent is true where it was.
	Problem string
	Sent    bool
}
