package roll_test

import (
	"slices"
	"testing"

	"rollbook/web/roll"
	"rollbook/web/roll/constants"
)

// whole compares a list of all values with the constants of the type.
func whole[T ~string](t *testing.T, list []T) {
	t.Helper()
	for _, value := range constants.Of[T](t) {
		if !slices.Contains(list, value) {
			t.Errorf("%T %q is missing in %v", value, value, list)
		}
	}
}

func TestListsOfAllValuesLeaveNoneOut(t *testing.T) {
	t.Parallel()
	whole(t, roll.Outcomes(func(roll.Outcome) bool { return true }))
	whole(t, roll.Families())
	whole(t, roll.ClassStates())
	whole(t, roll.Places())
}
