package finder

import (
	"testing"

	"rollbook/web/language"
	"rollbook/web/roll"
)

func TestAPastDayIsReadAtTheBeginningOfAText(t *testing.T) {
	t.Parallel()
	catalogue, err := language.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct {
		tag, text string
		date      roll.Date
		rest      string
	}{
		{"en-GB", "tue gar", "2026-11-17", "gar"}, {"en-GB", "TUESDAY,  gar lo ", "2026-11-17", "gar lo"}, {"en-GB", "th", "2026-11-12", ""},
		{"en-GB", "17/11 8b", "2026-11-17", "8b"}, {"en-GB", "5.10.2026", "2026-10-05", ""}, {"en-GB", "20/11", "2025-11-20", ""},
		{"en-US", "11/17 gar", "2026-11-17", "gar"}, {"en-US", "17 nov gar", "2026-11-17", "gar"},
		{"fr", "mar gar", "2026-11-17", "gar"}, {"fr", "mercredi", "2026-11-18", ""}, {"fr", "17 novembre gar", "2026-11-17", "gar"},
		{"ar", "الثلاثاء محمد", "2026-11-17", "محمد"}, {"en-GB", "2026-11-17 gar", "2026-11-17", "gar"},
		{"en-GB", "2026-11-19", "", ""}, {"en-GB", "t gar", "", ""}, {"en-GB", "17 gar", "", ""}, {"en-GB", "8B", "", ""}, {"en-GB", "", "", ""},
	} {
		date, rest, said := DaySaid(catalogue.In(one.tag), "2026-11-19", one.text)
		if said != (one.date != "") || said && (date != one.date || rest != one.rest) {
			t.Errorf("%s %q is read as %s and %q, %t", one.tag, one.text, date, rest, said)
		}
	}
}
