package handlers_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rollbook/web/roll"
)

// trial meets one bad input. The program is shared by a group's trials, one after
// the other; a trial that spoils it boots its own.
type trial func(t *testing.T, p *program)

// badInput is an entry of testdata/bad-inputs.json: what somebody sends, and what
// must come of it.
type badInput struct{ Group, Name, How, Expect string }

func badInputs(t *testing.T) []badInput {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", "bad-inputs.json"))
	must(t, err)
	var inputs []badInput
	must(t, json.Unmarshal(content, &inputs))
	return inputs
}

// trials are those of the groups that the pages can meet, by group and name.
func trials() map[string]map[string]trial {
	return map[string]map[string]trial{
		"login":                        badSignIns(),
		"roll form fields":             badPresses(),
		"query parameters":             merged(badQueries(), badSearches()),
		"cookies and sessions":         badSessions(),
		"CSRF and origin":              badOrigins(),
		"host, headers, transport":     badTransports(),
		"paths and assets":             badPaths(),
		"upstream data shown to users": badLists(),
		"csv import":                   badImports(),
		"school base URL (SSRF)":       badConnections(),
		"webhook":                      badWebhooks(),
	}
}

// notYet says why an input cannot be met: by name, or by group for all of a group.
func notYet() map[string]string {
	const (
		reset  = "passwords cannot be reset by oneself"
		second = "there is no second step of signing in"
	)
	return map[string]string{
		"pairing code and device": "tablets cannot be paired",

		"password reset enumeration": reset, "password reset token reuse": reset, "reset flooding": reset,
		"MFA code brute force": second, "MFA code replay": second, "MFA step skip": second,
		"sort injection":     "no list can be sorted",
		"HTTP/2 rapid reset": "the program speaks HTTP/1.1; HTTP/2 ends at the proxy before it",
	}
}

// elsewhere names the tests that meet an input closer to what guards against it.
func elsewhere() map[string]string {
	const session, server, client = "web/session/sessions_test.go: ", "web/server_test.go: ", "apiclient/"
	return map[string]string{
		"idle timeout with polling page": session + "TestAPageThatOnlyPollsIsSignedOutOnTime",
		"slowloris headers":              server + "TestWhoSendsHeadersSlowlyIsDisconnectedAfterFiveSeconds",
		"DNS rebinding":                  client + "connect_test.go: TestANameThatTurnsPrivateIsRefusedAtEveryConnect",
		"class id not mine":              "handlers/covers_reach_test.go: TestACoversReachIsOneClassOnOneDate",
		"proxy env":                      client + "proxy_test.go: TestTheEnvironmentsProxyIsIgnored",
	}
}

func TestEveryBadInputIsAnsweredAsItShould(t *testing.T) {
	t.Parallel()
	all := trials()
	groups := map[string][]badInput{}
	for _, input := range badInputs(t) {
		groups[input.Group] = append(groups[input.Group], input)
	}
	for group, inputs := range groups {
		if notYet()[group] != "" {
			continue
		}
		t.Run(group, func(t *testing.T) {
			t.Parallel()
			p := boot(t)
			for _, input := range inputs {
				if try, ok := all[group][input.Name]; ok {
					t.Run(input.Name, func(t *testing.T) { try(t, p) })
				}
			}
		})
	}
}

func TestNoBadInputIsForgotten(t *testing.T) {
	t.Parallel()
	all := trials()
	names := map[string]bool{}
	for _, input := range badInputs(t) {
		names[input.Group], names[input.Name] = true, true
		places := 0
		if _, tried := all[input.Group][input.Name]; tried {
			places++
		}
		for _, reason := range []string{notYet()[input.Group], notYet()[input.Name], elsewhere()[input.Name]} {
			if reason != "" {
				places++
			}
		}
		if places != 1 {
			t.Errorf("%s, %s: it stands in %d places instead of one (%s)", input.Group, input.Name, places, input.How)
		}
	}
	for group, list := range all {
		for name := range list {
			if !names[name] {
				t.Errorf("%s, %s: nobody names this input", group, name)
			}
		}
	}
	for name := range notYet() {
		if !names[name] {
			t.Errorf("%s: nobody names this input", name)
		}
	}
	for name, place := range elsewhere() {
		file, test, _ := strings.Cut(place, ": ")
		content, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(file)))
		must(t, err)
		if !strings.Contains(string(content), "func "+test+"(") {
			t.Errorf("%s: there is no %s in %s", name, test, file)
		}
	}
}

// state is every mark of the tests' days and every call that was made.
func (p *program) state(t *testing.T) string {
	t.Helper()
	var state strings.Builder
	now := p.app.Clock()
	for _, school := range []roll.SchoolID{harbour, tilleuls} {
		for days := -2; days <= 2; days++ {
			date := roll.Date(now.AddDate(0, 0, days).Format("2006-01-02"))
			must(t, p.app.Store.Day(t.Context(), school, date, func(mark roll.Mark) {
				fmt.Fprintln(&state, school, date, mark.Enrolment, mark.Version, mark.Status, mark.Outcome)
			}))
		}
	}
	fmt.Fprintln(&state, len(p.sandbox.Arrivals("")), "calls")
	return state.String()
}

// nothing asks, and looks that nothing was accepted and nothing sent.
func (p *program) nothing(t *testing.T, ask func() answer) answer {
	t.Helper()
	before := p.state(t)
	got := ask()
	if after := p.state(t); after != before {
		t.Errorf("it changed\n%sto\n%s", before, after)
	}
	return got
}

// raw sends a body as it is, as a page of this site sends a form.
func (v *visitor) raw(path, body string, headers ...string) answer {
	v.t.Helper()
	headers = append([]string{"Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin"}, headers...)
	return v.send("POST", path, strings.NewReader(body), headers...)
}
