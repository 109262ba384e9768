package visit

import (
	"rollbook/web/language"
	"rollbook/web/lists/lines"
	"rollbook/web/roll"
)

// Byline returns the actor's name with the role, "K. Osei (office)", or with the tablet, "Grace Adeyemi,
// tablet Door 12".
func Byline(words *language.Words, actor roll.Actor) string { return lines.By(words, actor) }

// Signed returns the actor's name where the role does not matter. It never shows a typed cover name or a
// tablet's name alone, since it could be that of a member of staff.
func Signed(words *language.Words, actor roll.Actor) string {
	if actor.HasNoAccount() {
		return Byline(words, actor)
	}
	return actor.Name
}

// Where returns the shared tablet of the action, such as "tablet at Door 12", or "".
func Where(words *language.Words, actor roll.Actor) string {
	switch {
	case actor.Tablet != "":
		return words.Text("roll.at_tablet", "Tablet", actor.Tablet)
	case actor.Taps():
		return words.Text("roll.at_tablet", "Tablet", actor.Name)
	}
	return ""
}
