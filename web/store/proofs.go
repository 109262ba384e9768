package store

import (
	"cmp"
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/lists"
	"rollbook/web/store/literal"
	"rollbook/web/store/saves"
	"rollbook/web/store/schools"
)

// unprove ends the school's proof, because the meaning of its numbers is unknown now.
func unprove(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	return engine.InTurn(ctx, t, school, schools.SetUnproven, saves.EndProof)
}

// missingOrMoved returns the error for a change of a school that is not as it was read: roll.NotFound, or
// roll.Stale if it was changed.
func missingOrMoved(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	is, err := engine.Exists(ctx, t, `SELECT 1 FROM schools WHERE slug = $1`, school)
	if err == nil && is {
		return roll.Problem(roll.Stale, "connection.problem.moved")
	}
	return cmp.Or(err, engine.NotFound())
}

// SetProof records why the school's saves may be sent, and who decided so. Held saves of today are sent. It
// returns roll.Stale when the school was changed since it was read, and while it is paused because of other
// students, which must be resolved first.
func (s *Store) SetProof(ctx context.Context, school roll.School, proof roll.Proof, by roll.ConnectionDecision) error {
	return schools.Locked(ctx, s.Database, school.ID, func(tx *engine.Transaction) error {
		named, err := pausedByOthers(ctx, tx, school.ID)
		if err == nil && named {
			err = roll.Problem(roll.Stale, "prove.problem.paused")
		}
		if err != nil {
			return err
		}
		is, err := schools.SetProof(ctx, tx, school, proof, "")
		if err != nil {
			return err
		}
		if !is {
			return missingOrMoved(ctx, tx, school.ID)
		}
		tx.Require(lists.Unapprove(ctx, tx, school.ID))
		tx.Require(decide(ctx, tx, school.ID, by))
		return saves.Release(ctx, tx, school)
	})
}

// ProveByDocument records that the school's students are read by the document's own names, if there is no
// proof yet and none of its lists came from a file.
func (s *Store) ProveByDocument(ctx context.Context, school roll.School) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		proven, err := schools.SetProof(ctx, tx, school, roll.ProvenByDocument, ` AND proof = `+literal.Unproven+`
			AND NOT EXISTS (SELECT 1 FROM lists l WHERE l.school = schools.slug AND l.name LIKE '`+lists.StudentLists+
			`%' AND l.source = '`+lists.FromFile+`')`)
		if err != nil || !proven {
			return err
		}
		return saves.Release(ctx, tx, school)
	})
}

// ConfirmOthers ends a pause because of other students by an admin's decision. Without such a pause it
// records nothing.
func (s *Store) ConfirmOthers(ctx context.Context, school roll.School, by roll.ConnectionDecision) error {
	return schools.Locked(ctx, s.Database, school.ID, func(tx *engine.Transaction) error {
		if named, err := pausedByOthers(ctx, tx, school.ID); err != nil || !named {
			return err
		}
		tx.Require(decide(ctx, tx, school.ID, by))
		return endOthers(ctx, tx, school)
	})
}

// pausedByOthers reports whether the school is paused because of other students.
func pausedByOthers(ctx context.Context, t *engine.Transaction, school roll.SchoolID) (paused bool, err error) {
	return engine.Exists(ctx, t, `SELECT 1 FROM pauses WHERE school = $1 AND reason = $2`, school, roll.PausedStudents)
}

func decide(ctx context.Context, t *engine.Transaction, school roll.SchoolID, by roll.ConnectionDecision) error {
	return t.Do(ctx, `INSERT INTO connection_decisions (school, decision, decided_at, person, person_name, reason)
		VALUES `+engine.Tuples(1, 6),
		school, by.Kind, engine.Milliseconds(t.Now), by.By.Person, by.By.Name, by.Reason)
}

// ConnectionDecisions returns people's decisions about the school's connection, the newest first.
func (s *Store) ConnectionDecisions(ctx context.Context, school roll.SchoolID) ([]roll.ConnectionDecision, error) {
	return engine.Rows[roll.ConnectionDecision](ctx, s.Database,
		`SELECT decision AS kind, decided_at AS at, person AS by_person, person_name AS by_name, reason
		FROM connection_decisions WHERE school = $1 ORDER BY decided_at DESC`, school)
}

// endOthers ends a pause because of other students. The answers that led to it no longer count. Saves held by
// the pause, or by a missing proof, continue.
func endOthers(ctx context.Context, t *engine.Transaction, school roll.School) error {
	t.Require(schools.EndPause(ctx, t, school.ID, roll.PausedStudents))
	t.Require(saves.ReviewOthers(ctx, t, school.ID))
	return saves.Release(ctx, t, school)
}
