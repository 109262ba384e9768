package saves

import (
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
)

// GiveBack gives the earlier student of the numbers the marks back that are kept under the place, because the numbers
// name her again. Where another student's request with the number began meanwhile, it may have replaced what was
// answered: this is then sent once more within its save's time, or moved if the save is of an earlier connection. On a
// date with a mark that she has already, that counts.
func GiveBack(ctx context.Context, t *engine.Transaction, school roll.SchoolID, numbers []roll.EnrolmentID,
	place int64) error {
	err := engine.EachAmong(numbers, func(condition string, args []any) error {
		_, err := noteAs(ctx, t, roll.Stopped, condition, args...)
		return err
	}, givenBack+` AND `+replaced()+` AND NOT `+ofThisConnection, school, place)
	if err != nil {
		return err
	}
	t.Require(engine.DoAmong(ctx, t, numbers, `UPDATE marks AS m SET state = `+literal.Stopped+`
		WHERE `+givenBack+` AND `+replaced()+` AND NOT `+ofThisConnection, school, place))
	const unknown = `(SELECT MAX(o.unknown_at) FROM marks o WHERE o.school = m.school AND o.date = m.date
		AND o.enrolment = m.enrolment)`
	t.Require(engine.DoAmong(ctx, t, numbers, `UPDATE marks AS m SET state = `+literal.Confirming+`,
		unknown_at = `+unknown+`, due_at = CASE WHEN `+unknown+` > $3 THEN `+unknown+` ELSE $3 END,
		in_seq = `+seqOfCheck(literal.CheckIn)+`, out_seq = `+seqOfCheck(literal.CheckOut)+`,
		returned = '', answered_at = 0, tries = 0, asserted = 0, again = 0, part = 0
		WHERE `+givenBack+` AND `+replaced()+` AND `+ofThisConnection, school, place, engine.Milliseconds(t.Now)))
	for _, text := range []string{
		`UPDATE marks AS m SET past = 0 WHERE ` + givenBack,
		`UPDATE held_marks AS m SET past = 0 WHERE ` + ofPlace + ` AND NOT ` + hasMarkAt + `$2)`,
		`UPDATE changes_elsewhere AS m SET past = 0 WHERE ` + ofPlace + ` AND NOT ` + hasMarkAt + `$2)`,
	} {
		t.Require(engine.DoAmong(ctx, t, numbers, text, school, place))
	}
	return nil
}

const (
	ofPlace = `m.school = $1 AND m.past = $2 AND m.enrolment IN ($ids)`
	// givenBack is true for the marks m of the place whose students have no other on the date.
	givenBack = ofPlace + ` AND NOT ` + hasMarkAt + `0)`
	// hasMarkAt begins a condition that is true for a row m of a student with a mark at the following place.
	hasMarkAt = `EXISTS (SELECT 1 FROM marks o WHERE o.school = m.school AND o.date = m.date
		AND o.enrolment = m.enrolment AND o.past = `

	ofThisConnection = `m.save IN (SELECT s.token FROM saves s JOIN schools c ON c.slug = s.school
		WHERE s.school = $1 AND s.generation >= c.connected)`
)

// replaced returns the condition that is true for an answered mark m of the place $2 if a request with its number began
// at the mark's own address, or at the school's present one, while the number named another student. An address that is
// not known counts as any.
func replaced() string {
	return `m.state IN ` + literal.Returned + ` AND EXISTS (SELECT 1 FROM saves z
		JOIN attempts a ON a.save = z.token JOIN schools c ON c.slug = z.school JOIN saves k ON k.token = m.save
		WHERE z.school = m.school AND z.date = m.date AND abs(z.generation) >= $2
		AND z.intents LIKE '%,' || CAST(m.enrolment AS TEXT) || ':%' AND a.state <> ` + literal.NotSent + `
		AND (` + addressOf("z") + ` IN ('', c.base_url, ` + addressOf("k") + `) OR ` + addressOf("k") + ` = ''))`
}

// addressOf returns the address of the school c that a save was made for, or an empty text for one that is not known.
func addressOf(save string) string {
	return `CASE WHEN ` + save + `.generation >= c.connected THEN c.base_url ELSE COALESCE((SELECT f.base_url
		FROM former_lists f WHERE f.school = c.slug AND f.connected <= abs(` + save + `.generation)
		ORDER BY f.connected DESC LIMIT 1), '') END`
}

// seqOfCheck selects the version of a mark m whose save has the check.
func seqOfCheck(check string) string {
	return `CASE WHEN EXISTS (SELECT 1 FROM saves k WHERE k.token = m.save AND k.check_kind IN (` + check + `, ` +
		literal.CheckClear + `)) THEN m.seq ELSE 0 END`
}

// doubtRows marks the save's rows as confirming when another request may still take effect: if the save says so,
// or if something was sent with a number while that named another student.
func doubtRows(ctx context.Context, t *engine.Transaction, save roll.Save) error {
	const ofThis = ` WHERE m.school = $1 AND m.marked_at = $2 AND m.save = $3 AND m.state IN ` + literal.UnderWay +
		` AND ` + Pending
	args := []any{save.School, engine.Milliseconds(save.AcceptedAt), save.Token}
	if save.Doubted {
		return t.Do(ctx, `UPDATE marks AS m SET state = `+literal.Confirming+`, unknown_at = $4`+
			ofThis, append(args, engine.Milliseconds(t.Now))...)
	}
	if save.Generation <= 1 {
		return nil
	}
	const sent = ` FROM marks o WHERE o.school = m.school AND o.date = m.date AND o.enrolment = m.enrolment AND o.past > 0
		AND o.unknown_at > 0`
	const until = `(SELECT MAX(o.unknown_at)` + sent + `)`
	return t.Do(ctx, `UPDATE marks AS m SET state = `+literal.Confirming+`, unknown_at = `+until+`,
		due_at = CASE WHEN due_at > `+until+` THEN due_at ELSE `+until+` END`+ofThis+` AND EXISTS (SELECT 1`+
		sent+` AND o.unknown_at > m.unknown_at)`, args...)
}
