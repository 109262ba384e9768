package store

import (
	"rollbook/web/roll"
)

// unkept is what a person is told when the database could not take a change;
// the same change may succeed later.
func unkept(cause error) error {
	return roll.Problem(roll.Unkept, "problem.what.503").Because(cause)
}

// duplicate is what a person is told when a name is taken.
func duplicate(cause error) error {
	return roll.Problem(roll.Stale, "problem.what.409").Because(cause)
}
