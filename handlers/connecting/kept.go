package connecting

import (
	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/web/roll"
)

// kept describes a save that is not in the school system.
func kept(v *visit.Visit, save roll.Save) connecting.Kept {
	save.ClassName = naming.SavedFor(v, save)
	return connecting.Kept{Save: save, Byline: visit.Byline(v.Words, save.By)}
}
