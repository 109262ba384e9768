package load_test

import (
	"os"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web"
)

func TestMain(m *testing.M) {
	// As the program does, whose cost is measured.
	web.CollectSeldom(os.LookupEnv)
	apptest.RunTests(m)
}
