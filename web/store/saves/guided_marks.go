package saves

import (
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// GuidedMarks returns the marks made to prove the connection, the earliest first.
func (s *Store) GuidedMarks(ctx context.Context, school roll.SchoolID,
	subject roll.Subject) ([]roll.GuidedMark, error) {
	all, err := engine.Rows[roll.GuidedMark](ctx, s.Database,
		`SELECT g.save, s.status_id, s.status_name AS status, s.period, s.accepted_at AS made_at, s.person_name AS by, g.seen
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
func (s *Store) NoteSeen(ctx context.Context, school roll.SchoolID, save roll.Token, seen roll.SeenThere,
	by roll.Actor) error {
	return s.Database.MustChange(ctx,
		`UPDATE guided_marks SET seen = $1, seen_by = $2, seen_at = $3 WHERE school = $4 AND save = $5`,
		seen, by.Person, engine.Now, school, save)
}

// EndProof ends the meaning of the school's guided marks: they no longer prove a connection.
func EndProof(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	return t.Do(ctx, `UPDATE guided_marks SET subject = '' WHERE school = $1`, school)
}

// insertGuided records that the save proves a connection.
func insertGuided(ctx context.Context, t *engine.Transaction, save roll.Save) error {
	if save.Guided == "" {
		return nil
	}
	return t.Do(ctx, `INSERT INTO guided_marks (save, school, subject) VALUES ($1, $2, $3)`, save.Token, save.School,
		save.Guided)
}
