package door

import (
	"strings"

	"github.com/a-h/templ"

	"rollbook/views/layout"
)

// PairView is the page on which a device becomes a tablet. The code that staff give is posted to
// Paths.Pair with the field code; a code to be shown to staff is asked for at Paths.PairAsk.
type PairView struct {
	layout.Page
	// Unpaired says that the device was a tablet and is none any more.
	Unpaired bool
	// Lost says that the device may have been a tablet whose pass was lost.
	Lost bool
	// Proofs prove to the device that it was unpaired, and name what it forgets (auth.Tokens.UnpairingProofs).
	Proofs []string
	// Left says that staff have just unpaired the device, on it.
	Left bool
	// Problem says why a code could not be used, or what became of the one that was shown; it may be
	// empty.
	Problem string
	// Signed names who is signed in on the device, or the tablet that it is; empty for nobody.
	Signed string
	// Shown is the code that the device shows to staff; nil for none.
	Shown *ShownCode
}

// ShownCode is a code that staff type where they are signed in.
type ShownCode struct {
	// Code is written in two halves. Staff compare Number.
	Code, Number string
	// Left is the time for which the code still holds, as Words.Span writes it.
	Left string
}

// posts marks the form by which a script posts a code from the page's address, unless that would sign
// somebody out unasked. Where nobody is signed in and no tablet is paired, the device forgets the pages
// that a tablet kept, and with a proof all else.
func (v *PairView) posts() templ.Attributes {
	return templ.Attributes{"data-posts": v.Signed == "" && v.Problem == "", "data-no-tablet": v.Signed == "", "data-unpaired": strings.Join(v.Proofs, " ")}
}
