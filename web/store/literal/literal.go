// Package literal contains values of package roll in the form of SQL literals, so that statements stay
// constants.
package literal

import "rollbook/web/roll"

// Values of package roll as SQL literals.
const (
	Saved      = `'` + string(roll.Saved) + `'`
	Differs    = `'` + string(roll.Differs) + `'`
	Refused    = `'` + string(roll.Refused) + `'`
	Conflict   = `'` + string(roll.Conflict) + `'`
	Confirming = `'` + string(roll.Confirming) + `'`
	Waiting    = `'` + string(roll.Waiting) + `'`
	Stopped    = `'` + string(roll.Stopped) + `'`

	Open     = `'` + string(roll.Open) + `'`
	NotSent  = `'` + string(roll.NotSent) + `'`
	Answered = `'` + string(roll.Answered) + `'`
	Unknown  = `'` + string(roll.Unknown) + `'`
	Rejected = `'` + string(roll.Rejected) + `'`
	Gone     = `'` + string(roll.Gone) + `'`

	Undecided  = `'` + string(roll.Undecided) + `'`
	TheirsKept = `'` + string(roll.TheirsKept) + `'`
	MarkedAnew = `'` + string(roll.MarkedAnew) + `'`

	CheckIn    = `'` + string(roll.CheckIn) + `'`
	CheckOut   = `'` + string(roll.CheckOut) + `'`
	CheckClear = `'` + string(roll.CheckClear) + `'`

	KeyInUse  = `'` + string(roll.KeyInUse) + `'`
	KeyNext   = `'` + string(roll.KeyNext) + `'`
	KeyFormer = `'` + string(roll.KeyFormer) + `'`

	AtDoor         = `'` + string(roll.AtDoor) + `'`
	Covering       = `'` + string(roll.Covering) + `'`
	Admin          = `'` + string(roll.Admin) + `'`
	ByDocument     = `'` + string(roll.ProvenByDocument) + `'`
	Unproven       = `'` + string(roll.Unproven) + `'`
	PausedStudents = `'` + string(roll.PausedStudents) + `'`
	TroubleDown    = `'` + string(roll.TroubleDown) + `'`
	TroubleStopped = `'` + string(roll.TroubleStopped) + `'`

	LeaseEnded = `'lease_ended'`
)

// SendingNote names the row of the table instance that stops all sending of a copied database.
const SendingNote = "sending"

// Sets of these values, each named after the method of package roll that defines it.
const (
	Returned = `(` + Saved + `, ` + Differs + `)`
	UnderWay = `(` + Waiting + `, ` + Confirming + `)`
	Decides  = `(` + Gone + `, ` + Rejected + `, ` + Answered + `)`

	// NotPending is true for the marks m in the index marks_unsaved: neither saved nor pending.
	NotPending = `m.state <> ` + Saved + ` AND m.state <> ` + Waiting + ` AND m.state <> ` + Confirming +
		` AND m.state <> ` + Stopped
)

// Probed is true for pauses for which roll.Pause.Probed is true.
const Probed = `reason <> ` + PausedStudents
