package store

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io"

	"github.com/klauspost/compress/flate"

	"rollbook/web/roll"
)

// Story is what became of the save.
func (s *Store) Story(ctx context.Context, school roll.SchoolID, token roll.Token) (roll.Story, error) {
	save, err := s.Save(ctx, school, token)
	if err != nil {
		return roll.Story{}, err
	}
	story := roll.Story{Save: save}
	if err := s.storyMarks(ctx, &story); err != nil {
		return story, err
	}
	if err := s.storyAttempts(ctx, &story); err != nil {
		return story, err
	}
	err = s.storyHeld(ctx, &story)
	return story, err
}

func (s *Store) storyHeld(ctx context.Context, story *roll.Story) error {
	var held []*roll.StoryHeld
	var theirs []*roll.Mark
	err := s.query(ctx, func(rows *sql.Rows) error {
		row := new(roll.StoryHeld)
		err := scanMark(rows, &row.Theirs, &row.Student, &row.Decision, &row.Met, &row.MetBy.Person, &row.MetBy.Name, &row.MetBy.Role, &row.MetBy.Tablet)
		row.Enrolment, row.Save = row.Theirs.Enrolment, story.Save.Token
		row.Chosen, row.Observed = story.Save.Status.Name, story.Save.Observed
		held, theirs = append(held, row), append(theirs, &row.Theirs)
		return err
	}, `SELECT `+markColumns+`, h.student, h.decision, met.status_name, met.person, met.person_name, met.role, met.tablet
		FROM `+heldTables+` JOIN intents i ON i.enrolment = h.enrolment AND i.seq = h.their_seq
		JOIN saves met ON met.token = i.save AND met.school = h.school AND met.date = h.date
		WHERE h.save = $1 ORDER BY h.enrolment`, story.Save.Token)
	if err != nil {
		return err
	}
	if err := addSaves(ctx, s.query, theirs); err != nil {
		return err
	}
	for _, row := range held {
		story.Held = append(story.Held, *row)
	}
	return nil
}

func (s *Store) storyMarks(ctx context.Context, story *roll.Story) error {
	return s.query(ctx, func(rows *sql.Rows) error {
		var mark roll.StoryMark
		var answeredAt, newest, keyed int64
		var by roll.Actor
		var keyedBy string
		if err := rows.Scan(&mark.Enrolment, &mark.Student, &mark.Version, &mark.Outcome, &mark.Returned, &answeredAt, &newest, &keyed, &keyedBy, &by.Person, &by.Name, &by.Role, &by.Tablet); err != nil {
			return err
		}
		mark.AnsweredAt = instant(answeredAt)
		if newest != mark.Version {
			mark.ReplacedBy = by
		} else if keyed != 0 {
			mark.KeyedBy, mark.KeyedAt = keyedBy, instant(keyed)
		}
		story.Marks = append(story.Marks, mark)
		return nil
	}, `SELECT i.enrolment, i.student, i.seq, i.state, i.returned, i.answered_at, m.seq, m.keyed, m.keyed_by, n.person, n.person_name, n.role, n.tablet
		FROM `+saveTables+` JOIN saves n ON n.token = m.save WHERE `+saveJoins+` AND s.token = $1 ORDER BY i.enrolment`, story.Save.Token)
}

func (s *Store) storyAttempts(ctx context.Context, story *roll.Story) error {
	return s.query(ctx, func(rows *sql.Rows) error {
		var attempt roll.StoryAttempt
		var claimedAt, sentAt, closedAt int64
		var packed []byte
		err := rows.Scan(&attempt.State, &attempt.Students, &attempt.Part, &claimedAt, &sentAt, &closedAt,
			&attempt.HTTPStatus, &attempt.Problem, &attempt.Exchange, &packed, &attempt.Late)
		if len(packed) > 0 && err == nil {
			attempt.Exchange, err = unpack(packed)
		}
		attempt.ClaimedAt, attempt.SentAt, attempt.ClosedAt = instant(claimedAt), instant(sentAt), instant(closedAt)
		story.Attempts = append(story.Attempts, attempt)
		return err
	}, `SELECT state, size, part, claimed_at, sent_at, closed_at, http_status, problem, exchange, packed, late
		FROM attempts WHERE save = $1 ORDER BY claimed_at, id`, story.Save.Token)
}

// pack compresses what was sent and answered (RFC 1951) to about an eighth; of nothing it is empty.
func pack(exchange string) ([]byte, error) {
	packed := []byte{}
	if exchange == "" {
		return packed, nil
	}
	into := bytes.NewBuffer(packed)
	if err := flate.StatelessDeflate(into, []byte(exchange), true, nil); err != nil {
		return nil, fmt.Errorf("compress what was sent and answered: %w", err)
	}
	return into.Bytes(), nil
}

func unpack(packed []byte) (string, error) {
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return "", fmt.Errorf("read what was sent and answered: %w", err)
	}
	return string(text), nil
}

// History is every mark of the enrolment on the date, the newest first.
func (s *Store) History(ctx context.Context, school roll.SchoolID, enrolment roll.EnrolmentID, date roll.Date) ([]roll.Entry, error) {
	var entries []roll.Entry
	err := s.query(ctx, func(rows *sql.Rows) error {
		var stored storedSave
		var entry roll.Entry
		var answeredAt int64
		if err := scanSave(rows, &stored, &entry.Version, &entry.Outcome, &entry.Returned, &answeredAt, &entry.Remarks); err != nil {
			return err
		}
		entry.Save, entry.AnsweredAt = stored.save, instant(answeredAt)
		entries = append(entries, entry)
		return nil
	}, `SELECT s.token, s.school, s.period, s.class, s.class_name, s.date, s.status_id, s.status_name, s.family,
		s.check_kind, s.check_time, s.observed, s.reason, s.person, s.person_name, s.role, s.tablet, s.accepted_at, s.stops_at, s.content_hash,
		i.seq, i.state, i.returned, i.answered_at, COALESCE(r.remarks, '')
		FROM intents i JOIN saves s ON s.token = i.save
		LEFT JOIN remarks r ON r.save = i.save AND r.enrolment = i.enrolment
		WHERE s.school = $1 AND s.date = $2 AND i.enrolment = $3 ORDER BY i.seq DESC`, school, date, enrolment)
	return entries, err
}

// Pending are the newest marks of the school in the states, with the save that each
// belongs to, the oldest first.
func (s *Store) Pending(ctx context.Context, school roll.SchoolID, outcomes ...roll.Outcome) ([]roll.PendingMark, error) {
	var found []roll.PendingMark
	args := append([]any{school}, padded(outcomes)...)
	err := s.query(ctx, func(rows *sql.Rows) error {
		var stored storedSave
		var mark roll.PendingMark
		if err := scanSave(rows, &stored, &mark.Enrolment, &mark.Student, &mark.Version, &mark.Outcome); err != nil {
			return err
		}
		mark.Save = stored.save
		found = append(found, mark)
		return nil
	}, `SELECT s.token, s.school, s.period, s.class, s.class_name, s.date, s.status_id, s.status_name, s.family,
		s.check_kind, s.check_time, s.observed, s.reason, s.person, s.person_name, s.role, s.tablet, s.accepted_at, s.stops_at, s.content_hash,
		m.enrolment, m.student, m.seq, m.state
		FROM marks m JOIN saves s ON s.token = m.save
		WHERE m.school = $1 AND `+pending+` AND m.keyed = 0 AND m.state IN (`+list(1, len(args)-1)+`)
		ORDER BY m.marked_at, s.token, m.enrolment`, args...)
	return found, err
}

// KeyByHand notes that the save's stopped marks were keyed in by hand: they are
// never sent again, and never shown as saved.
func (s *Store) KeyByHand(ctx context.Context, school roll.SchoolID, token roll.Token, by roll.Actor) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		changed, err := tx.exec(ctx, `UPDATE marks SET keyed = $1, keyed_by = $2 WHERE school = $3 AND save = $4 AND state = `+sqlStopped,
			milliseconds(tx.Now), by.Name, school, token)
		if err == nil && changed == 0 {
			err = notFound()
		}
		return err
	})
}

// storedSave is a save as the table has it; its rows are in intents and held_marks.
type storedSave struct {
	save        roll.Save
	contentHash string
}

const saveColumns = `token, school, period, class, class_name, date, status_id, status_name, family,
	check_kind, check_time, observed, reason, person, person_name, role, tablet, accepted_at, stops_at, content_hash`

func scanSave(rows *sql.Rows, stored *storedSave, more ...any) error {
	var acceptedAt, stopsAt int64
	save := &stored.save
	into := []any{&save.Token, &save.School, &save.Period, &save.Class, &save.ClassName, &save.Date,
		&save.Status.ID, &save.Status.Name, &save.Status.Family, &save.Check, &save.CheckTime, &save.Observed, &save.Reason,
		&save.By.Person, &save.By.Name, &save.By.Role, &save.By.Tablet, &acceptedAt, &stopsAt, &stored.contentHash}
	if err := rows.Scan(append(into, more...)...); err != nil {
		return err
	}
	save.AcceptedAt, save.StopsAt = instant(acceptedAt), instant(stopsAt)
	return nil
}

func (t *transaction) saveByToken(ctx context.Context, token roll.Token) (storedSave, error) {
	var stored storedSave
	found := false
	err := t.query(ctx, func(rows *sql.Rows) error {
		found = true
		return scanSave(rows, &stored)
	}, `SELECT `+saveColumns+` FROM saves WHERE token = $1`, token)
	if err == nil && !found {
		err = notFound()
	}
	return stored, err
}

// Save is the save that the token brought to the school, without its rows.
func (s *Store) Save(ctx context.Context, school roll.SchoolID, token roll.Token) (roll.Save, error) {
	var stored storedSave
	found := false
	err := s.query(ctx, func(rows *sql.Rows) error {
		found = true
		return scanSave(rows, &stored)
	}, `SELECT `+saveColumns+` FROM saves WHERE token = $1 AND school = $2`, token, school)
	if err == nil && !found {
		err = notFound()
	}
	return stored.save, err
}

// UnderWay tells whether a mark of the save still waits for its outcome.
func (s *Store) UnderWay(ctx context.Context, token roll.Token) (underWay bool, err error) {
	err = s.query(ctx, func(*sql.Rows) error {
		underWay = true
		return nil
	}, `SELECT 1 FROM intents WHERE save = $1 AND state IN `+sqlUnderWay+` LIMIT 1`, token)
	return underWay, err
}
