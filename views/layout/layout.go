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

// entries is the navigation: the classes, and what else the page lists.
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

// Current marks the link of the page that is open.
func Current(yes bool) templ.Attributes {
	if !yes {
		return nil
	}
	return templ.Attributes{"aria-current": "page"}
}

// Theme overrides what the device prefers.
func Theme(p *Page) templ.Attributes {
	if p.Theme == "" {
		return nil
	}
	return templ.Attributes{"data-theme": p.Theme}
}

// ThemeChoice is a theme that can be chosen, and the key of its name.
type ThemeChoice struct {
	Value string
	Key   language.Key
}

// Themes are the themes, first the device's own.
func Themes() []ThemeChoice {
	return []ThemeChoice{{"", "shell.theme_device"}, {"light", "shell.theme_light"}, {"dark", "shell.theme_dark"}}
}

// Pressed writes the state of a button that stays pressed, for aria-pressed.
func Pressed(yes bool) string {
	if yes {
		return "true"
	}
	return "false"
}

// finderKey names the key that leads to the finder, to people who use single keys.
func finderKey(p *Page) templ.Attributes {
	if p.Person == nil || !p.Person.SingleKeys {
		return nil
	}
	return templ.Attributes{"data-slash": true, "aria-keyshortcuts": "/"}
}

// findsHere has a search put its answer into the page, where the page shows the students found.
func findsHere(p *Page) templ.Attributes {
	if !p.FindsHere {
		return nil
	}
	return InPlace(p.Paths.Students(string(p.School.ID), ""))
}
