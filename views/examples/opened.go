package examples

import (
	"bytes"
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"
)

// Opened returns the page with the last of its menus of a kind open, "menu" or "more".
func Opened(page templ.Component, kind string) templ.Component {
	return opened(page, `<details class="`+kind+`">`, strings.LastIndex)
}

// openedFirst returns the page with the first of its menus open: the header's.
func openedFirst(page templ.Component) templ.Component {
	return opened(page, `<details class="menu">`, strings.Index)
}

func opened(page templ.Component, shut string, find func(text, part string) int) templ.Component {
	return rewritten(page, func(text string) string {
		at := find(text, shut)
		if at < 0 {
			return text
		}
		return text[:at] + strings.TrimSuffix(shut, ">") + " open>" + text[at+len(shut):]
	})
}

// Offline returns a roll as its script changes it on a device without a network.
func Offline(page templ.Component, sentence string) templ.Component {
	return rewritten(page, func(text string) string {
		return strings.Replace(text, `<output id="result">`, `<output id="result" class="now">`+templ.EscapeString(sentence), 1)
	})
}

func rewritten(page templ.Component, rewrite func(string) string) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		var rendered bytes.Buffer
		if err := page.Render(ctx, &rendered); err != nil {
			return err
		}
		_, err := io.WriteString(w, rewrite(rendered.String()))
		return err
	})
}

// addOpened adds pages with open menus.
func addOpened(all map[string]Example) {
	for name, open := range map[string]func(templ.Component) templ.Component{
		"home": openedLast, "day": openedLast, "people": openedLast, "home-demo": openedFirst, "find": openedFirst, "trouble-slow-admin": openedFirst,
	} {
		if page, known := all[name]; known {
			all[name+"-menu"] = Example{page.Page, open(page.Body)}
		}
	}
}

func openedLast(page templ.Component) templ.Component { return Opened(page, "menu") }

// roomOf maps the beginnings of examples' names to the part of the settings with these pages.
var roomOf = []struct{ begins, room string }{
	{"connect-", "connection"}, {"school-keys", "keys"}, {"webhooks", "webhooks"}, {"student", "students"}, {"preview", "students"},
	{"statuses", "statuses"}, {"group", "groups"}, {"calendar", "calendar"}, {"day-settings", "day"}, {"times", "times"},
	{"people", "people"}, {"school", "school"}, {"tablet", "tablets"},
}

// addRooms marks the part of each settings page in the list at its side.
func addRooms(all map[string]Example) {
	for name, page := range all {
		if len(page.Page.Rooms) == 0 {
			continue
		}
		for _, one := range roomOf {
			if strings.HasPrefix(name, one.begins) {
				page.Page.Address = page.Page.Paths.Settings(string(page.Page.School.ID), one.room)
				break
			}
		}
	}
}
