package part

import "github.com/a-h/templ"

// Signing holds the fields staff and pin, which ask on a shared device who saves. It lists no names.
type Signing struct {
	// Name is the name entered with the last press.
	Name string
	// Problem is the sentence about the last press; it may be empty. OfName is true if it is about the name,
	// and false if it is about the PIN.
	Problem string
	OfName  bool
	// Opening is the proof, on a screen opened with a PIN, of who saves (field opening); the page then asks
	// for nothing.
	Opening string
}

// describes returns the id of the sentence about the name's field or about the PIN's; it is empty for the
// field without a problem.
func (s *Signing) describes(name bool) string {
	if s.Problem == "" || s.OfName != name {
		return ""
	}
	return "signing-problem"
}

// Wrong returns the attributes of a field with a problem: the sentence's id and the focus. The id is empty for a field
// without a problem.
func Wrong(describedBy string) templ.Attributes {
	is := describedBy != ""
	return templ.Attributes{"aria-invalid": templ.KV("true", is), "aria-describedby": templ.KV(describedBy, is), "autofocus": is}
}
