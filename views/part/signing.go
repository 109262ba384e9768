package part

import "github.com/a-h/templ"

// Signing asks, on a device that belongs to nobody, who makes a press: the fields staff and pin. It lists no
// names.
type Signing struct {
	// Name is the name that was typed with the last press.
	Name string
	// Problem says what was wrong with the last press; empty for nothing. OfName tells that it is
	// about the name, and not about the PIN.
	Problem string
	OfName  bool
	// Opening proves, on a screen that was opened with a PIN, who makes its presses (field opening); then
	// nothing is asked.
	Opening string
}

// describes returns the id of the sentence about a field; empty where it is not about that one.
func (s *Signing) describes(name bool) string {
	if s.Problem == "" || s.OfName != name {
		return ""
	}
	return "signing-problem"
}

// wrong marks a field that a sentence is about, and has the page begin there.
func wrong(describedBy string) templ.Attributes {
	if describedBy == "" {
		return nil
	}
	return templ.Attributes{"aria-invalid": "true", "aria-describedby": describedBy, "autofocus": true}
}
