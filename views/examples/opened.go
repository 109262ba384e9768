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
		return strings.Replace(text, `<output id="result">`, `<output id="result" class="now">`+
			templ.EscapeString(sentence), 1)
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
	openedLast := func(page templ.Component) templ.Component { return Opened(page, "menu") }
	for name, open := range map[string]func(templ.Component) templ.Component{
		"home": openedLast, "day": openedLast, "people": openedLast, "home-demo": openedFirst, "find": openedFirst,
		"trouble-slow-admin": openedFirst,
	} {
		all[name+"-menu"] = Example{all[name].Page, open(all[name].Body)}
	}
}
