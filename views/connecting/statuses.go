package connecting

import (
	"cmp"
	"time"

	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// StatusesView is the page where the office sets the meaning of a school's statuses, and enters the statuses
// if the school system does not list them.
type StatusesView struct {
	layout.Page
	// Own is true if the school enters ids and names; otherwise the school system gives them.
	Own bool
	// Since is when they were read or entered; it is zero if there are none.
	Since time.Time
	// Rows are the statuses in order, followed by empty rows to fill in.
	Rows []StatusRow
	// Pasted is the text of a pasted list. PasteCount counts its statuses, whose rows need a check, and
	// PasteUnread holds its lines without a status.
	Pasted      string
	PasteCount  int
	PasteUnread []string
	// OtherNames are other names in the school system's answers for statuses that Rollbook sent.
	OtherNames []OtherName
}

// StatusRow is a status in the form.
type StatusRow struct {
	roll.Status
	// Number and Order are texts, so that the form can show any input again.
	Number, Order, Aliases string
	// Removed is true if a person wants to remove the status.
	Removed bool
	// Problem is the key of the sentence about what is wrong with the row; it may be empty.
	Problem language.Key
}

// known reports whether the row holds a status.
func (r StatusRow) known() bool { return r.Number != "" || r.Name != "" }

// OtherName is a status name in the school system's answers, with the name of the status that was sent.
type OtherName struct {
	roll.OtherName
	SentName string
}

// label returns the label of a field together with its status, for screen readers.
func (v *StatusesView) label(key language.Key, row StatusRow) string {
	return v.Words.Text(key, "Status", cmp.Or(row.Name, v.Words.Text("status_list.new")))
}

// pastes reports whether the page has a field for a pasted list. It has none if the school system gives the
// statuses.
func (v *StatusesView) pastes() bool { return v.Own || len(v.Rows) == 0 }

// origin returns the sentence about where the statuses came from.
func (v *StatusesView) origin() string {
	switch {
	case v.Since.IsZero():
		return v.Words.Text("status_list.never")
	case v.Own:
		return v.Words.Text("status_list.typed_since", "Since", v.When(v.Since))
	}
	return v.Words.Text("status_list.read_since", "Since", v.When(v.Since))
}
