package auth_test

import (
	"testing"

	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

func TestEachRoleMayDoItsOwnActionsOnly(t *testing.T) {
	t.Parallel()
	policy := []struct {
		action                 auth.Action
		teacher, office, admin bool
	}{
		{auth.SeeRoll, true, true, true},
		{auth.TakeRoll, true, true, true},
		{auth.ManageOwnGroups, true, true, true},
		{auth.ManageCovers, false, true, true},
		{auth.ManageTablets, false, true, true},
		{auth.SeeStudents, true, true, true},
		{auth.CorrectPast, false, true, true},
		{auth.ManageAbsences, false, true, true},
		{auth.SeeDay, false, true, true},
		{auth.ManageDay, false, true, true},
		{auth.SeeEvacuation, true, true, true},
		{auth.ManageCalendar, false, true, true},
		{auth.Export, false, true, true},
		{auth.SendStopped, false, true, true},
		{auth.SeeReasons, false, true, true},
		{auth.SeeConnection, false, true, true},
		{auth.SeeSettings, false, true, true},
		{auth.ManageStatuses, false, true, true},
		{auth.ManageLists, false, true, true},
		{auth.SeeRawAnswers, false, false, true},
		{auth.ManageConnection, false, false, true},
		{auth.ManageKeys, false, false, true},
		{auth.ManagePeople, false, false, true},
		{auth.ManageSchool, false, false, true},
		{"an action that does not exist", false, false, false},
		{"", false, false, false},
	}
	for _, row := range policy {
		atDoor := row.action == auth.SeeRoll || row.action == auth.TakeRoll
		for role, want := range map[roll.Role]bool{
			roll.Teacher: row.teacher, roll.Office: row.office, roll.Admin: row.admin, roll.Covering: atDoor, roll.AtDoor: atDoor, "": false, "Admin": false, "root": false,
		} {
			if got := auth.Can(role, row.action); got != want {
				t.Errorf("%q may %q: %v, want %v", role, row.action, got, want)
			}
		}
	}
}
