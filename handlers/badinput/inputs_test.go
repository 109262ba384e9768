package badinput_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll/constants"
)

// trial tries one bad input. A group's trials share the program, one after the other; a trial that damages it
// boots its own.
type trial func(t *testing.T, p *apptest.Program)

// badInput is an entry of testdata/bad-inputs.json: an input, and its expected
// result.
type badInput struct{ Group, Name, How, Expect string }

func badInputs(t *testing.T) []badInput {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", "bad-inputs.json"))
	apptest.Must(t, err)
	var inputs []badInput
	apptest.Must(t, json.Unmarshal(content, &inputs))
	return inputs
}

// trials returns the trials of the inputs that pages can receive, by group and name.
func trials() map[string]map[string]trial {
	queries := badQueries()
	maps.Copy(queries, badSearches())
	return map[string]map[string]trial{
		"login":                        badSignIns(),
		"roll form fields":             badPresses(),
		"query parameters":             queries,
		"cookies and sessions":         badSessions(),
		"CSRF and origin":              badOrigins(),
		"host, headers, transport":     badTransports(),
		"paths and assets":             badPaths(),
		"upstream data shown to users": badLists(),
		"csv import":                   badImports(),
		"school base URL (SSRF)":       badConnections(),
		"webhook":                      badWebhooks(),
		"pairing code and device":      badPairings(),
	}
}

// notYet returns why an input cannot be tried, by name, or by group for a whole group.
func notYet() map[string]string {
	const second = "there is no second step of signing in"
	return map[string]string{
		"MFA code brute force": second, "MFA code replay": second, "MFA step skip": second,
		"sort injection":     "no list can be sorted",
		"HTTP/2 rapid reset": "the program speaks HTTP/1.1; HTTP/2 ends at the proxy before it",
	}
}

// elsewhere names the tests that try an input closer to the code that guards against it.
func elsewhere() map[string]string {
	const session, server, client = "web/identity/session/sessions_test.go: ", "web/edge/server_test.go: ", "apiclient/"
	const entry = "handlers/entry/"
	return map[string]string{
		"asleep overnight":               "handlers/door/signing_test.go: TestATabletThatSleptOvernightSavesNothingAndLeadsToToday",
		"idle timeout with polling page": session + "TestAPageThatOnlyPollsIsSignedOutOnTime",
		"slowloris headers":              server + "TestASlowSenderOfHeadersIsDisconnectedAfterFiveSeconds",
		"DNS rebinding":                  client + "connect_test.go: TestANameThatTurnsPrivateIsRefusedAtEveryConnect",
		"password reset enumeration":     entry + "forgotten_test.go: TestAnswersDoNotRevealWhetherAnAddressIsKnown",
		"password reset token reuse":     entry + "account_link_test.go: TestALinkForANewPasswordIsUsedOnceAndSignsOutEverywhere",
		"reset flooding":                 entry + "forgotten_test.go: TestAnAddressGetsThreeLinksAnHourHoweverOftenOthersAsk",
		"class id not mine":              entry + "covers_reach_test.go: TestACoversReachIsOneClassOnOneDate",
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
			p := apptest.Boot(t)
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
		content, err := os.ReadFile(filepath.Join(constants.Root(t), filepath.FromSlash(file)))
		apptest.Must(t, err)
		if !strings.Contains(string(content), "func "+test+"(") {
			t.Errorf("%s: there is no %s in %s", name, test, file)
		}
	}
}

// raw sends a body unchanged, like a form of a page of this site.
func raw(v *apptest.Visitor, path, body string, headers ...string) apptest.Answer {
	v.T.Helper()
	headers = append([]string{"Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin"}, headers...)
	return v.Send("POST", path, strings.NewReader(body), headers...)
}
