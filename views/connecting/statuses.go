package connecting

import (
	"cmp"

	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// StatusesView is the page on which the office says what a school's statuses mean, and
// types them in where the school system gives none.
type StatusesView struct {
	layout.Page
	// Own is true where ids and names are the school's to write; else the school system
	// gives them.
	Own bool
	// Since is the time at which they were read or typed in, with the date; empty where there are none.
	Since string
	// Rows are the statuses in their order; behind them stand empty ones to fill in.
	Rows []StatusRow
	// Kept is true after they were stored; Unread when the school system's were asked for and
	// could not be read.
	Kept, Unread bool
	// Wrong is true where something in a row keeps all of them from being stored.
	Wrong bool
	// Pasted is a list as it was pasted. PasteCount counts its statuses, whose rows are to be checked,
	// and PasteUnread are its lines that say nothing of a status. PasteFailed is true where it has no
	// statuses, or too many.
	Pasted      string
	PasteCount  int
	PasteUnread []string
	PasteFailed bool
	// Others are the names with which the school system answered for statuses that were sent under
	// another name.
	Others []OtherName
}

// StatusRow is a status as it stands in the form.
type StatusRow struct {
	// ID and the order are texts: what was typed comes back as it is.
	ID, Name, Letter, Order, Aliases string
	Family                           roll.Family
	CarriesTime                      bool
	// Problem says in a sentence what is wrong with the row.
	Problem string
}

// known reports whether the row holds a status, or is empty.
func (r StatusRow) known() bool { return r.ID != "" || r.Name != "" }

// OtherName is a name that the school system answered with.
type OtherName struct {
	Returned string
	Sent     roll.StatusID
	SentName string
	Marks    int
}

// label names a field with its status, for people who hear the page.
func (v *StatusesView) label(key language.Key, row StatusRow) string {
	return v.Words.Text(key, "Status", cmp.Or(row.Name, v.Words.Text("status_list.new")))
}

// pastes reports whether a list can be pasted: not where the school system gives one.
func (v *StatusesView) pastes() bool { return v.Own || len(v.Rows) == 0 }

// origin says where the statuses came from.
func (v *StatusesView) origin() string {
	switch {
	case v.Since == "":
		return v.Words.Text("status_list.never")
	case v.Own:
		return v.Words.Text("status_list.typed_since", "Since", v.Since)
	}
	return v.Words.Text("status_list.read_since", "Since", v.Since)
}
