package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rollbook/web/roll"
)

// Story tells what became of the save.
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
		FROM `+heldTables+` JOIN saves met ON met.school = h.school AND met.date = h.date
		AND met.intents LIKE '%,' || CAST(h.enrolment AS TEXT) || ':' || CAST(h.their_seq AS TEXT) || ':%'
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
	save := story.Save
	kept, err := keptOf(ctx, s.query, save.Token)
	if err != nil {
		return err
	}
	newest, err := s.Marks(ctx, save.School, save.Date, keptEnrolments(kept))
	if err != nil {
		return err
	}
	noted, err := s.outcomesOf(ctx, save.Token)
	for _, row := range kept {
		story.Marks = append(story.Marks, storyMark(row, noted[save.Token], newest[row.Enrolment]))
	}
	return err
}

func storyMark(kept roll.Kept, noted []outcome, newest roll.Mark) roll.StoryMark {
	became := becameOf(kept, noted, newest)
	mark := roll.StoryMark{Enrolment: kept.Enrolment, Student: kept.Student, Version: kept.Version,
		Outcome: became.state, Returned: became.returned, AnsweredAt: became.answeredAt}
	if newest.Version != kept.Version {
		mark.ReplacedBy = newest.By
	} else if !newest.KeyedAt.IsZero() {
		mark.KeyedBy, mark.KeyedAt = newest.KeyedBy, newest.KeyedAt
	}
	return mark
}

func (s *Store) storyAttempts(ctx context.Context, story *roll.Story) error {
	return s.query(ctx, func(rows *sql.Rows) error {
		var attempt roll.StoryAttempt
		var claimedAt, sentAt, closedAt int64
		var text string
		var kept keptExchange
		err := rows.Scan(&attempt.State, &attempt.Students, &attempt.Part, &claimedAt, &sentAt, &closedAt,
			&attempt.HTTPStatus, &attempt.Problem, &attempt.Late, &text, &kept.packing, &kept.packed, &kept.marks, &kept.students, &kept.intents)
		if err != nil {
			return err
		}
		if attempt.Exchange, err = kept.read(); attempt.Exchange == "" {
			attempt.Exchange = text
		}
		attempt.ClaimedAt, attempt.SentAt, attempt.ClosedAt = instant(claimedAt), instant(sentAt), instant(closedAt)
		story.Attempts = append(story.Attempts, attempt)
		return err
	}, `SELECT a.state, a.size, a.part, a.claimed_at, a.sent_at, a.closed_at, a.http_status, a.problem, a.late,
		a.exchange, a.packing, a.packed, a.marks, a.students, s.intents
		FROM attempts a JOIN saves s ON s.token = a.save WHERE a.save = $1 ORDER BY a.claimed_at, a.id`, story.Save.Token)
}

// History lists every mark of the enrolment on the date, the newest first.
func (s *Store) History(ctx context.Context, school roll.SchoolID, enrolment roll.EnrolmentID, date roll.Date) ([]roll.Entry, error) {
	var entries []roll.Entry
	var tokens []roll.Token
	err := s.query(ctx, func(rows *sql.Rows) error {
		var stored storedSave
		var entry roll.Entry
		var intents string
		if err := scanSave(rows, &stored, &intents, &entry.Remarks); err != nil {
			return err
		}
		kept, err := readIntents(intents)
		for _, row := range kept {
			if row.Enrolment == enrolment {
				entry.Version = row.Version
			}
		}
		entry.Save = stored.save
		entries, tokens = append(entries, entry), append(tokens, entry.Save.Token)
		return err
	}, `SELECT s.token, s.school, s.period, s.class, s.class_name, s.date, s.status_id, s.status_name, s.family,
		s.check_kind, s.check_time, s.observed, s.reason, s.person, s.person_name, s.role, s.tablet, s.accepted_at, s.stops_at, s.content_hash,
		s.intents, COALESCE(r.remarks, '')
		FROM saves s LEFT JOIN remarks r ON r.save = s.token AND r.enrolment = $1
		WHERE s.school = $2 AND s.date = $3 AND s.intents LIKE $4`, enrolment, school, date, anyIntentOf(enrolment))
	if err != nil || len(entries) == 0 {
		return nil, err
	}
	slices.SortFunc(entries, func(a, b roll.Entry) int { return cmp.Compare(b.Version, a.Version) })
	return entries, s.addOutcomes(ctx, entries, tokens, school, enrolment, date)
}

// addOutcomes adds their outcomes to the entries of a student.
func (s *Store) addOutcomes(ctx context.Context, entries []roll.Entry, tokens []roll.Token, school roll.SchoolID, enrolment roll.EnrolmentID, date roll.Date) error {
	newest, err := s.Marks(ctx, school, date, []roll.EnrolmentID{enrolment})
	if err != nil {
		return err
	}
	noted, err := s.outcomesOf(ctx, tokens...)
	for i := range entries {
		entry := &entries[i]
		became := becameOf(roll.Kept{Enrolment: enrolment, Version: entry.Version}, noted[entry.Save.Token], newest[enrolment])
		entry.Outcome, entry.Returned, entry.AnsweredAt = became.state, became.returned, became.answeredAt
	}
	return err
}

// storedSave is a save as the table has it; its rows are in the column intents and in held_marks.
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

// Save returns the school's save with the token, without its rows.
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
func (s *Store) UnderWay(ctx context.Context, token roll.Token) (waits bool, err error) {
	err = s.query(ctx, func(*sql.Rows) error {
		waits = true
		return nil
	}, `SELECT 1 FROM saves s CROSS JOIN marks m WHERE s.token = $1 AND `+ofSave+` AND m.state <> `+sqlStopped+` LIMIT 1`, token)
	return waits, err
}

// outcome is the noted outcome that some students of a save have in common.
type outcome struct {
	state      roll.Outcome
	returned   string
	answeredAt time.Time
	// students are their enrolments, ",12,13,"; empty for all of the save.
	students string
}

// outcomesOf returns the noted outcomes of the saves, by save, the last noted one last.
func (s *Store) outcomesOf(ctx context.Context, saves ...roll.Token) (map[roll.Token][]outcome, error) {
	all := make(map[roll.Token][]outcome)
	err := chunks(saves, func(part []roll.Token) error {
		among, tokens := listed("save", 0, part)
		return s.query(ctx, func(rows *sql.Rows) error {
			var save roll.Token
			var one outcome
			var answeredAt int64
			err := rows.Scan(&save, &one.state, &one.returned, &answeredAt, &one.students)
			one.answeredAt = instant(answeredAt)
			all[save] = append(all[save], one)
			return err
		}, `SELECT save, state, returned, answered_at, students FROM outcomes WHERE `+among+` ORDER BY save, number`, tokens...)
	})
	return all, err
}

// becameOf returns the outcome of a student of a save: the one noted last; where none is noted, that
// of the student's newest mark, if it is the save's. Any other mark was replaced before it was
// settled. Callers read the newest mark before the noted outcomes: a mark that is replaced meanwhile
// was noted before that, if it was settled.
func becameOf(kept roll.Kept, noted []outcome, newest roll.Mark) outcome {
	student := listText([]roll.EnrolmentID{kept.Enrolment})
	for _, one := range slices.Backward(noted) {
		if one.students == "" || strings.Contains(one.students, student) {
			return one
		}
	}
	if newest.Version == kept.Version {
		return outcome{state: newest.Outcome, returned: newest.Returned, answeredAt: newest.AnsweredAt}
	}
	return outcome{state: roll.Superseded}
}

// listText writes the enrolments as a column has them: ",12,13,".
func listText(enrolments []roll.EnrolmentID) string {
	text := []byte{','}
	for _, enrolment := range enrolments {
		text = append(strconv.AppendInt(text, int64(enrolment), 10), ',')
	}
	return string(text)
}

// writeIntents writes the kept rows of a save as the column intents has them:
// ",enrolment:version:student" for each student, and a comma behind the last. Where that is shorter,
// the difference to the student before stands for the student: "~3".
func writeIntents(kept []roll.Kept) string {
	var text []byte
	var before roll.StudentID
	for i, row := range kept {
		text = append(strconv.AppendInt(append(text, ','), int64(row.Enrolment), 10), ':')
		text = append(strconv.AppendInt(text, row.Version, 10), ':')
		student, difference := row.Student.String(), differs+(row.Student-before).String()
		if i > 0 && len(difference) < len(student) {
			student = difference
		}
		text, before = append(text, student...), row.Student
	}
	if len(text) > 0 {
		text = append(text, ',')
	}
	return string(text)
}

// differs begins a student that is told by the difference to the one before.
const differs = "~"

func readIntents(text string) ([]roll.Kept, error) {
	var all []roll.Kept
	var before roll.StudentID
	for one := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' }) {
		kept, err := readIntent(one, before)
		if err != nil {
			return nil, fmt.Errorf("read what a save wants: %w", err)
		}
		all, before = append(all, kept), kept.Student
	}
	return all, nil
}

func readIntent(one string, before roll.StudentID) (kept roll.Kept, err error) {
	enrolment, rest, _ := strings.Cut(one, ":")
	version, student, _ := strings.Cut(rest, ":")
	student, relative := strings.CutPrefix(student, differs)
	for _, number := range []struct {
		text string
		into *int64
	}{{enrolment, (*int64)(&kept.Enrolment)}, {version, &kept.Version}, {student, (*int64)(&kept.Student)}} {
		if *number.into, err = strconv.ParseInt(number.text, 10, 64); err != nil {
			return kept, err
		}
	}
	if relative {
		kept.Student += before
	}
	return kept, nil
}

// anyIntentOf returns a pattern for LIKE that finds the enrolment in the column intents, and
// anyIntent one that finds one version of it.
func anyIntentOf(enrolment roll.EnrolmentID) string { return "%," + enrolment.String() + ":%" }

func anyIntent(enrolment roll.EnrolmentID, version int64) string {
	return "%," + enrolment.String() + ":" + strconv.FormatInt(version, 10) + ":%"
}

// keptOf lists the save's rows that became their students' newest marks, by enrolment.
func keptOf(ctx context.Context, read reading, save roll.Token) ([]roll.Kept, error) {
	var kept []roll.Kept
	err := read(ctx, func(rows *sql.Rows) error {
		var text string
		if err := rows.Scan(&text); err != nil {
			return err
		}
		var err error
		kept, err = readIntents(text)
		return err
	}, `SELECT intents FROM saves WHERE token = $1`, save)
	slices.SortFunc(kept, func(a, b roll.Kept) int { return cmp.Compare(a.Enrolment, b.Enrolment) })
	return kept, err
}

func keptEnrolments(kept []roll.Kept) []roll.EnrolmentID {
	enrolments := make([]roll.EnrolmentID, len(kept))
	for i, row := range kept {
		enrolments[i] = row.Enrolment
	}
	return enrolments
}
