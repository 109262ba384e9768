package command

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"rollbook/web/roll"
	"rollbook/web/roll/constants"
)

func TestAPersonCanBeGivenEveryRoleOfAnAccount(t *testing.T) {
	t.Parallel()
	field, _ := reflect.TypeFor[userAdd]().FieldByName("Role")
	offered := strings.Split(field.Tag.Get("enum"), ",")
	for _, role := range constants.Of[roll.Role](t) {
		if _, ofAccount := roll.ParseRole(string(role)); slices.Contains(offered, string(role)) != ofAccount {
			t.Errorf("the command knows otherwise about %q", role)
		}
	}
}
