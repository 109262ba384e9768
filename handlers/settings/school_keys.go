package settings

import (
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/settings"
	"rollbook/web/connecting"
	"rollbook/web/roll"
)

// KeysPage is the page of a school's keys.
type KeysPage struct {
	base
	keys *connecting.Keys
}

// Get shows the keys, and the result of the last press.
func (p *KeysPage) Get(v *visit.Visit) error {
	return p.pages.Show(v, settings.SchoolKeys(&settings.SchoolKeysView{Page: p.page(v),
		Keys: visit.Read(v, p.keys.Keys)}))
}

// Add stores another key, which is not used yet.
func (p *KeysPage) Add(v *visit.Visit) error {
	return p.after(v, "key-added", p.keys.AddKey(v.Ctx, v.School, strings.TrimSpace(v.Request().PostForm.Get("key"))))
}

// Test tries a key with one harmless call.
func (p *KeysPage) Test(v *visit.Visit) error {
	return p.after(v, "", p.keys.TryKey(v.Ctx, v.School, v.Param("key")))
}

// Use makes every call use the key from now on, if the school system accepts it.
func (p *KeysPage) Use(v *visit.Visit) error {
	return p.after(v, "key-switched", p.keys.UseKey(v.Ctx, v.School, v.Param("key")))
}

// Remove deletes an unused key.
func (p *KeysPage) Remove(v *visit.Visit) error {
	return p.after(v, "key-removed", p.store.RemoveKey(v.Ctx, v.School.ID, v.Param("key")))
}

// after redirects to the list, or shows the failure there: another admin may have changed the same keys.
func (p *KeysPage) after(v *visit.Visit, said string, err error) error {
	if roll.KindOf(err) == roll.NotFound {
		err = roll.Problem(roll.Stale, "school_keys.gone").Because(err)
	}
	return p.changed(v, err, "keys", said, p.Get)
}
