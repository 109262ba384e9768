package store

import (
	"os"
	"slices"
	"strings"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

func whatWaitsInACopyHasMoved(f *fixture) {
	t := f.t
	f.list(t, 5001, "Ann Lee", "Bo Berg")
	f.accept(t, press("waits", absent(), unseen(1, 2)...))
	must(t, f.PauseSending(t.Context(), "copied"))
	f.accept(t, press("since", absent(), unseen(3)...))
	f.nothingToClaim(t, "since")
	must(t, f.StartSending(t.Context()))
	f.answer(t, f.claim(t, "since"))
	f.nothingToClaim(t, "")
	f.wantMoved(t, 2, 2)
	if moved := f.moved(t); !moved[0].Save.Copied {
		t.Errorf("it is %+v", moved[0])
	}
	if at, err := f.CopiedAt(t.Context()); err != nil || !at.Equal(f.clock.Now()) {
		t.Errorf("it was copied at %v, %v", at, err)
	}
	f.accept(t, press("new", present(), seen(1, 1)))
	f.claim(t, "new")
}

func aProcessOfAnEarlierVersionDoesNothing(f *fixture) {
	t := f.t
	statements, err := os.ReadFile("testdata/before_generations.sql")
	must(t, err)
	values := [][]any{{0, "save", north}, {"save"}, {"attempt", north, today, 1}, {1, 1, 1, "save"}}
	for i, statement := range slices.Collect(strings.SplitSeq(string(statements), ";\n")) {
		_, err := f.Database.Writer().ExecContext(t.Context(), statement, values[i]...)
		switch {
		case err == nil:
			t.Errorf("it still runs: %s", statement)
		case !engine.OtherTables(err):
			t.Errorf("%v: %s", err, statement)
		}
	}
}

func whatTheOriginalMayHaveSentIsConfirmed(f *fixture) {
	t := f.t
	again := press("again", absent(), unseen(1)...)
	again.Doubted = true
	f.accept(t, again)
	if mark := f.mark(t, 1); mark.Outcome != roll.Confirming {
		t.Errorf("it is %+v", mark)
	}
}
