package examples

import (
	"bytes"
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"
)

// Opened is a page with the last of its menus of a kind open, "menu" or "more", as the script or a
// press leaves it.
func Opened(page templ.Component, kind string) templ.Component {
	shut := `<details class="` + kind + `">`
	return rewritten(page, func(text string) string {
		at := strings.LastIndex(text, shut)
		if at < 0 {
			return text
		}
		return text[:at] + `<details class="` + kind + `" open>` + text[at+len(shut):]
	})
}

// Offline is a roll as its script leaves it where the device is offline.
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

// addOpened adds pages with their menus open.
func addOpened(all map[string]Example) {
	for _, name := range []string{"home", "home-demo", "day", "find", "trouble-slow-admin"} {
		page, known := all[name]
		if known {
			all[name+"-menu"] = Example{page.Page, Opened(page.Body, "menu")}
		}
	}
}
