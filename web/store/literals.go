package store

import "rollbook/web/roll"

// Values of package roll as a statement's text has them. A statement names no value otherwise,
// and stays a constant.
const (
	sqlSaved      = `'` + string(roll.Saved) + `'`
	sqlDiffers    = `'` + string(roll.Differs) + `'`
	sqlRefused    = `'` + string(roll.Refused) + `'`
	sqlConflict   = `'` + string(roll.Conflict) + `'`
	sqlConfirming = `'` + string(roll.Confirming) + `'`
	sqlWaiting    = `'` + string(roll.Waiting) + `'`
	sqlStopped    = `'` + string(roll.Stopped) + `'`
	sqlSuperseded = `'` + string(roll.Superseded) + `'`

	sqlOpen     = `'` + string(roll.Open) + `'`
	sqlAnswered = `'` + string(roll.Answered) + `'`
	sqlUnknown  = `'` + string(roll.Unknown) + `'`
	sqlRejected = `'` + string(roll.Rejected) + `'`
	sqlGone     = `'` + string(roll.Gone) + `'`

	sqlUndecided  = `'` + string(roll.Undecided) + `'`
	sqlTheirsKept = `'` + string(roll.TheirsKept) + `'`
	sqlMarkedAnew = `'` + string(roll.MarkedAnew) + `'`

	sqlCheckIn    = `'` + string(roll.CheckIn) + `'`
	sqlCheckOut   = `'` + string(roll.CheckOut) + `'`
	sqlCheckClear = `'` + string(roll.CheckClear) + `'`

	sqlAtDoor         = `'` + string(roll.AtDoor) + `'`
	sqlCovering       = `'` + string(roll.Covering) + `'`
	sqlAdmin          = `'` + string(roll.Admin) + `'`
	sqlUnproven       = `'` + string(roll.Unproven) + `'`
	sqlPausedStudents = `'` + string(roll.PausedStudents) + `'`
	sqlTroubleDown    = `'` + string(roll.TroubleDown) + `'`
	sqlTroubleStopped = `'` + string(roll.TroubleStopped) + `'`

	sqlStudentLists = `'` + studentLists + `%'`
	sqlFromFile     = `'` + FromFile + `'`
	sqlLeaseEnded   = `'lease_ended'`
)

// Sets of these values, each named after the method of package roll that tells its members.
const (
	sqlReturned = `(` + sqlSaved + `, ` + sqlDiffers + `)`
	sqlUnderWay = `(` + sqlWaiting + `, ` + sqlConfirming + `)`
	sqlDecides  = `(` + sqlGone + `, ` + sqlRejected + `, ` + sqlAnswered + `)`

	// pending is true for the marks m that the index marks_pending holds; the engines take
	// the index only where a query says it so.
	pending = `(m.state = ` + sqlWaiting + ` OR m.state = ` + sqlConfirming + ` OR m.state = ` + sqlStopped + `)`

	// notPending is true for the marks m that the index marks_unsaved holds: neither saved nor pending.
	notPending = `m.state <> ` + sqlSaved + ` AND m.state <> ` + sqlWaiting + ` AND m.state <> ` + sqlConfirming + ` AND m.state <> ` + sqlStopped
)

// probed is true for pauses that roll.Pause.Probed tells of.
const probed = `reason <> ` + sqlPausedStudents
