package saves

import (
	"cmp"
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
	"rollbook/web/store/packed"
	"rollbook/web/store/schools"
)

// NoteOthers records others, the students whom the answer to an attempt named although they were not sent. If
// they replaced students who were sent, the second such answer within roll.OthersWindow pauses the school, or
// the first one while no answer has proven the school's numbers. If they came in addition, only the school's
// first such answer is recorded, for the office to see.
func (s *Store) NoteOthers(ctx context.Context, attempt roll.Attempt, others []roll.Item,
	instead bool) (paused bool, err error) {
	if !instead {
		known, err := engine.Exists(ctx, s.Database, `SELECT 1 FROM others_named WHERE school = $1 AND instead = 0 LIMIT 1`,
			attempt.School)
		if err != nil || known {
			return false, err
		}
	}
	err = schools.Locked(ctx, s.Database, attempt.School, func(tx *engine.Transaction) error {
		if err := insertOthers(ctx, tx, attempt, others, instead); err != nil || !instead {
			return err
		}
		enough, err := othersTooOften(ctx, tx, attempt)
		if err != nil || !enough {
			return err
		}
		paused = true
		return schools.Pause(ctx, tx, attempt.School, roll.PausedStudents, tx.Now)
	})
	return paused, err
}

func insertOthers(ctx context.Context, t *engine.Transaction, attempt roll.Attempt, others []roll.Item,
	instead bool) error {
	return engine.DoEach(ctx, t, others,
		`INSERT INTO others_named (school, attempt, save, student, date, status, instead, named_at)
		VALUES `+engine.Tuples(1, 8)+
			` ON CONFLICT (school, attempt, student) DO NOTHING`, func(_ int, other roll.Item) []any {
			return []any{attempt.School, attempt.ID, attempt.Save, other.Student, other.Date, other.Status,
				engine.Flag(instead), engine.Milliseconds(t.Now)}
		})
}

// othersTooOften reports whether the answer with other students pauses the school.
func othersTooOften(ctx context.Context, t *engine.Transaction, attempt roll.Attempt) (enough bool, err error) {
	return engine.Exists(ctx, t, `SELECT 1 FROM guided_marks WHERE save = $1
		UNION ALL SELECT 1 FROM schools WHERE slug = $2 AND proof = `+literal.ByDocument+`
		UNION ALL SELECT 1 FROM others_named WHERE school = $2 AND instead = 1 AND reviewed = 0 AND attempt <> $3
		AND named_at > $4 LIMIT 1`,
		attempt.Save, attempt.School, attempt.ID, engine.Milliseconds(t.Now.Add(-roll.OthersWindow)))
}

// OthersNamed returns the unreviewed students whom answers named although they were not sent, the newest
// first, each with the students who were sent.
func (s *Store) OthersNamed(ctx context.Context, school roll.SchoolID) ([]roll.OtherNamed, error) {
	all, err := engine.Rows[struct {
		roll.OtherNamed
		Marks             []byte
		Students, Intents string
	}](ctx, s.Database, `SELECT o.attempt, o.save, o.student, o.date, o.status, o.instead, o.named_at AS at,
			a.marks, COALESCE(a.students, '[]') AS students, COALESCE(s.intents, '') AS intents
		FROM others_named o LEFT JOIN attempts a ON a.id = o.attempt LEFT JOIN saves s ON s.token = a.save
		WHERE o.school = $1 AND o.reviewed = 0 ORDER BY o.named_at DESC, o.attempt, o.student`, school)
	named := make([]roll.OtherNamed, len(all))
	for i, one := range all {
		sent, failed := packed.ReadMarks(one.Marks, one.Students, one.Intents)
		named[i], err = one.OtherNamed, cmp.Or(err, failed)
		named[i].Sent = sent
	}
	return named, err
}

// ReviewAdditional records that the office has seen the additional students in answers, and replaced ones
// without a second such answer. The latter stay while the school is paused because of other students.
func (s *Store) ReviewAdditional(ctx context.Context, school roll.SchoolID) error {
	return s.Database.Do(ctx, `UPDATE others_named SET reviewed = 1 WHERE school = $1 AND (instead = 0 OR named_at <= $2
		AND NOT EXISTS (SELECT 1 FROM pauses u WHERE u.school = $1 AND u.reason = $3))`,
		school, engine.After(-roll.OthersWindow), roll.PausedStudents)
}

// ReviewOthers ends the effect of the school's answers that named other students instead of those sent.
func ReviewOthers(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	return t.Do(ctx, `UPDATE others_named SET reviewed = 1 WHERE school = $1 AND instead = 1`, school)
}
