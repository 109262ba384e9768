package layout

// Reason is the field for the reason of a change.
type Reason struct {
	// Asked is false while the page needs no reason and leaves out the field.
	Asked bool
	// Required is true if every press of the form needs a reason.
	Required bool
	// Text is the reason of a refused press. If that press lacked one, Missing is the id of the sentence about
	// it.
	Text, Missing string
	// Last contains the school's last reasons, to choose from. Only a person who may correct marks sees them.
	Last []string
}

// Refuse puts the text of a refused press back into the field. Missing is empty, or the id of the sentence about a
// reason that the press lacked. It does nothing on a page without the field.
func (r *Reason) Refuse(text, missing string) {
	if r != nil {
		r.Text, r.Missing = text, missing
	}
}
