package sso_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/without"
)

// entry returns the file of npm's oidc-provider, or false when the machine has neither it nor npm.
func entry(t *testing.T) (string, bool) {
	t.Helper()
	if _, ok := without.NPM().Here(t); !ok {
		return "", false
	}
	folder, err := filepath.Abs(filepath.Join("..", "..", ".ci"))
	apptest.Must(t, err)
	file := filepath.Join(folder, "node_modules", "oidc-provider", "lib", "index.js")
	if _, err := os.Stat(file); err == nil {
		return file, true
	}
	install := exec.CommandContext(t.Context(), "npm", "ci", "--silent")
	install.Dir = folder
	if said, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm ci: %v: %s", err, said)
	}
	return file, true
}

// theirs is a running provider that others made.
type theirs struct{ issuer, accounts string }

// runs starts the provider for the program.
func runs(t *testing.T, p *apptest.Program, file string) theirs {
	t.Helper()
	accounts := filepath.Join(t.TempDir(), "accounts.json")
	node := exec.CommandContext(t.Context(), "node", filepath.Join("testdata", "provider.mjs"), file, accounts, client, secret, p.Address+start+"/back")
	input, err := node.StdinPipe()
	apptest.Must(t, err)
	output, err := node.StdoutPipe()
	apptest.Must(t, err)
	apptest.Must(t, node.Start())
	t.Cleanup(func() {
		apptest.Must(t, input.Close())
		_ = node.Wait() // the end of the test may have been quicker
	})
	issuer, err := bufio.NewReader(output).ReadString('\n')
	apptest.Must(t, err)
	return theirs{strings.TrimSpace(issuer), accounts}
}

// says sets the claims of the account.
func (o theirs) says(t *testing.T, account string, claims map[string]any) {
	t.Helper()
	text, err := json.Marshal(map[string]any{account: claims})
	apptest.Must(t, err)
	apptest.Must(t, os.WriteFile(o.accounts, text, 0o600))
}

// signsIn presses the button and fills in the forms of the provider, until the browser is back in the program.
func (o theirs) signsIn(t *testing.T, v *apptest.Visitor, account string) apptest.Answer {
	t.Helper()
	at := begins(t, v, start)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, at.String(), nil)
	apptest.Must(t, err)
	for range 20 {
		if back, ok := strings.CutPrefix(r.URL.String(), v.Address); ok {
			return v.Get(back)
		}
		a, err := v.Client.Do(r)
		apptest.Must(t, err)
		page, err := goquery.NewDocumentFromReader(a.Body)
		apptest.Must(t, err)
		apptest.Must(t, a.Body.Close())
		if to := a.Header.Get("Location"); to != "" {
			next, err := r.URL.Parse(to)
			apptest.Must(t, err)
			r, err = http.NewRequestWithContext(t.Context(), http.MethodGet, next.String(), nil)
			apptest.Must(t, err)
			continue
		}
		form := url.Values{"login": {account}, "password": {"x"}}
		page.Find("form input[type=hidden]").Each(func(_ int, field *goquery.Selection) {
			form.Set(field.AttrOr("name", ""), field.AttrOr("value", ""))
		})
		action, err := r.URL.Parse(page.Find("form").AttrOr("action", "none"))
		apptest.Must(t, err)
		r, err = http.NewRequestWithContext(t.Context(), http.MethodPost, action.String(), strings.NewReader(form.Encode()))
		apptest.Must(t, err)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	t.Fatalf("the provider does not end: %s", r.URL)
	return apptest.Answer{}
}

// The provider is npm's oidc-provider: it demands PKCE, names itself in its answers, and has most claims in its userinfo only.
func TestPeopleSignInByAThirdPartyProvider(t *testing.T) {
	t.Parallel()
	file, ok := entry(t)
	if !ok {
		return
	}
	p := apptest.BootAt(t, time.Now)
	o := runs(t, p, file)
	sets(t, p, o.issuer, byGroups("makes", "yes")...)
	said := map[string]any{"email": "zoe@harbour.example", "email_verified": true, "name": "Zoë Ng", "groups": []string{"front office"}}
	o.says(t, "zoe", said)
	v := p.Visit(t)
	if a := o.signsIn(t, v, "zoe"); a.Code != http.StatusSeeOther || a.Header.Get("Location") != "/" {
		t.Fatalf("the sign-in answers %d: %s", a.Code, a.Text("main"))
	}
	v.Get("/schools/harbour/day").Want(t, http.StatusOK)
	said["groups"] = []string{"staff"}
	o.says(t, "zoe", said)
	o.signsIn(t, v, "zoe").Want(t, http.StatusSeeOther)
	v.Get("/schools/harbour/day").Want(t, http.StatusForbidden)
	said["groups"] = []string{}
	o.says(t, "zoe", said)
	if a := o.signsIn(t, v, "zoe"); a.Code != http.StatusForbidden || !strings.Contains(a.Text("#provider-problem"), "in no group") {
		t.Errorf("a leaver gets %d: %s", a.Code, a.Text("main"))
	}
	if v.SignedIn() {
		t.Error("the leaver's session goes on")
	}
	o.says(t, "tom", map[string]any{"email": apptest.OtherTeacher, "email_verified": false, "groups": []string{"staff"}})
	if a := o.signsIn(t, p.Visit(t), "tom"); !strings.Contains(a.Text("#provider-problem"), unproved) {
		t.Errorf("an unverified address gets %d: %s", a.Code, a.Text("main"))
	}
	// A wrong secret of the client is said.
	admin := p.As(t, apptest.Administrator)
	admin.Post(page, admin.Filled(page, "#provider", "secret", "another")).Want(t, http.StatusSeeOther)
	if a := o.signsIn(t, p.Visit(t), "tom"); !strings.Contains(a.Text("#provider-problem"), "must check the client secret") {
		t.Errorf("a wrong secret gets %d: %s", a.Code, a.Text("main"))
	}
	if role := p.RoleOf(t, apptest.OtherTeacher, apptest.Harbour); role != roll.Teacher {
		t.Errorf("the role of who was refused is %q", role)
	}
}
