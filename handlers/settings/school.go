package settings

import (
	"cmp"
	"net/http"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/settings"
	"rollbook/web/ending"
	"rollbook/web/identity/session"
)

// SchoolPage is the page for renaming and removing a school.
type SchoolPage struct {
	base
	sessions *session.Sessions
	ending   *ending.Ending
}

// Get shows the page, with what would be lost with the school.
func (p *SchoolPage) Get(v *visit.Visit) error {
	form := v.Request().PostForm
	return p.pages.Show(v, settings.School(&settings.SchoolView{
		Page: p.page(v), Name: cmp.Or(form.Get("name"), v.School.Name), Renames: form.Has("name"),
		End: visit.Read(v, p.ending.Of), Language: v.School.Language,
		Languages: p.pages.Languages(v.Words.Text("ending.language_auto")),
	}))
}

// Rename changes the school's name and language.
func (p *SchoolPage) Rename(v *visit.Visit) error {
	form := v.Request().PostForm
	name, tag := form.Get("name"), v.School.Language
	if form.Has("language") {
		tag = form.Get("language")
	}
	if !p.pages.Speaks(tag) {
		return visit.ErrUnknownChoice()
	}
	err := p.ending.Rename(v.Ctx, v.Person.ID, v.School.ID, name, tag)
	return p.changed(v, err, "school", "school", p.Get)
}

// Export sends every mark of the school as a file. It is a POST, because it permits the removal of the
// school.
func (p *SchoolPage) Export(v *visit.Visit) error {
	if err := visit.Download(v, string(v.School.ID)+".csv", visit.CSV); err != nil {
		return err
	}
	return p.ending.Export(v.Ctx, v.Person.ID, v.School, v.Words, v.Response())
}

// Remove removes the school.
func (p *SchoolPage) Remove(v *visit.Visit) error {
	_, err := p.ending.Remove(v.Ctx, v.Person.ID, v.School, strings.TrimSpace(v.Request().PostForm.Get("typed")))
	if err != nil {
		return p.changed(v, err, "school", "", p.Get)
	}
	stays := len(v.Memberships) > 1
	if !stays {
		if err := p.sessions.SignOut(v.Ctx); err != nil {
			return err
		}
		visit.Forget(v, p.pages.Paths)
	}
	view := &settings.SchoolGoneView{Page: p.pages.BarePage(v, ""), Name: v.School.Name, Stays: stays}
	return p.pages.ShowAs(v, http.StatusOK, settings.SchoolGone(view))
}
