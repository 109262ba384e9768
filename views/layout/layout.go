package layout

import (
	"github.com/a-h/templ"

	"rollbook/web/language"
)

// entry is one link of the navigation.
type entry struct {
	address string
	text    string
	current bool
}

// entries returns the navigation: the classes, then the page's Links.
func entries(p *Page) []entry {
	school := string(p.School.ID)
	known := map[string]entry{
		NavClasses:    {p.Paths.School(school), p.Words.Text("shell.classes"), p.Nav == NavClasses},
		NavDay:        {p.Paths.Day(school, ""), p.Words.Text("shell.day"), p.Nav == NavDay},
		NavStudents:   {p.Paths.Students(school, ""), p.Words.Text("shell.students"), p.Nav == NavStudents},
		NavConnection: {p.Paths.Connection(school), p.Words.Text("shell.connection"), p.Nav == NavConnection},
		NavSettings:   {p.Paths.Settings(school, ""), p.Words.Text("shell.settings"), p.Nav == NavSettings},
	}
	list := []entry{known[NavClasses]}
	for _, name := range p.Links {
		if link, ok := known[name]; ok && name != NavClasses {
			list = append(list, link)
		}
	}
	return list
}

// Current returns the attribute that marks the link of the open page.
func Current(yes bool) templ.Attributes {
	if !yes {
		return nil
	}
	return templ.Attributes{"aria-current": "page"}
}

// Theme returns the attribute that overrides the device's theme.
func Theme(p *Page) templ.Attributes {
	if p.Theme == "" {
		return nil
	}
	return templ.Attributes{"data-theme": p.Theme}
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
	if p.Person == nil || !p.Person.SingleKeys {
		return nil
	}
	return templ.Attributes{"data-slash": true, "aria-keyshortcuts": "/"}
}

// findsHere returns the attributes that put a search's answer into the page, on the page that shows the
// students found.
func findsHere(p *Page) templ.Attributes {
	if !p.FindsHere {
		return nil
	}
	return InPlace(p.Paths.Students(string(p.School.ID), ""))
}
