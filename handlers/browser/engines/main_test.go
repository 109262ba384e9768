package engines_test

import (
	"testing"

	"rollbook/handlers/apptest"
)

func TestMain(m *testing.M) { apptest.RunTests(m) }
