package store

import (
	"maps"
	"slices"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/keeping"
)

func boardSentences() []sentence {
	return []sentence{
		{"the first person to open a roll is recorded, by class and date", theFirstToOpenARoll},
		{"openings are forgotten by their age", openingsAreForgotten},
		{"rows that await a decision are listed by date", rowsThatAwaitADecision},
		{"each school has its own time by which rolls are taken", byWhenRollsAreTaken},
	}
}

func theFirstToOpenARoll(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	first := roll.Opening{Class: "8b", By: teacher(), At: f.clock.Now()}
	must(t, f.NoteOpening(t.Context(), north, today, first))
	must(t, f.NoteOpening(t.Context(), north, today, roll.Opening{Class: "8b", By: office(), At: f.clock.Now().Add(time.Minute)}))
	must(t, f.NoteOpening(t.Context(), north, "2026-11-19", roll.Opening{Class: "9a", By: office(), At: f.clock.Now()}))
	must(t, f.NoteOpening(t.Context(), "south", today, roll.Opening{Class: "9c", By: office(), At: f.clock.Now()}))
	must(t, f.NoteOpening(t.Context(), north, today, roll.Opening{Period: "other", Class: "8b", By: office(), At: f.clock.Now()}))
	f.execute(t, `INSERT INTO roll_openings VALUES ('north', '`+string(today)+`', '7c', 'p', 'P. Lang', 'teacher', 1)`)
	openings, err := f.Openings(t.Context(), north, today)
	must(t, err)
	if got := openings[roll.ClassKey{Class: "8b"}]; len(openings) != 3 || got.By != first.By || !got.At.Equal(first.At) {
		t.Errorf("they are %+v", openings)
	}
	if openings[roll.ClassKey{Period: "other", Class: "8b"}].By != office() || openings[roll.ClassKey{Class: "7c"}].By.Name != "P. Lang" {
		t.Errorf("of another period and of the version before they are %+v", openings)
	}
}

func openingsAreForgotten(f *fixture) {
	t := f.t
	now := f.clock.Now()
	must(t, f.NoteOpening(t.Context(), north, today, roll.Opening{Class: "8b", By: teacher(), At: now.Add(-time.Hour)}))
	must(t, f.NoteOpening(t.Context(), north, today, roll.Opening{Class: "9a", By: teacher(), At: now}))
	f.sweep(keeping.Openings, now)
	openings, err := f.Openings(t.Context(), north, today)
	must(t, err)
	if classes := slices.Collect(maps.Keys(openings)); !slices.Equal(classes, []roll.ClassKey{{Class: "9a"}}) {
		t.Errorf("left are %v", classes)
	}
}

func rowsThatAwaitADecision(f *fixture) {
	t := f.t
	f.accept(t, press("first", absent(), unseen(1, 2)...))
	late := press("second", present(), unseen(1, 2)...)
	late.By = office()
	f.accept(t, late)
	held, err := f.Held(t.Context(), north, today)
	must(t, err)
	if !held[1] || !held[2] || len(held) != 2 {
		t.Errorf("they are %v", held)
	}
	must(t, f.KeepTheirs(t.Context(), "second", 1))
	if held, err = f.Held(t.Context(), north, today); err != nil || held[1] || !held[2] {
		t.Errorf("after a word: %v, %v", held, err)
	}
	if held, err = f.Held(t.Context(), north, "2026-11-19"); err != nil || len(held) != 0 {
		t.Errorf("of another date: %v, %v", held, err)
	}
}

func byWhenRollsAreTaken(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	must(t, f.SetDay(t.Context(), north, "08:45", "08:40", 30))
	school, err := f.School(t.Context(), north)
	must(t, err)
	other, err := f.School(t.Context(), "south")
	must(t, err)
	if school.RollsDue != "08:45" || other.RollsDue != "" {
		t.Errorf("they are %q and %q", school.RollsDue, other.RollsDue)
	}
	must(t, f.SetDay(t.Context(), north, school.RollsDue, school.LateAfter, 90))
	school, err = f.School(t.Context(), north)
	must(t, err)
	if school.PastDays != 90 || school.RollsDue != "08:45" || school.LateAfter != "08:40" {
		t.Errorf("%d days back may be corrected, due %q, late after %q", school.PastDays, school.RollsDue, school.LateAfter)
	}
	if err := f.SetDay(t.Context(), "nowhere", "08:45", "", 30); roll.KindOf(err) != roll.NotFound {
		t.Errorf("of no school: %v", err)
	}
}
