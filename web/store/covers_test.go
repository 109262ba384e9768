package store

import (
	"strconv"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/keeping"
)

func coverSentences() []sentence {
	return []sentence{
		{"a cover link is kept once, by its id", aCoverLinkIsKeptOnce},
		{"a cover link is revoked once, and by its own school", aCoverLinkIsRevokedOnce},
		{"a cover link is stored with its users", usersOfACoverLink},
		{"a cover link is used a hundred times at most", aCoverLinkIsUsedAHundredTimes},
		{"cover links are deleted after their end, with their users", coverLinksAreForgotten},
	}
}

// coverLink returns a link of today at the school, which ends in four hours.
func (f *fixture) coverLink(id roll.CoverID) roll.CoverLink {
	now := f.clock.Now().UTC().Truncate(time.Millisecond)
	return roll.CoverLink{
		ID: id, School: north, Period: "2026", Class: "8b", ClassName: "8B", Date: today,
		Ends: now.Add(4 * time.Hour), MadeBy: "O. Brandt", MadeAt: now,
	}
}

// addsCover stores the link, and reports whether it is new.
func (f *fixture) addsCover(t *testing.T, link roll.CoverLink) bool {
	t.Helper()
	added, err := f.AddCoverLink(t.Context(), link)
	must(t, err)
	return added
}

func aCoverLinkIsKeptOnce(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	link := f.coverLink("one")
	f.addsCover(t, link)
	again := link
	again.Class, again.Ends = "9a", link.Ends.Add(time.Hour)
	if f.addsCover(t, again) {
		t.Error("the same press makes it twice")
	}
	if got, err := f.CoverLink(t.Context(), "one"); err != nil || got != link {
		t.Errorf("it is %+v, %v", got, err)
	}
	other, old := f.coverLink("other"), f.coverLink("old")
	other.School, old.Date = "south", "2026-11-19"
	f.addsCover(t, other)
	f.addsCover(t, old)
	links, err := f.CoverLinks(t.Context(), north, today)
	if err != nil || len(links) != 1 || links[0] != link {
		t.Errorf("the day's are %+v, %v", links, err)
	}
	if _, err := f.CoverLink(t.Context(), "none"); roll.KindOf(err) != roll.NotFound {
		t.Errorf("one that is none: %v", err)
	}
}

func aCoverLinkIsRevokedOnce(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	f.addsCover(t, f.coverLink("one"))
	first := f.clock.Now().Add(time.Minute)
	if err := f.RevokeCoverLink(t.Context(), "south", "one", first); roll.KindOf(err) != roll.NotFound {
		t.Errorf("another school's: %v", err)
	}
	must(t, f.RevokeCoverLink(t.Context(), north, "one", first))
	must(t, f.RevokeCoverLink(t.Context(), north, "one", first.Add(time.Hour)))
	f.addsCover(t, f.coverLink("one"))
	if got, err := f.CoverLink(t.Context(), "one"); err != nil || !got.RevokedAt.Equal(first) {
		t.Errorf("it is %+v, %v", got, err)
	}
}

func usersOfACoverLink(f *fixture) {
	t := f.t
	link, now := f.coverLink("one"), f.clock.Now().UTC().Truncate(time.Millisecond)
	f.addsCover(t, link)
	must(t, f.AddCover(t.Context(), "ines", "one", "Ines Okoro", now))
	must(t, f.AddCover(t.Context(), "twin", "one", "Ines Okoro", now.Add(time.Minute)))
	must(t, f.NoteCoverUse(t.Context(), "ines", now.Add(time.Hour)))
	must(t, f.NoteCoverUse(t.Context(), "twin", now))
	want := roll.Cover{Person: "ines", Name: "Ines Okoro", Preferences: roll.Preferences{SingleKeys: true}, UsedAt: now.Add(time.Hour), Link: link}
	if got, err := f.Cover(t.Context(), "ines"); err != nil || got != want {
		t.Errorf("it is %+v, %v", got, err)
	}
	must(t, f.SetCoverPreferences(t.Context(), "ines", roll.Preferences{OnlyTicked: true}))
	if got, err := f.Cover(t.Context(), "ines"); err != nil || got.SingleKeys || !got.OnlyTicked {
		t.Errorf("with preferences it is %+v, %v", got, err)
	}
	uses, err := f.CoverUses(t.Context(), north, today)
	if err != nil || len(uses["one"]) != 2 || !uses["one"][0].At.Equal(now.Add(time.Hour)) || !uses["one"][1].At.Equal(now.Add(time.Minute)) {
		t.Errorf("the uses are %+v, %v", uses, err)
	}
	for name, err := range map[string]error{
		"one who uses none":     func() error { _, err := f.Cover(t.Context(), "nobody"); return err }(),
		"preferences of nobody": f.SetCoverPreferences(t.Context(), "nobody", roll.Preferences{SingleKeys: true}),
	} {
		if roll.KindOf(err) != roll.NotFound {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func aCoverLinkIsUsedAHundredTimes(f *fixture) {
	t := f.t
	f.addsCover(t, f.coverLink("one"))
	f.addsCover(t, f.coverLink("two"))
	for i := range 100 {
		must(t, f.AddCover(t.Context(), roll.PersonID("p"+strconv.Itoa(i)), "one", "Ines Okoro", f.clock.Now()))
	}
	if err := f.AddCover(t.Context(), "further", "one", "Ines Okoro", f.clock.Now()); roll.KindOf(err) != roll.Meaningless {
		t.Errorf("one more: %v", err)
	}
	must(t, f.AddCover(t.Context(), "further", "two", "Ines Okoro", f.clock.Now()))
}

func coverLinksAreForgotten(f *fixture) {
	t := f.t
	now := f.clock.Now()
	for id, ends := range map[roll.CoverID]time.Time{"old": now.Add(-time.Hour), "new": now.Add(time.Hour)} {
		link := f.coverLink(id)
		link.Ends = ends
		f.addsCover(t, link)
		must(t, f.AddCover(t.Context(), "user of "+roll.PersonID(id), id, "Ines Okoro", now))
	}
	save := press("kept", absent(), unseen(1)...)
	save.By = roll.Actor{Person: "user of old", Name: "Ines Okoro", Role: roll.Covering}
	f.accept(t, save)
	f.sweep(keeping.Links, now)
	if _, err := f.Cover(t.Context(), "user of old"); roll.KindOf(err) != roll.NotFound {
		t.Errorf("who used the old one: %v", err)
	}
	if _, err := f.CoverLink(t.Context(), "old"); roll.KindOf(err) != roll.NotFound {
		t.Errorf("the old one: %v", err)
	}
	if _, err := f.Cover(t.Context(), "user of new"); err != nil {
		t.Errorf("who uses the new one: %v", err)
	}
	if by := f.mark(t, 1).By; by != save.By {
		t.Errorf("the mark is by %+v", by)
	}
}
