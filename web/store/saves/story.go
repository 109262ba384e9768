package saves

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strings"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
	"rollbook/web/store/packed"
)

// Story returns the history of the save.
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
	var err error
	story.Held, err = withMarks(ctx, s.Database, func(rows *sql.Rows, row *roll.StoryHeld) error {
		err := scanMark(rows, &row.Theirs, &row.Student, &row.Decision, &row.Met, &row.MetBy.Person, &row.MetBy.Name,
			&row.MetBy.Role, &row.MetBy.Tablet)
		row.Enrolment, row.Save, row.Intent = row.Theirs.Enrolment, story.Save.Token, story.Save.Intent
		return err
	}, func(row *roll.StoryHeld) *roll.Mark { return &row.Theirs }, `SELECT `+markColumns+
		`, h.student, h.decision, met.status_name, met.person, met.person_name, met.role, met.tablet
		FROM `+heldTables+` JOIN saves met ON met.school = h.school AND met.date = h.date
		AND met.intents LIKE '%,' || CAST(h.enrolment AS TEXT) || ':' || CAST(h.their_seq AS TEXT) || ':%'
		AND h.past = `+placeIn("met", "h.enrolment")+`
		WHERE h.save = $1 ORDER BY h.enrolment`, story.Save.Token)
	return err
}

func (s *Store) storyMarks(ctx context.Context, story *roll.Story) error {
	save := story.Save
	kept, err := keptOf(ctx, s.Database, save.Token)
	if err != nil {
		return err
	}
	newest, err := s.marksFor(ctx, save, keptEnrolments(kept))
	if err != nil {
		return err
	}
	noted, err := s.outcomesOf(ctx, save.Token)
	for _, row := range kept {
		story.Marks = append(story.Marks, storyMark(row, noted[save.Token], newest[row.Enrolment]))
	}
	return err
}

// marksFor returns the newest marks of the save's students, even when their numbers name others now.
func (s *Store) marksFor(ctx context.Context, save roll.Save,
	numbers []roll.EnrolmentID) (map[roll.EnrolmentID]roll.Mark, error) {
	newest, err := s.Marks(ctx, save.School, save.Date, numbers)
	if err != nil {
		return nil, err
	}
	whom, err := namedBy(ctx, s.Database, save, numbers)
	for number, one := range whom {
		if err != nil || one.Past == 0 {
			continue
		}
		delete(newest, number)
		err = eachMark(ctx, s.Database, func(_ roll.Date, mark roll.Mark) { newest[number] = mark },
			`m.school = $1 AND m.date = $2 AND m.enrolment = $3 AND m.past = $4`, save.School, save.Date, number, one.Past)
	}
	return newest, err
}

func storyMark(kept roll.Kept, noted []outcome, newest roll.Mark) roll.StoryMark {
	became := becameOf(kept, noted, newest)
	mark := roll.StoryMark{Enrolment: kept.Enrolment, Student: kept.Student, Version: kept.Version,
		Outcome: became.State, Returned: became.Returned, AnsweredAt: became.AnsweredAt}
	if newest.Version != kept.Version {
		mark.ReplacedBy = newest.By
	} else if !newest.KeyedAt.IsZero() {
		mark.KeyedBy, mark.KeyedAt = newest.KeyedBy, newest.KeyedAt
	}
	return mark
}

func (s *Store) storyAttempts(ctx context.Context, story *roll.Story) error {
	all, err := engine.Rows[struct {
		roll.StoryAttempt
		Kept packed.Exchange
	}](ctx, s.Database, `SELECT a.state, a.size AS students, a.part, a.claimed_at, a.sent_at, a.closed_at, a.http_status,
			a.problem, a.late, a.exchange, a.packing AS kept_packing, a.packed AS kept_packed, a.marks AS kept_marks,
			a.students AS kept_students, s.intents AS kept_intents
		FROM attempts a JOIN saves s ON s.token = a.save WHERE a.save = $1 ORDER BY a.claimed_at, a.id`, story.Save.Token)
	for _, attempt := range all {
		text, failed := attempt.Kept.Read()
		attempt.Exchange, err = cmp.Or(text, attempt.Exchange), cmp.Or(err, failed)
		story.Attempts = append(story.Attempts, attempt.StoryAttempt)
	}
	return err
}

// History returns all marks of the enrolment on the date, the newest first.
func (s *Store) History(ctx context.Context, school roll.SchoolID, enrolment roll.EnrolmentID,
	date roll.Date) ([]roll.Entry, error) {
	var entries []roll.Entry
	var tokens []roll.Token
	err := s.Database.Query(ctx, func(rows *sql.Rows) error {
		var entry roll.Entry
		var intents string
		if err := scanSave(rows, &entry.Save, &intents, &entry.Remarks); err != nil {
			return err
		}
		kept, err := packed.ReadIntents(intents)
		for _, row := range kept {
			if row.Enrolment == enrolment {
				entry.Version = row.Version
			}
		}
		entries, tokens = append(entries, entry), append(tokens, entry.Save.Token)
		return err
	}, `SELECT `+prefixed("s.", saveColumns)+`, s.intents, COALESCE(r.remarks, '')
		FROM saves s LEFT JOIN remarks r ON r.save = s.token AND r.enrolment = $1
		WHERE s.school = $2 AND s.date = $3 AND s.intents LIKE $4
		AND `+sinceNamed("$1"), enrolment, school, date, anyIntentOf(enrolment))
	if err != nil || len(entries) == 0 {
		return nil, err
	}
	slices.SortFunc(entries, func(a, b roll.Entry) int { return cmp.Compare(b.Version, a.Version) })
	return entries, s.addOutcomes(ctx, entries, tokens, school, enrolment, date)
}

// addOutcomes adds the outcomes to the entries of a student.
func (s *Store) addOutcomes(ctx context.Context, entries []roll.Entry, tokens []roll.Token, school roll.SchoolID,
	enrolment roll.EnrolmentID, date roll.Date) error {
	newest, err := s.Marks(ctx, school, date, []roll.EnrolmentID{enrolment})
	if err != nil {
		return err
	}
	noted, err := s.outcomesOf(ctx, tokens...)
	for i := range entries {
		entry := &entries[i]
		became := becameOf(roll.Kept{Enrolment: enrolment, Version: entry.Version}, noted[entry.Save.Token],
			newest[enrolment])
		entry.Outcome, entry.Returned, entry.AnsweredAt = became.State, became.Returned, became.AnsweredAt
	}
	return err
}

// Save returns the school's save with the token, without its rows.
func (s *Store) Save(ctx context.Context, school roll.SchoolID, token roll.Token) (roll.Save, error) {
	return engine.First(ctx, s.Database, func(rows *sql.Rows, save *roll.Save) error { return scanSave(rows, save) },
		`SELECT `+saveColumns+` FROM saves WHERE token = $1 AND school = $2`, token, school)
}

// UnderWay reports whether a mark of the save still waits for its outcome, and the versions of the school's data then.
func (s *Store) UnderWay(ctx context.Context, token roll.Token) (waits bool, at roll.Versions, err error) {
	err = s.Database.Query(ctx, func(rows *sql.Rows) error {
		return rows.Scan(engine.ToBool(&waits), &at.Marks, &at.Absences)
	}, `SELECT CASE WHEN EXISTS (SELECT 1 FROM marks m WHERE `+ofSave+` AND m.state <> `+literal.Stopped+`)
		THEN 1 ELSE 0 END, `+Versions+` FROM saves s JOIN schools c ON c.slug = s.school WHERE s.token = $1`, token)
	return waits, at, err
}

// outcome is a recorded outcome that some students of a save share.
type outcome struct {
	Save       roll.Token
	State      roll.Outcome
	Returned   string
	AnsweredAt time.Time
	// Students are their enrolments, ",12,13,"; empty for all of the save.
	Students string
}

// outcomesOf returns the recorded outcomes of the saves, by save, the last one last.
func (s *Store) outcomesOf(ctx context.Context, saves ...roll.Token) (map[roll.Token][]outcome, error) {
	found, err := engine.RowsAmong[outcome](ctx, s.Database, saves,
		`SELECT save, state, returned, answered_at, students FROM outcomes WHERE save IN ($ids) ORDER BY save, number`)
	all := make(map[roll.Token][]outcome)
	for _, one := range found {
		all[one.Save] = append(all[one.Save], one)
	}
	return all, err
}

// becameOf returns the outcome of a student of a save: the last recorded one, or that of the student's newest
// mark if it belongs to the save. Otherwise the mark was replaced before it was settled. Callers read the
// newest mark before the recorded outcomes, so that a mark replaced meanwhile has its outcome recorded if it
// was settled.
func becameOf(kept roll.Kept, noted []outcome, newest roll.Mark) outcome {
	isNewest := newest.Version == kept.Version
	if isNewest && newest.Outcome.UnderWay() { // It may have had an outcome before its number named another student.
		noted = nil
	}
	student := listText([]roll.EnrolmentID{kept.Enrolment})
	for _, one := range slices.Backward(noted) {
		if one.Students == "" || strings.Contains(one.Students, student) {
			return one
		}
	}
	if isNewest {
		return outcome{State: newest.Outcome, Returned: newest.Returned, AnsweredAt: newest.AnsweredAt}
	}
	return outcome{State: roll.Superseded}
}

// anyIntentOf returns a pattern for LIKE that finds the enrolment in the column intents. anyIntent returns
// one for a single version of it.
func anyIntentOf(enrolment roll.EnrolmentID) string { return "%," + enrolment.String() + ":%" }

// keptOf returns the save's rows that became their students' newest marks, by enrolment.
func keptOf(ctx context.Context, read engine.Reader, save roll.Token) ([]roll.Kept, error) {
	intents, err := engine.Value[string](ctx, read, `SELECT intents FROM saves WHERE token = $1`, save)
	if err != nil {
		return nil, err
	}
	kept, err := packed.ReadIntents(intents)
	slices.SortFunc(kept, func(a, b roll.Kept) int { return cmp.Compare(a.Enrolment, b.Enrolment) })
	return kept, err
}
