package sender

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"rollbook/web/store/postgrestest"
)

func TestNoSaveIsLostLateOrFalseWhateverTheServiceDoes(t *testing.T) {
	t.Parallel()
	from, total := onSQLite(t), 0
	rapid.Check(t, func(rt *rapid.T) {
		steps, err := runOperations(t, from, operations(rt), mutation{})
		total += steps
		if err != nil {
			rt.Fatal(err)
		}
	})
	t.Logf("%d steps", total)
}

// TestNoSaveIsLostLateOrFalseOnPostgreSQL runs the model POSTGRESQL_RUNS times, or once: a step takes ten
// times as long as on SQLite. Several runs begin with one that found a fault of two processes at once.
func TestNoSaveIsLostLateOrFalseOnPostgreSQL(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Log("short: no run of the model on PostgreSQL")
		return
	}
	server, ok := postgrestest.Start(t)
	if !ok {
		return
	}
	wanted := 1
	if text, given := os.LookupEnv("POSTGRESQL_RUNS"); given {
		var err error
		if wanted, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	from, runs, total := onPostgreSQL(t, server), rapid.Custom(operations), 0
	for i := range wanted {
		seed := rand.Int()
		if i == 0 && wanted > 1 {
			seed = 4285359082924117202
		}
		steps, err := runOperations(t, from, runs.Example(seed), mutation{})
		if err != nil {
			t.Fatalf("run %d: %v", seed, err)
		}
		total += steps
	}
	t.Logf("%d runs, %d steps", wanted, total)
}
