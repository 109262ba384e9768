package visit_test

import (
	"testing"

	"rollbook/handlers/visit"
	"rollbook/web/language"
	"rollbook/web/roll"
)

func TestATypedNameAndATabletAreNeverShownLikeAColleague(t *testing.T) {
	t.Parallel()
	catalogue, err := language.Load()
	if err != nil {
		t.Fatal(err)
	}
	words := catalogue.English()
	for actor, want := range map[roll.Actor]string{
		{Name: "K. Osei", Role: roll.Office}:                           "K. Osei",
		{Name: "K. Osei", Role: roll.Covering}:                         "K. Osei (cover)",
		{Name: "Door 12", Role: roll.AtDoor}:                           "tablet at Door 12",
		{Name: "Grace Adeyemi", Role: roll.Teacher, Tablet: "Door 12"}: "Grace Adeyemi",
	} {
		if got := visit.Signed(words, actor); got != want {
			t.Errorf("%+v is shown as %q, want %q", actor, got, want)
		}
	}
}
