package store

import (
	"context"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/people"
	"rollbook/web/store/schools"
)

// InUse reports whether the database has a person or a school.
func (s *Store) InUse(ctx context.Context) (used bool, err error) {
	return engine.Exists(ctx, s.Database, inUse)
}

const inUse = `SELECT 1 WHERE EXISTS (SELECT 1 FROM people) OR EXISTS (SELECT 1 FROM schools)`

// beginning calls do if there is neither a person nor a school. Otherwise it does nothing and returns false.
// Several processes take turns.
func (s *Store) beginning(ctx context.Context, do func(*engine.Transaction) error) (begun bool, err error) {
	err = s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(lockStart(ctx, tx))
		used, err := engine.Exists(ctx, tx, inUse)
		begun = !used
		if err != nil || used {
			return err
		}
		return do(tx)
	})
	return begun && err == nil, err
}

// AddFirstLink stores the link for the first admin, which replaces earlier ones, including those of other
// processes. It returns false when there is a person or a school.
func (s *Store) AddFirstLink(ctx context.Context, link roll.AccountLink) (made bool, err error) {
	return s.beginning(ctx, func(tx *engine.Transaction) error { return people.InsertLink(ctx, tx, link) })
}

// BeginByLink stores the first admin, who belongs to no school yet, and marks the link as used. It returns
// roll.Stale when the link is over, or when there is a person or a school.
func (s *Store) BeginByLink(ctx context.Context, id roll.AccountLinkID, person roll.Person, passwordHash string,
	now time.Time) error {
	begun, err := s.beginning(ctx, func(tx *engine.Transaction) error {
		tx.Require(people.UseLink(ctx, tx, id, now))
		return people.Insert(ctx, tx, person, passwordHash)
	})
	if err == nil && !begun {
		err = people.LinkOver()
	}
	return err
}

// HasSchools reports whether there is a school.
func (s *Store) HasSchools(ctx context.Context) (has bool, err error) {
	return engine.Exists(ctx, s.Database, anySchool)
}

const anySchool = `SELECT 1 WHERE EXISTS (SELECT 1 FROM schools)`

// AddFirstSchool stores a school with its first key and its admin. It returns roll.Stale when there is a
// school already.
func (s *Store) AddFirstSchool(ctx context.Context, school roll.School, key schools.Key, admin roll.PersonID) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(lockStart(ctx, tx))
		has, err := engine.Exists(ctx, tx, anySchool)
		if err == nil && has {
			err = roll.Problem(roll.Stale, "first_school.there")
		}
		if err != nil {
			return err
		}
		tx.Require(schools.Insert(ctx, tx, school, key))
		return people.Join(ctx, tx, admin, school.ID, roll.Admin)
	})
}

// lockStart makes other transactions that call it wait until this one ends.
func lockStart(ctx context.Context, t *engine.Transaction) error {
	return setNote(ctx, t, "start", "")
}
