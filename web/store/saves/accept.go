package saves

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/absences"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
	"rollbook/web/store/packed"
	"rollbook/web/store/schools"
)

// Claiming limits the saves of a press that are claimed in the commit that stores them.
type Claiming struct {
	// Most is the number of saves to claim, from the first.
	Most   int
	Timing roll.Timing
	Terms  Terms
}

// AcceptAndClaim stores the saves of one press in one transaction, with all that belongs to it. When it returns without
// an error they survive any crash. Zone is the school's. In the same commit it also claims the saves that Claim could
// claim at once, and returns these attempts.
//
// For each student it takes the next version under a row lock and compares the version that the person had
// seen. It holds a row that meets a newer mark. For a token that came before with the same content it stores
// nothing and returns the first result. With other content the whole press fails with
// *roll.OtherContentError.
func (s *Store) AcceptAndClaim(ctx context.Context, zone *time.Location, claiming Claiming,
	saves ...roll.Save) ([]roll.Acceptance, []roll.Attempt, error) {
	var accepted []roll.Acceptance
	var attempts []roll.Attempt
	err := s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		accepted, attempts = accepted[:0], attempts[:0]
		for _, save := range saves {
			acceptance, err := s.accept(ctx, tx, save.Accepted(tx.Now, zone))
			if err != nil {
				return err
			}
			accepted = append(accepted, acceptance)
		}
		var err error
		attempts, err = claimNew(ctx, tx, claiming, accepted)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	for _, acceptance := range accepted { // their rolls will be read soon
		save := acceptance.Save
		at := engine.Instant(engine.Milliseconds(save.AcceptedAt))
		s.saves.Keep(save.Token, roll.Mark{Intent: save.Intent, By: save.By, MarkedAt: at}, savesInMemory)
		s.own.follow(save)
	}
	s.days.addAccepted(accepted)
	return accepted, attempts, nil
}

// claimNew claims new saves, as many as claiming allows.
func claimNew(ctx context.Context, t *engine.Transaction, claiming Claiming,
	accepted []roll.Acceptance) ([]roll.Attempt, error) {
	var attempts []roll.Attempt
	for _, acceptance := range accepted {
		if len(attempts) == claiming.Most {
			break
		}
		if !acceptance.Begins() {
			continue
		}
		attempt, err := claim(ctx, t, acceptance.Save.School, acceptance.Save.Token, claiming.Timing, claiming.Terms)
		if err != nil {
			return nil, err
		}
		if attempt.ID != "" {
			attempts = append(attempts, attempt)
		}
	}
	return attempts, nil
}

func (s *Store) accept(ctx context.Context, t *engine.Transaction, asked roll.Save) (roll.Acceptance, error) {
	save, older, err := s.olderPage(ctx, t, asked)
	if err != nil {
		return roll.Acceptance{}, err
	}
	heads, err := s.heads(ctx, t, save, older)
	if err != nil {
		return roll.Acceptance{}, err
	}
	rows, err := compare(save, heads, older)
	if err != nil {
		return roll.Acceptance{}, err
	}
	acceptance := roll.Acceptance{Save: save, Kept: rows.kept}
	isNew, err := insertSave(ctx, t, save, asked.ContentHash(), acceptance.Kept)
	if err != nil {
		return roll.Acceptance{}, err
	}
	if !isNew {
		return repeat(ctx, t, asked)
	}
	t.Require(insertGuided(ctx, t, save))
	t.Require(s.storeMarks(ctx, t, save, acceptance.Kept, heads, older))
	t.Require(engine.InTurn(ctx, t, save, refuseGone, doubtRows))
	if _, err := hold(ctx, t, save, rows.resting, roll.TheirsKept); err != nil {
		return roll.Acceptance{}, err
	}
	t.Require(absences.FollowSave(ctx, t, save, keptEnrolments(acceptance.Kept)))
	acceptance.Held, err = hold(ctx, t, save, rows.held, roll.Undecided)
	return acceptance, err
}

// compared sorts the rows of a save: kept rows become their students' newest marks, held rows need a decision because a
// newer mark exists, and resting rows keep the newer mark.
type compared struct {
	kept          []roll.Kept
	held, resting []roll.SaveRow
}

// compare compares the rows of a save with the newest marks. It refuses the whole save for a row that may not be
// saved.
func compare(save roll.Save, heads map[roll.EnrolmentID]*head, older older) (compared, error) {
	rows := compared{kept: make([]roll.Kept, 0, len(save.Rows))}
	for _, wanted := range save.Rows {
		head, former := heads[wanted.Enrolment], older.former[wanted.Enrolment]
		row := roll.Kept{Enrolment: wanted.Enrolment, Student: wanted.Student, Version: 1}
		switch {
		case head == nil:
		case save.Guided != "" && head.Shows(save):
			return compared{}, roll.Problem(roll.Meaningless, "prove.problem.shown")
		case former.Past == 0 && head.Rests(save):
			rows.resting = append(rows.resting, wanted)
			continue
		case former.Past == 0 && head.ConflictsWith(save, wanted):
			rows.held = append(rows.held, wanted)
			continue
		case former.Past == 0 && save.Reason == "" && head.CorrectedBy(save, wanted):
			return compared{}, roll.Problem(roll.Meaningless, "roll.problem.correction_reason")
		default:
			row.Version = head.next
		}
		if former.Past > 0 {
			row.Student = former.Student
		}
		rows.kept = append(rows.kept, row)
	}
	return rows, nil
}

// repeat answers a repeated token.
func repeat(ctx context.Context, t *engine.Transaction, save roll.Save) (roll.Acceptance, error) {
	hash := ""
	first, err := engine.First(ctx, t, func(rows *sql.Rows, first *roll.Save) error {
		return scanSave(rows, first, &hash)
	}, `SELECT `+saveColumns+`, content_hash FROM saves WHERE token = $1`, save.Token)
	if err != nil {
		return roll.Acceptance{}, err
	}
	// The device may have become another tablet before its taps come again.
	own := first.By.Person == save.By.Person || first.By.Taps() && save.By.Taps()
	if !own || !sameContent(hash, save) {
		return roll.Acceptance{}, &roll.OtherContentError{First: first}
	}
	acceptance := roll.Acceptance{Save: first, Repeated: true}
	if acceptance.Kept, err = keptOf(ctx, t, save.Token); err != nil {
		return roll.Acceptance{}, err
	}
	acceptance.Held, err = heldOf(ctx, t, first)
	return acceptance, err
}

// sameContent compares the save with the hash of another, which may be stored in an older, longer form.
func sameContent(hash string, save roll.Save) bool {
	own := save.ContentHash()
	return hash[:min(len(hash), len(own))] == own
}

// heads locks the marks of the save's students and reads the facts that decide whether the save may replace
// them: version, outcome, acceptance time, and the mark's own save.
func (s *Store) heads(ctx context.Context, t *engine.Transaction, save roll.Save,
	older older) (map[roll.EnrolmentID]*head, error) {
	var found []*head
	var first roll.Token
	var past int64
	highest := make(map[roll.EnrolmentID]int64, len(save.Rows))
	err := engine.QueryAmong(ctx, t, askedFor(save.Rows), func(rows *sql.Rows) error {
		mark := new(head)
		err := rows.Scan(&mark.Enrolment, &mark.Version, &mark.Outcome, &mark.Save, engine.ToTime(&mark.MarkedAt),
			&first, engine.ToBool(&mark.firstKnown), &past)
		if mark.firstKnown && first != "" {
			mark.first = &roll.Mark{Save: first}
		}
		if past == older.former[mark.Enrolment].Past {
			found = append(found, mark)
		}
		highest[mark.Enrolment] = max(highest[mark.Enrolment], mark.Version)
		return err
	}, `SELECT m.enrolment, m.seq, m.state, m.save, m.marked_at, m.taken, `+takenKnown+`, m.past FROM marks m
		WHERE m.school = $1 AND m.date = $2 AND m.enrolment IN ($ids)
		ORDER BY m.enrolment`+t.Lock("m"), save.School, save.Date)
	if err != nil {
		return nil, err
	}
	heads := make(map[roll.EnrolmentID]*head, len(found))
	marks := make([]*roll.Mark, 0, len(found))
	for _, mark := range found {
		mark.next = highest[mark.Enrolment] + 1
		heads[mark.Enrolment] = mark
		marks = append(marks, &mark.Mark)
		if mark.first != nil {
			marks = append(marks, mark.first)
		}
	}
	// These saves are not cached: they may belong to this transaction and be rolled back with it.
	return heads, addSaves(ctx, t, s.saves.complete(marks))
}

func askedFor(rows []roll.SaveRow) []roll.EnrolmentID {
	ids := make([]roll.EnrolmentID, len(rows))
	for i, row := range rows {
		ids[i] = row.Enrolment
	}
	return ids
}

// insertSave stores the save. isNew is false for a repeated token. It waits for a transaction that is storing
// the same token.
func insertSave(ctx context.Context, t *engine.Transaction, save roll.Save, hash string,
	kept []roll.Kept) (isNew bool, err error) {
	values := append([]any{
		save.Token, save.School, save.Period, save.Class, save.ClassName, save.Date,
		save.Reason, save.By.Person, save.By.Name, save.By.Role, save.By.Tablet, hash,
		engine.Milliseconds(save.AcceptedAt), engine.Milliseconds(save.StopsAt), len(save.Rows), packed.Intents(kept),
		save.Generation,
	}, intentValues(save.Intent)...)
	inserted, err := t.Exec(ctx, `INSERT INTO saves (token, school, period, class, class_name, date,
		reason, person, person_name, role, tablet, content_hash, accepted_at, stops_at, students, intents, generation,
		`+intentColumns+`) VALUES `+engine.Tuples(1, len(values))+` ON CONFLICT (token) DO NOTHING`, values...)
	return inserted == 1, err
}

// storeMarks stores the kept rows as their students' newest marks. It compares the version again, since a
// missing row cannot be locked.
func (s *Store) storeMarks(ctx context.Context, t *engine.Transaction, save roll.Save, kept []roll.Kept,
	heads map[roll.EnrolmentID]*head, older older) error {
	t.Require(markAnew(ctx, t, save, kept))
	byPast := map[int64][]roll.Kept{0: kept}
	if len(older.former) > 0 {
		byPast = make(map[int64][]roll.Kept)
		for _, row := range kept {
			past := older.former[row.Enrolment].Past
			byPast[past] = append(byPast[past], row)
		}
	}
	for past, rows := range byPast {
		err := engine.Chunks(rows,
			func(part []roll.Kept) error { return s.insertPart(ctx, t, save, part, past, heads, older) })
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) insertPart(ctx context.Context, t *engine.Transaction, save roll.Save, part []roll.Kept, past int64,
	heads map[roll.EnrolmentID]*head, older older) error {
	args := make([]any, 0, len(part)*4+3)
	for _, row := range part {
		args = append(args, row.Enrolment, row.Version, row.Student, heads[row.Enrolment].followedBy(save))
	}
	marked, err := t.Exec(ctx, insertMarks(len(part), past), append(args, save.Token, save.School, older.generation)...)
	if err == nil && int(marked) != len(part) {
		t.Require(s.noteGeneration(ctx, t, save.School))
		return engine.ErrRetry
	}
	return err
}

// older describes a save whose page was made before the newest generation.
type older struct {
	// generation is the newest one.
	generation int64
	// former is the students that its numbers named; empty for a page of the newest generation.
	former map[roll.EnrolmentID]named
}

// olderPage finds the numbers that have changed since the save's page was made, and returns the save with the present
// numbers. Nearly every page is of the newest generation, which is cached. storeMarks verifies the cached value.
func (s *Store) olderPage(ctx context.Context, t *engine.Transaction, save roll.Save) (roll.Save, older, error) {
	newest, _ := s.newest.Get(save.School)
	if newest <= save.Generation {
		return save, older{generation: save.Generation}, nil
	}
	save, err := underPresentNumbers(ctx, t, save)
	if err != nil {
		return save, older{}, err
	}
	former, err := namedBy(ctx, t, save, askedFor(save.Rows))
	return save, older{newest, former}, err
}

// schoolsInMemory limits the generations in memory. A save of a school without one is stored at the second try.
const schoolsInMemory = 100_000

// noteGeneration caches the school's newest generation.
func (s *Store) noteGeneration(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	generation, _, err := schools.Generation(ctx, t, school)
	if err == nil {
		s.newest.Keep(school, generation, schoolsInMemory)
	}
	return err
}

// insertMarks returns the statement for rows rows of a save, either all past or none. An earlier unsent check
// in or out stays with the mark. It stores nothing when the newest generation differs from the caller's. Rows
// of an earlier connection are stored as stopped.
func insertMarks(rows int, past int64) string {
	isMoved := `s.generation < c.connected`
	if past > 0 {
		isMoved = `c.newest_generation > 0`
	}
	return `WITH kept (enrolment, seq, student, follows) AS (VALUES (CAST($1 AS BIGINT), CAST($2 AS BIGINT),
		CAST($3 AS BIGINT), CAST($4 AS BIGINT))` +
		strings.TrimPrefix(engine.Tuples(rows, 4), `($1,$2,$3,$4)`) + `)
	INSERT INTO marks (school, date, enrolment, past, seq, save, student, in_seq, out_seq, marked_at, state, due_at, taken,
	changed, known)
	SELECT s.school, s.date, k.enrolment, ` + strconv.FormatInt(past, 10) + `, k.seq, s.token, k.student,
	CASE WHEN s.check_kind IN (` + literal.CheckIn + `, ` + literal.CheckClear +
		`) THEN k.seq ELSE 0 END, CASE WHEN s.check_kind IN (` + literal.CheckOut + `, ` + literal.CheckClear +
		`) THEN k.seq ELSE 0 END,
	s.accepted_at, CASE WHEN ` + isMoved + ` THEN ` + literal.Stopped + ` ELSE ` + literal.Waiting + ` END, CASE WHEN ` +
		isMoved + ` THEN 0 ELSE s.accepted_at END,
	CASE WHEN k.follows = ` + strconv.Itoa(anew) + ` THEN '' ELSE '-' END, CASE WHEN k.follows = ` +
		strconv.Itoa(repeated) + ` THEN '-' ELSE '' END, k.seq
	FROM saves s CROSS JOIN schools c CROSS JOIN kept k WHERE s.token = $` + strconv.Itoa(rows*4+1) + ` AND s.school = $` +
		strconv.Itoa(rows*4+2) + `
	AND c.slug = s.school AND c.newest_generation = $` + strconv.Itoa(rows*4+3) + ` ORDER BY k.enrolment
	ON CONFLICT (school, date, enrolment, past) DO UPDATE SET
	seq = excluded.seq, save = excluded.save, student = excluded.student,
	taken = CASE WHEN excluded.taken = '' THEN '' WHEN marks.taken = '' THEN marks.save ELSE marks.taken END,
	changed = CASE WHEN excluded.changed = '' THEN '' WHEN marks.changed = '' THEN marks.save ELSE marks.changed END,
	known = CASE WHEN excluded.taken = '' OR marks.known = marks.seq THEN excluded.seq ELSE 0 END,
	in_seq = CASE WHEN excluded.in_seq > 0 THEN excluded.in_seq ELSE marks.in_seq END,
	out_seq = CASE WHEN excluded.out_seq > 0 THEN excluded.out_seq ELSE marks.out_seq END,
	state = CASE WHEN marks.unknown_at > 0 AND excluded.state = ` + literal.Waiting + ` THEN ` + literal.Confirming +
		` ELSE excluded.state END,
	marked_at = excluded.marked_at, due_at = CASE WHEN excluded.due_at > 0
	AND marks.unknown_at > excluded.due_at THEN marks.unknown_at ELSE excluded.due_at END,
	returned = '', answered_at = 0, keyed = 0, keyed_by = '', tries = 0, asserted = 0, again = 0, part = 0
	WHERE marks.seq < excluded.seq`
}

// markAnew closes the same person's held rows that the save replaces. A person's save also closes the rows of
// taps.
func markAnew(ctx context.Context, t *engine.Transaction, save roll.Save, kept []roll.Kept) error {
	persons := `person = $3`
	if !save.By.Taps() {
		persons = `(person = $3 OR person IN (SELECT id FROM tablets WHERE school = $1))`
	}
	return engine.DoAmong(ctx, t, keptEnrolments(kept), `UPDATE held_marks SET decision = `+literal.MarkedAnew+`
		WHERE school = $1 AND date = $2 AND past = 0 AND `+persons+` AND decision = `+literal.Undecided+`
		AND enrolment IN ($ids)`, save.School, save.Date, save.By.Person)
}

// hold stores the rows that meet a newer mark, each with that mark and the given decision.
func hold(ctx context.Context, t *engine.Transaction, save roll.Save, rows []roll.SaveRow,
	decided roll.Decision) ([]roll.Held, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	theirs, err := marksOf(ctx, t, save.School, save.Date, askedFor(rows))
	if err != nil {
		return nil, err
	}
	held := make([]roll.Held, len(rows))
	for i, wanted := range rows {
		held[i] = roll.Held{SaveRow: wanted, Theirs: theirs[wanted.Enrolment]}
	}
	return held, engine.Insert(ctx, t, held,
		`INSERT INTO held_marks (save, school, date, enrolment, student, person, their_seq, decision)
		VALUES $rows`, func(_ int, row roll.Held) []any {
			return []any{save.Token, save.School, save.Date, row.Enrolment, row.Student, save.By.Person,
				row.Theirs.Version, decided}
		})
}
