package store

import (
	"context"
	"database/sql"
	"errors"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
	"rollbook/web/store/schools"
)

// SetMapping stores how the school's undocumented answers are read ([transaction.reconnect]). It returns
// roll.Stale when the school's service has moved since the school was read.
func (s *Store) SetMapping(ctx context.Context, school roll.School) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		if err := unapprove(ctx, tx, school.ID); err != nil {
			return err
		}
		return reconnect(ctx, tx, school.ID, func(stored *roll.School) error {
			if stored.BaseURL != school.BaseURL || stored.Tenant != school.Tenant || stored.Code != school.Code {
				return roll.Problem(roll.Stale, "connection.problem.moved")
			}
			stored.Mapping = school.Mapping
			return nil
		})
	})
}

// unprove ends the school's proof, because the meaning of its numbers is unknown now.
func unprove(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	if err := schools.SetUnproven(ctx, t, school); err != nil {
		return err
	}
	_, err := t.Exec(ctx, `UPDATE guided_marks SET subject = '' WHERE school = $1`, school)
	return err
}

// missingOrMoved returns the error for a change of a school that is not as it was read: roll.NotFound, or
// roll.Stale if it was changed.
func missingOrMoved(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	err := engine.NotFound()
	queried := t.Query(ctx, func(*sql.Rows) error {
		err = roll.Problem(roll.Stale, "connection.problem.moved")
		return nil
	}, `SELECT 1 FROM schools WHERE slug = $1`, school)
	if queried != nil {
		return queried
	}
	return err
}

// SetProof records why the school's saves may be sent, and who decided so. Held saves of today are sent. It
// returns roll.Stale when the school was changed since it was read, and while it is paused because of other
// students, which must be resolved first.
func (s *Store) SetProof(ctx context.Context, school roll.School, proof roll.Proof, by roll.ConnectionDecision) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		if err := schools.Lock(ctx, tx, school.ID); err != nil {
			return err
		}
		if named, err := pausedByOthers(ctx, tx, school.ID); err != nil || named {
			return errors.Join(err, stalePause(named))
		}
		is, err := schools.SetProof(ctx, tx, school, proof, "")
		if err != nil {
			return err
		}
		if !is {
			return missingOrMoved(ctx, tx, school.ID)
		}
		if err := unapprove(ctx, tx, school.ID); err != nil {
			return err
		}
		if err := decide(ctx, tx, school.ID, by); err != nil {
			return err
		}
		return release(ctx, tx, school)
	})
}

// ProveByDocument records that the school's students are read by the document's own names, if there is no
// proof yet and none of its lists came from a file.
func (s *Store) ProveByDocument(ctx context.Context, school roll.School) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		proven, err := schools.SetProof(ctx, tx, school, roll.ProvenByDocument, ` AND proof = `+literal.Unproven+`
			AND NOT EXISTS (SELECT 1 FROM lists l WHERE l.school = schools.slug AND l.name LIKE '`+studentLists+`%' AND l.source = '`+FromFile+`')`)
		if err != nil || !proven {
			return err
		}
		return release(ctx, tx, school)
	})
}

// ConfirmOthers ends a pause because of other students by an admin's decision. Without such a pause it
// records nothing.
func (s *Store) ConfirmOthers(ctx context.Context, school roll.School, by roll.ConnectionDecision) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		if err := schools.Lock(ctx, tx, school.ID); err != nil {
			return err
		}
		if named, err := pausedByOthers(ctx, tx, school.ID); err != nil || !named {
			return err
		}
		if err := decide(ctx, tx, school.ID, by); err != nil {
			return err
		}
		return endOthers(ctx, tx, school)
	})
}

// pausedByOthers reports whether the school is paused because of other students.
func pausedByOthers(ctx context.Context, t *engine.Transaction, school roll.SchoolID) (paused bool, err error) {
	return engine.Exists(ctx, t, `SELECT 1 FROM pauses WHERE school = $1 AND reason = $2`, school, roll.PausedStudents)
}

// stalePause returns the error for a proof during a pause because of other students, or nil.
func stalePause(named bool) error {
	if !named {
		return nil
	}
	return roll.Problem(roll.Stale, "prove.problem.paused")
}

func decide(ctx context.Context, t *engine.Transaction, school roll.SchoolID, by roll.ConnectionDecision) error {
	_, err := t.Exec(ctx, `INSERT INTO connection_decisions (school, decision, decided_at, person, person_name, reason) VALUES `+engine.Tuples(1, 6),
		school, by.Kind, engine.Milliseconds(t.Now), by.By.Person, by.By.Name, by.Reason)
	return err
}

// ConnectionDecisions returns people's decisions about the school's connection, the newest first.
func (s *Store) ConnectionDecisions(ctx context.Context, school roll.SchoolID) ([]roll.ConnectionDecision, error) {
	var all []roll.ConnectionDecision
	err := s.Database.Query(ctx, func(rows *sql.Rows) error {
		var one roll.ConnectionDecision
		var at int64
		err := rows.Scan(&one.Kind, &at, &one.By.Person, &one.By.Name, &one.Reason)
		one.At = engine.Instant(at)
		all = append(all, one)
		return err
	}, `SELECT decision, decided_at, person, person_name, reason FROM connection_decisions WHERE school = $1 ORDER BY decided_at DESC`, school)
	return all, err
}

// GuidedMarks returns the marks made to prove the connection, the earliest first.
func (s *Store) GuidedMarks(ctx context.Context, school roll.SchoolID, subject roll.Subject) ([]roll.GuidedMark, error) {
	var all []roll.GuidedMark
	err := s.Database.Query(ctx, func(rows *sql.Rows) error {
		var mark roll.GuidedMark
		var madeAt int64
		err := rows.Scan(&mark.Save, &mark.StatusID, &mark.Status, &mark.Period, &madeAt, &mark.By, &mark.Seen)
		mark.MadeAt = engine.Instant(madeAt)
		all = append(all, mark)
		return err
	}, `SELECT g.save, s.status_id, s.status_name, s.period, s.accepted_at, s.person_name, g.seen
		FROM guided_marks g JOIN saves s ON s.token = g.save
		WHERE g.school = $1 AND g.subject = $2 ORDER BY s.accepted_at`, school, subject)
	if err != nil {
		return nil, err
	}
	var marks []roll.GuidedMark
	for _, mark := range all {
		story := roll.Story{}
		if story.Save, err = s.Save(ctx, school, mark.Save); err != nil {
			return nil, err
		}
		if err := s.storyMarks(ctx, &story); err != nil {
			return nil, err
		}
		for _, of := range story.Marks {
			mark.Enrolment, mark.Student, mark.Outcome, mark.Returned = of.Enrolment, of.Student, of.Outcome, of.Returned
			marks = append(marks, mark)
		}
	}
	return marks, nil
}

// NoteSeen records the answer of a person who looked up a guided mark in the school system.
func (s *Store) NoteSeen(ctx context.Context, school roll.SchoolID, save roll.Token, seen roll.SeenThere, by roll.Actor) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		return tx.MustChange(ctx, `UPDATE guided_marks SET seen = $1, seen_by = $2, seen_at = $3 WHERE school = $4 AND save = $5`,
			seen, by.Person, engine.Milliseconds(tx.Now), school, save)
	})
}

// insertGuided records that the save proves a connection.
func insertGuided(ctx context.Context, t *engine.Transaction, save roll.Save) error {
	if save.Guided == "" {
		return nil
	}
	_, err := t.Exec(ctx, `INSERT INTO guided_marks (save, school, subject) VALUES ($1, $2, $3)`, save.Token, save.School, save.Guided)
	return err
}
