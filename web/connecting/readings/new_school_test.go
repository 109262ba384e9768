package readings

import (
	"strings"
	"testing"
	"time"

	_ "time/tzdata"

	"rollbook/web/roll"
)

func TestEveryTimeZoneOfTheListIsKnownAndFoundByItsCity(t *testing.T) {
	t.Parallel()
	zones := Zones("")
	if len(zones) < 400 {
		t.Fatalf("there are %d", len(zones))
	}
	places := make(map[string]string)
	for _, zone := range zones {
		if _, err := time.LoadLocation(zone.Name); err != nil {
			t.Error(err)
		}
		places[zone.Name] = zone.Place
	}
	for name, place := range map[string]string{
		"Europe/Berlin": "Berlin (Europe)", "America/Argentina/Buenos_Aires": "Buenos Aires (America, Argentina)", "UTC": "UTC",
	} {
		if places[name] != place {
			t.Errorf("%s is called %q", name, places[name])
		}
	}
}

func TestATimeZoneThatWasTypedStaysOnTheList(t *testing.T) {
	t.Parallel()
	if first := Zones("Asia/Calcutta")[0]; first.Name != "Asia/Calcutta" || first.Place != "Calcutta (Asia)" {
		t.Errorf("first is %+v", first)
	}
	if known := len(Zones("Europe/Berlin")); known != len(Zones("")) {
		t.Errorf("one that is on the list is there twice: %d", known)
	}
}

func TestTheShortNameIsMadeFromTheName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Oak School": "oak-school", "  Collège des Tilleuls ": "college-des-tilleuls", "St. Mary's C.E. (Aided)": "st-mary-s-c-e-aided",
		"Gymnasium Weißensee": "gymnasium-weissensee", "Szkoła nr 5": "szkola-nr-5", "東京学校": "", "--": "",
		strings.Repeat("long ", 20): "long-long-long-long-long-long-long-long",
	} {
		got := ShortName(name)
		if got != want || got != "" && !roll.ValidSchoolID(got) {
			t.Errorf("%q becomes %q, not %q", name, got, want)
		}
	}
}
