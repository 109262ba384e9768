package store

import "rollbook/web/store/literal"

// What may be claimed, and so sent: every request begins with these conditions, and with no other
// (the rule of package sender). They are about a school c, its saves s and
// their marks m. $1 is the time of the claim, $2 what readSince returns.
const (
	// maySend is true for a school for which something may be sent: the database is no copy, the school
	// is neither paused nor asked for a wait, and no call is in flight whose answer has yet to show whom
	// the school's marks reach.
	maySend = `NOT EXISTS (SELECT 1 FROM instance n WHERE n.name = '` + sendingNote + `' AND n.value <> '')
		AND NOT EXISTS (SELECT 1 FROM pauses u WHERE u.school = c.slug)
		AND NOT EXISTS (SELECT 1 FROM school_states w WHERE w.school = c.slug AND w.wait_until > $1)
		AND NOT (c.proof = ` + literal.ByDocument + ` AND EXISTS (SELECT 1 FROM attempts a WHERE a.school = c.slug AND a.state = ` + literal.Open + `))`

	// due is true for a mark whose time to be sent has come and whose save has not stopped, while
	// nothing else is under way for it. The timely repetition of an answered request is sent after
	// the stop too.
	due = pending + ` AND m.due_at > 0 AND m.due_at <= $1 AND m.lease = '' AND ` + ofPresentGeneration + ` AND ` + provenOrGuided + `
		AND (s.stops_at > $1 OR m.asserted = 1 AND m.tries = 0 AND NOT (` + heldUp + `))`

	// claimable is true for a due mark of a school that can be read once that was done where it must
	// be. $2 is negative where the school cannot be read; the cast gives it its type in PostgreSQL.
	claimable = due + ` AND ($2 < CAST(0 AS BIGINT) OR NOT ` + mustReadFirst + `)`

	// mustReadFirst is true for a due mark that may not be sent before the day was read: an attempt
	// is unknown, or the mark is older than $2.
	mustReadFirst = `(m.unknown_at > 0 AND m.read_at <= m.unknown_at OR m.marked_at <= $2 AND m.read_at <= $2)`

	// ofPresentGeneration is true for a mark of the school's present connection whose number names the
	// student for whom it was made: no other is ever sent.
	ofPresentGeneration = `s.generation >= c.connected AND m.past = 0`

	// provenOrGuided is true for a mark that the proof of its school lets be sent: every mark of a
	// proven school, else only a guided one.
	provenOrGuided = `(c.proof <> ` + literal.Unproven + `
		OR EXISTS (SELECT 1 FROM guided_marks g WHERE g.save = s.token))`

	// pending is true for a mark that has yet to be sent or confirmed, or has stopped before. The
	// index marks_pending holds these, and the engines take it only where a query says it so.
	pending = `(m.state = ` + literal.Waiting + ` OR m.state = ` + literal.Confirming + ` OR m.state = ` + literal.Stopped + `)`

	// ofSave is true for the pending marks of one save. Their index finds them by the time at which
	// they were marked; CROSS JOIN keeps SQLite to that order.
	ofSave = `m.school = s.school AND m.marked_at = s.accepted_at AND m.save = s.token AND ` + pending
)

// What is no longer claimed.
const (
	// pastItsStop is true for the pending marks that roll.Progress.Stop stops at $1.
	pastItsStop = `s.stops_at <= $1 AND m.state <> ` + literal.Stopped + ` AND (m.asserted = 0 OR m.tries > 0 OR ` + heldUp + `)`

	// heldUp is true for a repetition that was not sent within roll.RepetitionLimit, in milliseconds,
	// of its time.
	heldUp = `m.due_at > 0 AND m.due_at + 60000 <= $1`

	// heldSchool is true for a school that may send nothing but guided marks until a person has acted.
	// Its saves wait until midnight, not for roll.WaitLimit.
	heldSchool = `(c.proof = ` + literal.Unproven + ` OR EXISTS (SELECT 1 FROM pauses u WHERE u.school = c.slug AND u.reason = ` + literal.PausedStudents + `))`
)
