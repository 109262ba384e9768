// Package literal writes values of package roll as a statement's text has them. A statement names no value
// otherwise, and stays a constant.
package literal

import "rollbook/web/roll"

// Values of package roll as a statement's text has them. A statement names no value otherwise,
// and stays a constant.
const (
	Saved      = `'` + string(roll.Saved) + `'`
	Differs    = `'` + string(roll.Differs) + `'`
	Refused    = `'` + string(roll.Refused) + `'`
	Conflict   = `'` + string(roll.Conflict) + `'`
	Confirming = `'` + string(roll.Confirming) + `'`
	Waiting    = `'` + string(roll.Waiting) + `'`
	Stopped    = `'` + string(roll.Stopped) + `'`
	Superseded = `'` + string(roll.Superseded) + `'`

	Open     = `'` + string(roll.Open) + `'`
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

// Sets of these values, each named after the method of package roll that tells its members.
const (
	Returned = `(` + Saved + `, ` + Differs + `)`
	UnderWay = `(` + Waiting + `, ` + Confirming + `)`
	Decides  = `(` + Gone + `, ` + Rejected + `, ` + Answered + `)`

	// NotPending is true for the marks m that the index marks_unsaved holds: neither saved nor pending.
	NotPending = `m.state <> ` + Saved + ` AND m.state <> ` + Waiting + ` AND m.state <> ` + Confirming + ` AND m.state <> ` + Stopped
)

// Probed is true for pauses that roll.Pause.Probed tells of.
const Probed = `reason <> ` + PausedStudents
