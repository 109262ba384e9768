package settings

import (
	"errors"
	"net/http"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/settings"
	"rollbook/web/connecting"
	"rollbook/web/language"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// KeysPage is the page of a school's keys.
type KeysPage struct {
	pages *visit.Pages
	keys  *connecting.Keys
	store *store.Store
}

// Get shows the keys, and the result of the last action.
func (p *KeysPage) Get(v *visit.Visit) error {
	return p.show(v, http.StatusOK, v.Said("added", "switched", "removed"), "")
}

// Add stores another key, which is not used yet.
func (p *KeysPage) Add(v *visit.Visit) error {
	return p.done(v, "added", p.keys.AddKey(v.Ctx, v.School, strings.TrimSpace(v.Request().PostForm.Get("key"))))
}

// Test tries a key with one harmless call.
func (p *KeysPage) Test(v *visit.Visit) error {
	return p.done(v, "", p.keys.TryKey(v.Ctx, v.School, v.Param("key")))
}

// Use makes every call use the key from now on, if the school system accepts it.
func (p *KeysPage) Use(v *visit.Visit) error {
	return p.done(v, "switched", p.keys.UseKey(v.Ctx, v.School, v.Param("key")))
}

// Remove deletes an unused key.
func (p *KeysPage) Remove(v *visit.Visit) error {
	return p.done(v, "removed", p.store.RemoveKey(v.Ctx, v.School.ID, v.Param("key")))
}

// done redirects to the list, or shows there what failed: another admin may have changed the same keys.
func (p *KeysPage) done(v *visit.Visit, done string, err error) error {
	if err == nil {
		address := p.pages.Paths.Settings(string(v.School.ID), "keys")
		if done != "" {
			address += "?said=" + done
		}
		return visit.GoTo(v, address)
	}
	var problem *roll.Error
	if !errors.As(err, &problem) {
		return err
	}
	switch problem.Kind {
	case roll.NotFound:
		return p.show(v, http.StatusConflict, "", "school_keys.gone")
	case roll.Stale, roll.Meaningless:
		return p.show(v, visit.Statuses[problem.Kind], "", problem.Message)
	case roll.Malformed, roll.Forbidden, roll.Unkept, roll.Internal:
	}
	return err
}

func (p *KeysPage) show(v *visit.Visit, status int, done string, refused language.Key) error {
	keys, err := p.keys.Keys(v.Ctx, v.School.ID)
	if err != nil {
		return err
	}
	view := &settings.SchoolKeysView{Page: p.pages.Page(v, "", layout.NavSettings), Keys: keys, Done: done, Refused: refused}
	return p.pages.Render(v, status, settings.SchoolKeys(view))
}
