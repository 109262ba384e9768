package door_test

import (
	"fmt"
	"slices"
	"strings"

	"rollbook/handlers/apptest"
)

// saysAloud waits until a live region has the text, in the accessibility tree.
func saysAloud(u *apptest.User, text string) {
	u.T.Helper()
	apptest.Eventually(u.T, fmt.Sprintf("a live region says %q", text), func() bool {
		return slices.ContainsFunc(u.Spoken(), func(line string) bool {
			return strings.HasPrefix(line, "status: ") && strings.Contains(line, text)
		})
	})
}
