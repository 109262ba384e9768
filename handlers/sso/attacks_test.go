package sso_test

import (
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// with returns a change of one claim.
func with(name string, value any) func(map[string]any) {
	return func(said map[string]any) { said[name] = value }
}

func lacking(name string) func(map[string]any) {
	return func(said map[string]any) { delete(said, name) }
}

const (
	notValid = "is not valid"
	unproved = "no verified e-mail address"
	unsaid   = "make it send email_verified"
	foreign  = "not of your school"
)

func TestATokenThatIsNotForThisSignInOpensNothing(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	sets(t, p, f.URL)
	for name, one := range map[string]struct {
		claims, header func(map[string]any)
		says           string
	}{
		"another nonce":           {with("nonce", "x"), nil, notValid},
		"no nonce":                {lacking("nonce"), nil, notValid},
		"another audience":        {with("aud", "payroll"), nil, notValid},
		"an audience of several":  {with("aud", []string{client, "payroll"}), nil, notValid},
		"another party":           {with("azp", "payroll"), nil, notValid},
		"another issuer":          {with("iss", "https://accounts.google.com"), nil, notValid},
		"the issuer with a slash": {with("iss", f.URL+"/"), nil, notValid},
		"an old token":            {with("exp", apptest.BootHour().Unix()-60), nil, notValid},
		"no subject":              {with("sub", ""), nil, notValid},
		"no algorithm":            {nil, with("alg", "none"), notValid},
		"a shared algorithm":      {nil, with("alg", "HS256"), notValid},
		"an unverified address":   {with("email_verified", false), nil, unproved},
		"verified, as a number":   {with("email_verified", 1), nil, unproved},
		"verified, as a 1":        {with("email_verified", "1"), nil, unproved},
		"no word about it":        {lacking("email_verified"), nil, unsaid},
		"no address":              {with("email", "nonsense"), nil, unproved},
	} {
		v := p.Visit(t)
		f.claims, f.header = one.claims, one.header
		a := f.signsIn(v, start)
		if a.Code != http.StatusForbidden || !strings.Contains(a.Text("#provider-problem"), one.says) || v.SignedIn() {
			t.Errorf("%s answers %d: %q", name, a.Code, a.Text("#provider-problem"))
		}
	}
}

func TestAnAnswerThatIsNotForThisBrowserOpensNothing(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	f.discovery = with("authorization_response_iss_parameter_supported", true)
	sets(t, p, f.URL)
	for name, one := range map[string]struct {
		answer url.Values
		says   string
	}{
		"another state":   {url.Values{"state": {"x"}, "iss": {f.URL}}, "began in another tab"},
		"no state":        {url.Values{"state": {""}, "iss": {f.URL}}, "began in another tab"},
		"another issuer":  {url.Values{"iss": {"https://evil.example"}}, "began in another tab"},
		"no issuer":       {url.Values{}, "began in another tab"},
		"a nonsense code": {url.Values{"code": {"x"}, "iss": {f.URL}}, "did not accept the sign-in"},
		"a refusal":       {url.Values{"error": {"access_denied"}, "iss": {f.URL}}, "did not finish"},
		"an error":        {url.Values{"error": {"<b>a canary</b>"}, "iss": {f.URL}}, "does not answer"},
	} {
		v := p.Visit(t)
		to := begins(t, v, start)
		if one.answer.Get("code") == "" {
			one.answer.Set("code", f.code(to))
		}
		a := returns(v, to, one.answer)
		if !strings.Contains(a.Text("#provider-problem"), one.says) || v.SignedIn() || strings.Contains(string(a.Body), "canary") {
			t.Errorf("%s answers %d: %q", name, a.Code, a.Text("#provider-problem"))
		}
	}
}

func TestACodeOpensOnceAndInItsBrowserOnly(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	sets(t, p, f.URL)
	v, other := p.Visit(t), p.Visit(t)
	to := begins(t, v, start)
	answer := url.Values{"code": {f.code(to)}}
	// An answer brought to another browser meets no sign-in there, or another one.
	if a := returns(other, to, answer); a.Code != http.StatusForbidden || other.SignedIn() {
		t.Errorf("another browser gets %d", a.Code)
	}
	begins(t, other, start)
	if a := returns(other, to, answer); a.Code != http.StatusForbidden || other.SignedIn() {
		t.Errorf("another sign-in gets %d", a.Code)
	}
	flow := v.Cookie("rollbook_flow")
	returns(v, to, answer).Want(t, http.StatusSeeOther)
	if !v.SignedIn() {
		t.Error("nobody is signed in")
	}
	if a := returns(v, to, answer); a.Code != http.StatusForbidden {
		t.Errorf("the browser's sign-in did not end: %d", a.Code)
	}
	thief := p.Visit(t)
	thief.SetCookie("rollbook_flow", flow)
	if a := returns(thief, to, answer); a.Code != http.StatusForbidden || thief.SignedIn() {
		t.Errorf("the same code again answers %d", a.Code)
	}
}

func TestASignInLeadsToAPageOfThisProgramOnlyAndInANewSession(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	sets(t, p, f.URL)
	for next, want := range map[string]string{
		"": "/", apptest.EightB: apptest.EightB, "https://evil.example/": "/", "//evil.example": "/", `/\evil.example`: "/",
	} {
		v := p.As(t, apptest.OfficeWorker)
		before := v.Cookie("rollbook_session")
		if to := f.signsIn(v, start+"?next="+url.QueryEscape(next)).Header.Get("Location"); to != want {
			t.Errorf("%q leads to %q", next, to)
		}
		if after := v.Cookie("rollbook_session"); after == "" || after == before {
			t.Error("the session is not a new one")
		}
	}
}

func TestOnlyListedTenantsOpenTheSchoolAndEachWithItsOwnIssuer(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	const ours, also, theirs = "3f1c0a52-7f5e-4d0e-9d65-0b6c2d1f9a77", "9f1c0a52-7f5e-4d0e-9d65-0b6c2d1f9a78", "5f1c0a52-7f5e-4d0e-9d65-0b6c2d1f9a79"
	of := func(tenant string) string { return f.URL + "/" + tenant + "/v2.0" }
	f.discovery = with("issuer", of(roll.AnyTenant))
	sets(t, p, of(roll.AnyTenant), "tenants", ours+"\n"+also)
	for name, one := range map[string]struct {
		tenant, issuer, says string
	}{
		"ours":              {ours, of(ours), ""},
		"theirs":            {theirs, of(theirs), foreign},
		"theirs under ours": {ours, of(theirs), foreign},
		"ours under theirs": {theirs, of(ours), foreign},
		"any":               {roll.AnyTenant, of(roll.AnyTenant), foreign},
		"none":              {"", of(""), foreign},
	} {
		v := p.Visit(t)
		f.claims = func(said map[string]any) {
			delete(said, "email_verified")
			said["tid"], said["iss"], said["xms_edov"] = one.tenant, one.issuer, true
		}
		a := f.signsIn(v, start)
		if v.SignedIn() != (one.says == "") || !strings.Contains(a.Text("#provider-problem"), one.says) {
			t.Errorf("%s answers %d: %q", name, a.Code, a.Text("#provider-problem"))
		}
	}
	// The same subject of the other tenant is another person, whose address is taken.
	f.claims = func(said map[string]any) { said["tid"], said["iss"], said["xms_edov"] = also, of(also), "1" }
	if a := f.signsIn(p.Visit(t), start); !strings.Contains(a.Text("#provider-problem"), "Another account") {
		t.Errorf("another tenant's account answers %d: %q", a.Code, a.Text("#provider-problem"))
	}
}

// A guest of a tenant has any address, and users of some tenants set their own.
func TestATenantLinksAnAccountOnlyByAnAddressThatItOwns(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	const tenant = "3f1c0a52-7f5e-4d0e-9d65-0b6c2d1f9a77"
	f.discovery = with("issuer", f.URL+"/"+roll.AnyTenant+"/v2.0")
	const owned, unowned = "", "Microsoft does not say"
	for name, one := range map[string]struct {
		domains string
		claims  map[string]any
		says    string
	}{
		"no word":                      {"", map[string]any{}, unowned},
		"an owned address":             {"", map[string]any{"xms_edov": true}, owned},
		"an owned address, as a text":  {"", map[string]any{"xms_edov": "True"}, owned},
		"an owned address, as 1":       {"", map[string]any{"xms_edov": 1}, owned},
		"a foreign address":            {"", map[string]any{"xms_edov": false}, unproved},
		"a foreign address, as 0":      {"", map[string]any{"xms_edov": "0"}, unproved},
		"an unverified address":        {"", map[string]any{"email_verified": false, "xms_edov": true}, unproved},
		"a verified address of a user": {"", map[string]any{"email_verified": true}, unowned},
		"a user name":                  {"", map[string]any{"preferred_username": apptest.Teacher}, unowned},
		"a listed user name":           {"harbour.example", map[string]any{"preferred_username": apptest.Teacher}, owned},
		"a guest with a listed address": {"harbour.example",
			map[string]any{"preferred_username": "anna_mail.example#EXT#@tenant.example"}, unowned},
		"a listed user name that is unverified": {"harbour.example",
			map[string]any{"preferred_username": apptest.Teacher, "xms_edov": false}, unproved},
	} {
		sets(t, p, f.URL+"/"+roll.AnyTenant+"/v2.0", "tenants", tenant+"\n9f1c0a52-7f5e-4d0e-9d65-0b6c2d1f9a78", "domains", one.domains)
		f.claims = func(said map[string]any) {
			delete(said, "email_verified")
			said["tid"], said["iss"] = tenant, f.URL+"/"+tenant+"/v2.0"
			maps.Copy(said, one.claims)
		}
		v := p.Visit(t)
		a := f.signsIn(v, start)
		if v.SignedIn() != (one.says == owned) || !strings.Contains(a.Text("#provider-problem"), one.says) {
			t.Errorf("%s answers %d: %q", name, a.Code, a.Text("#provider-problem"))
		}
		apptest.Must(t, p.App.Store.RemoveProvider(t.Context(), apptest.Harbour))
	}
}

func TestAnAddressAndItsConfirmationComeFromOneSource(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	const other = "mallory@harbour.example"
	for name, one := range map[string]struct {
		token, userinfo map[string]any
		says            string
	}{
		"confirmed elsewhere":    {map[string]any{"email": apptest.Teacher}, map[string]any{"email_verified": true}, unsaid},
		"another one confirmed":  {map[string]any{"email": apptest.Teacher}, map[string]any{"email": other, "email_verified": true}, "has not added you"},
		"an address elsewhere":   {map[string]any{"email_verified": true}, map[string]any{"email": apptest.Teacher}, unsaid},
		"refused in the token":   {map[string]any{"email": apptest.Teacher, "email_verified": false}, map[string]any{"email": apptest.Teacher, "email_verified": true}, unproved},
		"both in the userinfo":   {map[string]any{}, map[string]any{"email": apptest.Teacher, "email_verified": true}, ""},
		"both in the token only": {map[string]any{"email": apptest.Teacher, "email_verified": true}, map[string]any{}, ""},
	} {
		sets(t, p, f.URL)
		f.claims = func(said map[string]any) {
			delete(said, "email")
			delete(said, "email_verified")
			maps.Copy(said, one.token)
		}
		f.info = one.userinfo
		v := p.Visit(t)
		a := f.signsIn(v, start)
		if v.SignedIn() != (one.says == "") || !strings.Contains(a.Text("#provider-problem"), one.says) {
			t.Errorf("%s answers %d: %q", name, a.Code, a.Text("#provider-problem"))
		}
		apptest.Must(t, p.App.Store.RemoveProvider(t.Context(), apptest.Harbour))
	}
	// The log names the cause.
	apptest.Must(t, p.App.Trail.Flush(t.Context()))
	if text := p.As(t, apptest.Administrator).Get(apptest.SettingsPath + "/audit").Text("main"); !strings.Contains(text, "does not say whether the address is verified") {
		t.Errorf("the audit log says %q", text)
	}
}

func TestOnlyAccountsOfListedDomainsOpenTheSchool(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	sets(t, p, f.URL, "domains", "@Hill.example", "makes", "yes")
	for address, says := range map[string]string{apptest.Teacher: foreign, "x@hill.example.evil.example": foreign, "x@hill.example": ""} {
		f.claims = func(said map[string]any) { said["email"], said["sub"] = address, address }
		v := p.Visit(t)
		if a := f.signsIn(v, start); v.SignedIn() != (says == "") || !strings.Contains(a.Text("#provider-problem"), says) {
			t.Errorf("%s answers %d: %q", address, a.Code, a.Text("#provider-problem"))
		}
	}
}

func TestASchoolsProviderOpensThatSchoolOnly(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.Teacher, apptest.Tilleuls, roll.Office))
	sets(t, p, f.URL)
	v := p.Visit(t)
	f.signsIn(v, start).Want(t, http.StatusSeeOther)
	v.Get(apptest.EightB).Want(t, http.StatusOK)
	for _, address := range []string{"/schools/tilleuls", "/schools/tilleuls/day", "/schools/tilleuls/settings"} {
		v.Get(address).Want(t, http.StatusNotFound)
	}
	if text := v.Get("/schools").Text("main"); strings.Contains(text, "Tilleuls") {
		t.Errorf("the person's schools are %q", text)
	}
	// The address of a person of another school is refused, and no account is added.
	f.claims = func(said map[string]any) { said["email"], said["sub"] = apptest.FrenchTeacher, "luc" }
	for _, makes := range []string{"", "yes"} {
		sets(t, p, f.URL, "makes", makes)
		luc := p.Visit(t)
		if a := f.signsIn(luc, start); luc.SignedIn() || !strings.Contains(a.Text("#provider-problem"), "has not added you") {
			t.Errorf("a person of another school gets %d: %q", a.Code, a.Text("#provider-problem"))
		}
	}
	// The password opens the other school, and no longer this one.
	anna := p.As(t, apptest.Teacher)
	anna.Get("/schools/tilleuls/day").Want(t, http.StatusOK)
	anna.Get(apptest.EightB).Want(t, http.StatusNotFound)
}

func TestASchoolWithoutAProviderIsAsUnknownAsNonsense(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.Visit(t)
	for _, school := range []string{"tilleuls", "nonsense"} {
		v.Get("/sign-in/sso/"+school).Want(t, http.StatusNotFound)
	}
}

func TestASlowOrLargeOrForbiddenProviderIsOneSentence(t *testing.T) {
	t.Parallel()
	p := apptest.BootWith(t, apptest.Options{Log: slog.New(slog.DiscardHandler)})
	f := newFake(t)
	v := p.As(t, apptest.Administrator)
	for name, one := range map[string]struct {
		issuer, says string
		discovery    func(map[string]any)
	}{
		"good":            {f.URL, "answers as it should", nil},
		"verified":        {f.URL, "answers as it should", with("claims_supported", []string{"sub", "email_verified"})},
		"never verified":  {f.URL, "does not offer email_verified", with("claims_supported", []string{"sub", "email"})},
		"another issuer":  {f.URL, "calls itself https://evil.example", with("issuer", "https://evil.example")},
		"no endpoints":    {f.URL, "names no addresses", lacking("token_endpoint")},
		"a script":        {f.URL, "names no addresses", with("authorization_endpoint", "javascript:alert(1)")},
		"plain PKCE":      {f.URL, "does not support PKCE", with("code_challenge_methods_supported", []string{"plain"})},
		"a large answer":  {f.URL, "no OpenID Connect provider", with("more", strings.Repeat("x", 2<<20))},
		"no provider":     {f.URL + "/nothing", "no OpenID Connect provider at " + f.URL + "/nothing/.well-known", nil},
		"a closed port":   {"http://127.0.0.1:1", "Nothing answers", nil},
		"the metadata":    {"http://169.254.169.254", "is not allowed", nil},
		"a private place": {"https://10.0.0.1", "is not allowed", nil},
		"this program":    {p.Address, "is not allowed", nil},
		"no address":      {"accounts", "is not allowed", nil},
		"nothing":         {"", "enter the issuer", nil},
	} {
		f.discovery = one.discovery
		a := v.Post(page+"/try", v.Filled(page, "#provider", "kind", "other", "issuer", one.issuer, "name", "ID", "client", client, "otherwise", "teacher"))
		if text := a.Text("main .notice"); !strings.Contains(text, one.says) {
			t.Errorf("%s: %d %q", name, a.Code, text)
		}
	}
}

func TestRefusedAnswersOfStrangersRefuseNobodyAtTheirAddress(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	sets(t, p, f.URL)
	known, v := p.Visit(t), p.Visit(t)
	f.signsIn(known, start).Want(t, http.StatusSeeOther)
	known.Post("/sign-out", nil).Want(t, http.StatusSeeOther)
	for range 200 {
		v.Get(start + "/back?state=invented&code=invented")
		returns(v, begins(t, v, start), url.Values{"code": {"invented"}}).Want(t, http.StatusForbidden)
	}
	f.signsIn(known, start).Want(t, http.StatusSeeOther)
	f.signsIn(p.Visit(t), start).Want(t, http.StatusSeeOther)
}

func TestAProviderIsAskedAboutFewUnknownBrowsersAtOnceAndTheOthersWait(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	sets(t, p, f.URL)
	known, fresh := p.Visit(t), p.Visit(t)
	f.signsIn(known, start).Want(t, http.StatusSeeOther)
	known.Post("/sign-out", nil).Want(t, http.StatusSeeOther)
	f.held = make(chan struct{})
	const strangers, atOnce = 40, 32
	var answers sync.WaitGroup
	for range strangers {
		v := p.Visit(t)
		to := begins(t, v, start)
		answers.Go(func() { returns(v, to, url.Values{"code": {"invented"}}) })
	}
	for asked := range f.waiting {
		if asked == atOnce {
			break
		}
	}
	f.signsIn(known, start).Want(t, http.StatusSeeOther)
	to := begins(t, fresh, start)
	answers.Go(func() { returns(fresh, to, url.Values{"code": {f.code(to)}}).Want(t, http.StatusSeeOther) })
	select {
	case <-f.waiting:
		t.Error("the provider is asked about more")
	default:
	}
	close(f.held)
	answers.Wait()
}
