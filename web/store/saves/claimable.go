package saves

import (
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
)

// The conditions for claiming and so for sending: every request begins with exactly these (the rule of
// package sender). They concern a school c, its saves s and their marks m. $1 is the time of the claim, $2
// the result of readSince.
const (
	// maySend is true for a school that may send: the database is not a copy and lets this version of the
	// program send, the school is not paused or waiting, and no first call is in flight whose answer must still
	// prove the school's numbers.
	maySend = `NOT EXISTS (SELECT 1 FROM instance n WHERE n.name = '` + literal.SendingNote + `' AND n.value <> '')
		AND NOT EXISTS (SELECT 1 FROM served v WHERE v.send_from > ` + engine.Version + `)
		AND NOT EXISTS (SELECT 1 FROM pauses u WHERE u.school = c.slug)
		AND NOT EXISTS (SELECT 1 FROM school_states w WHERE w.school = c.slug AND w.wait_until > $1)
		AND NOT (c.proof = ` + literal.ByDocument +
		` AND EXISTS (SELECT 1 FROM attempts a WHERE a.school = c.slug AND a.state = ` + literal.Open + `))`

	// due is true for a mark that is due, whose save has not stopped, and that has no open attempt. A timely
	// repetition of an answered request is sent after the stop too.
	due = Pending + ` AND m.due_at > 0 AND m.due_at <= $1 AND m.lease = '' AND ` + ofPresentGeneration + ` AND ` +
		provenOrGuided + `
		AND (s.stops_at > $1 OR m.asserted = 1 AND m.tries = 0 AND NOT (` + heldUp + `))`

	// claimable is true for a due mark that has been read first where that is required. $2 is negative when
	// the school cannot be read. The cast gives it its type in PostgreSQL.
	claimable = due + ` AND ($2 < CAST(0 AS BIGINT) OR NOT ` + mustReadFirst + `)`

	// mustReadFirst is true for a due mark that may not be sent before the day was read: it has an unknown
	// attempt, or is older than $2.
	mustReadFirst = `(m.unknown_at > 0 AND m.read_at <= m.unknown_at OR m.marked_at <= $2 AND m.read_at <= $2)`

	// ofPresentGeneration is true for a mark of the school's present connection whose number still names the
	// same student. No other mark is ever sent.
	ofPresentGeneration = ofPresentConnection + ` AND m.past = 0`
	ofPresentConnection = `s.generation >= c.connected`

	// provenOrGuided is true for a mark that its school's proof allows to send: every mark of a proven
	// school, otherwise only guided ones.
	provenOrGuided = `(c.proof <> ` + literal.Unproven + `
		OR EXISTS (SELECT 1 FROM guided_marks g WHERE g.save = s.token))`

	// Pending is true for a mark m that is still to be sent or confirmed, or has stopped. The index
	// marks_pending contains these marks, and the engines use it only for a query with this exact condition.
	Pending = `(m.state = ` + literal.Waiting + ` OR m.state = ` + literal.Confirming + ` OR m.state = ` +
		literal.Stopped + `)`

	// ofSave is true for the pending marks of one save. Their index finds them by the time of marking. CROSS
	// JOIN keeps SQLite to that order.
	ofSave = `m.school = s.school AND m.marked_at = s.accepted_at AND m.save = s.token AND ` + Pending
)

// The conditions for no longer claiming.
const (
	// pastItsStop is true for the pending marks that roll.Progress.Stop stops at $1.
	pastItsStop = `s.stops_at <= $1 AND m.state <> ` + literal.Stopped + ` AND (m.asserted = 0 OR m.tries > 0 OR ` +
		heldUp + `)`

	// heldUp is true for a repetition that was not sent within roll.RepetitionLimit, in milliseconds, after
	// it was due.
	heldUp = `m.due_at > 0 AND m.due_at + 60000 <= $1`

	// heldSchool is true for a school that may send only guided marks until a person has acted. Its saves
	// wait until midnight, not for roll.WaitLimit.
	heldSchool = `(c.proof = ` + literal.Unproven +
		` OR EXISTS (SELECT 1 FROM pauses u WHERE u.school = c.slug AND u.reason = ` + literal.PausedStudents + `))`
)
