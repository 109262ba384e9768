package office

import (
	"rollbook/views/layout"
)

// RemindersView lists the classes without a roll today.
type RemindersView struct {
	layout.Page
	// Clock is the time when the list was made, as Words.Clock writes it.
	Clock string
	// Classes counts the classes on the list; List is the list as text to copy.
	Classes int
	List    string
	// Closed is the sentence about a day when the school is closed; empty if it is open.
	Closed string
	// Mails is true if Rollbook can mail the list; To is the address entered.
	Mails bool
	To    string
	// Problem is the reason why it was not mailed; Sent is true if it was.
	Problem string
	Sent    bool
}
