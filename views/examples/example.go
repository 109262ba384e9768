// Package examples has every page in each of its states, for the demonstration's gallery and for tests. Its
// people and classes are invented.
package examples

import (
	"bytes"
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"

	"rollbook/views/entry"
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/papers"
)

// Example is a page in one of its states.
type Example struct {
	Page *layout.Page
	Body templ.Component
}

// view is a page's view, with the page that it contains.
type view interface{ Itself() *layout.Page }

func example[V view](page func(V) templ.Component, state V) Example {
	return Example{state.Itself(), page(state)}
}

// add adds the states of a page. A state without a page gets this one, with the message of the state.
func add[V view](all map[string]Example, page layout.Page, body func(V) templ.Component, states map[string]V) {
	for name, state := range states {
		if own := state.Itself(); own.Words == nil {
			says, why := own.Done, own.Problem
			*own = page
			own.Done, own.Problem = says, why
		}
		all[name] = example(body, state)
	}
}

// with returns the state after the change.
func with[V view](state V, change func(V)) V {
	change(state)
	return state
}

// refused returns the state after a press that did nothing.
func refused[V view](state V, why string) V {
	state.Itself().Problem = why
	return state
}

// done returns the state after a press.
func done[V view](state V, says string) V {
	state.Itself().Done = says
	return state
}

// Problem returns the page of a refused request with the status code.
func Problem(b Base, code int) *layout.ProblemView {
	v := &layout.ProblemView{Page: Page(b), Code: code}
	if code == 500 {
		v.RequestID = "01JD4Z7Q"
	}
	if code == 401 {
		v.Page = Stranger(b)
	}
	return v
}

// Help returns a page of the help; an empty topic returns the first page.
func Help(b Base, topic string) *entry.HelpView {
	v := &entry.HelpView{Page: Page(b), Topic: topic}
	if topic == "security" {
		v.Papers = &entry.Papers{
			Kept: []entry.KeptData{{Kind: "history", Days: 2192, Least: 400, Most: 7305}, {Kind: "sessions"}}, SignedIn: 12,
			Met: 186, Apply: 199, Limits: []entry.Limit{{Name: "password", Value: "15"}, {Name: "file", Value: "5 MiB"}},
			Rows: []papers.Requirement{{ID: "V1.2.4", Level: "1", State: "met",
				Says: "All SQL is constant text with parameters.", Files: []string{"web/store/literals_use_test.go"}}},
			Modules: []papers.Module{{Path: "github.com/a-h/templ", Version: "v0.3.1118", Licence: "MIT"}},
		}
	}
	v.Light = &part.Light{State: part.Silent, Clock: "08:31", Waiting: 1}
	v.Article, _ = v.Words.Article(topic)
	return v
}

// Base holds the words, addresses and files of every example; all fields are required.
type Base = taking.ExampleBase

// Policy is the Content-Security-Policy of every page.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

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
