package layout

import (
	"slices"

	"github.com/a-h/templ"

	"rollbook/web/language"
	"rollbook/web/paths"
)

// entry is one link of the navigation.
type entry struct {
	nav, address string
	text         language.Key
}

// entries returns the navigation: the classes, then the page's Links.
func entries(p *Page) []entry {
	school := string(p.School.ID)
	return slices.DeleteFunc([]entry{
		{NavClasses, p.Paths.To(paths.School, school), "shell.classes"}, {NavDay, p.Paths.To(paths.Day, school), "shell.day"},
		{NavStudents, p.Paths.To(paths.Find, school), "shell.students"},
		{NavConnection, p.Paths.To(paths.Connection, school), "shell.connection"},
		{NavSettings, p.Paths.To(paths.Settings, school, ""), "shell.settings"},
	}, func(one entry) bool { return one.nav != NavClasses && !p.Opens(one.nav) })
}

// Current returns the attribute that marks the link of the open page.
func Current(yes bool) templ.Attributes {
	return templ.Attributes{"aria-current": templ.KV("page", yes)}
}

// Theme returns the attribute that overrides the device's theme.
func Theme(p *Page) templ.Attributes {
	return templ.Attributes{"data-theme": templ.KV(p.Theme, p.Theme != "")}
}

// ThemeChoice is a theme with the key of its name.
type ThemeChoice struct {
	Value string
	Key   language.Key
}

// Themes returns the themes, the device's own first.
func Themes() []ThemeChoice {
	return []ThemeChoice{{"", "shell.theme_device"}, {"light", "shell.theme_light"}, {"dark", "shell.theme_dark"}}
}

// finderKey returns the attribute that names the finder's key, for people who use single keys.
func finderKey(p *Page) templ.Attributes {
	uses := p.Person != nil && p.Person.SingleKeys
	return templ.Attributes{"data-slash": uses, "aria-keyshortcuts": templ.KV("/", uses)}
}

// findsHere returns the attributes that put a search's answer into the page, on the page that shows the
// students found.
func findsHere(p *Page) templ.Attributes {
	if !p.FindsHere {
		return nil
	}
	here := InPlace("")
	delete(here, "hx-get")
	here["hx-post"] = p.Paths.To(paths.SearchStudents, p.School.ID)
	// A student chosen meanwhile is part of the newer request.
	here["hx-sync"] = "this:replace"
	return here
}
