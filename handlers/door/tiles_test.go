package door

import (
	"testing"

	"rollbook/web/roll"
)

func TestATileHasNoFullName(t *testing.T) {
	t.Parallel()
	for want, student := range map[string]roll.Enrolment{
		"Sean O.": {Given: "Sean", Family: "O'Neill"},
		"Anna K.": {Given: "Anna Maria", Family: "Kowalska"},
		"Ömer Ç.": {Given: "Ömer Ali Çelik"},
		"Bui L.":  {Given: "Bui, Linh"},
		"Ayşe":    {Given: " Ayşe "},
		"Berg":    {Family: "Berg"},
		"":        {},
	} {
		if got := shortName(student); got != want {
			t.Errorf("the tile of %q is named %q, want %q", student.Name(), got, want)
		}
	}
}
