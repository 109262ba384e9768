package examples

import (
	"rollbook/views/entry"
	"rollbook/views/factor"
	"rollbook/views/settings"
	"rollbook/web/connecting/readings"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// People is the page of a school's people.
func People(b Base) *settings.PeopleView {
	return &settings.PeopleView{
		Page: inSettings(As(b, roll.Admin), "people"), Press: "press", Role: roll.Teacher, Left: 300,
		People: []roll.MemberOfSchool{
			{Person: "p1", Name: "K. Osei", Email: "k.osei@oak.example", Role: roll.Admin, SignedInAt: at(20, 8, 31)},
			{Person: "c", Name: "M. Lund", Email: "m.lund@oak.example", Role: roll.Office, SignedInAt: at(19, 15, 2),
				KeptOut: true},
			{Person: "d", Name: "ليلى حداد", Email: "l@oak.example", Role: roll.Office, Disabled: true},
			{Person: "b", Name: "J. Rivera-Montgomery of the Upper School",
				Email: "a.long.address.of.somebody@upper-school.oak.example", Role: roll.Teacher, Elsewhere: true, HasPIN: true},
			{Person: "f", Name: "T. Baker", Email: "t.baker@oak.example", Role: roll.Teacher, HasPIN: true, HasFactor: true},
		},
		Demands: []roll.Role{roll.Admin},
		Invited: []roll.AccountLink{{ID: "i", Email: "new@oak.example", Name: "N. New", Role: roll.Teacher,
			Ends: at(23, 8, 31)}},
	}
}

func addPeople(b Base, all map[string]Example) {
	unreadable, page := b.Words.Text("people.problem.address"), As(b, roll.Admin)
	add(all, page, settings.People, map[string]*settings.PeopleView{
		"people": People(b),
		"people-said": with(People(b), func(v *settings.PeopleView) {
			v.Done, v.Mail, v.Invited = "The role of Ines Okoro is changed.", true, nil
		}),
		"people-problem": with(People(b), func(v *settings.PeopleView) { v.Email, v.Problem = "nonsense", unreadable }),
	})
	lines := []settings.PreviewLine{
		{Number: 2, Name: "N. New", Email: "new@oak.example", Role: "Teacher"},
		{Number: 3, Name: "O. Old", Email: "old", Role: "boss", Problem: unreadable},
	}
	add(all, page, settings.PeoplePreview, map[string]*settings.PeoplePreviewView{
		"people-preview":      {Press: "press", Good: 1, Wrong: 1, Text: "name,email,role\n", Lines: lines},
		"people-preview-none": {Press: "press", Wrong: 1, Lines: lines[1:]},
	})
	links := []settings.HandedLink{
		{Email: "new@oak.example", Link: "https://rollbook.oak.example/link/AbCdEfGhIjKlMnOpQrStUvWx"},
		{Email: "far@oak.example", Link: "https://rollbook.oak.example/link/XbCdEfGhIjKlMnOpQrStUvWx", Failed: true},
		{Email: "mailed@oak.example"},
	}
	add(all, page, settings.PeopleHanded, map[string]*settings.PeopleHandedView{
		"people-handed": {Links: links}, "people-mailed": {AllMailed: true, Links: links[2:]},
	})
}

// account is the page of the person's own account.
func account(pin entry.AccountPIN) *entry.AccountView {
	return &entry.AccountView{PIN: pin, Email: "j.rivera@oak.example", Codes: 9, Factors: []entry.AccountFactor{
		{ID: "a", Name: "Laptop", Made: "Mon 17 Nov 08:02", Used: "Thu 20 Nov 08:31"}, {ID: "app", Made: "Mon 17 Nov 08:04"},
	}, Sessions: []entry.AccountSession{
		{ID: "a", Began: "Thu 20 Nov 08:31", Used: "Thu 20 Nov 08:41", Browser: "firefox", System: "windows", This: true},
		{ID: "b", Began: "Thu 20 Nov 07:12", Used: "Thu 20 Nov 07:50"},
		{ID: "c", Began: "Thu 20 Nov 07:02", Used: "Thu 20 Nov 07:40", Browser: "safari", System: "ipad"},
	}}
}

func addAccounts(b Base, all map[string]Example) {
	const since = "Thu 20 Nov 07:12"
	text, none, page := b.Words.Text, entry.AccountPIN{}, Page(b)
	page.School = nil
	add(all, page, entry.Account, map[string]*entry.AccountView{
		"account": account(none), "account-changed": done(account(none), text("account.said.password")),
		"account-ended":      done(account(none), text("account.said.session")),
		"account-wrong":      refused(account(none), text("account.wrong")),
		"account-pin":        account(entry.AccountPIN{Since: since}),
		"account-pin-locked": account(entry.AccountPIN{Since: since, Locked: true}),
		"account-pin-easy":   account(entry.AccountPIN{Problem: text("pins.easy"), OfPIN: true}),
		"account-pin-wrong":  account(entry.AccountPIN{Since: since, Problem: text("account.wrong")}),
	})
	addAccountLinks(b, all)
	add(all, Stranger(b), entry.Forgotten,
		map[string]*entry.ForgottenView{"forgotten": {}, "forgotten-sent": {Sent: true}})
	signIn := func(change func(*entry.SignInView)) *entry.SignInView { return with(SignIn(b, ""), change) }
	add(all, page, entry.SignIn, map[string]*entry.SignInView{
		"sign-in-provider": signIn(func(v *entry.SignInView) { v.Offers = []roll.Provider{{School: "oak", Name: "Google"}} }),
		"sign-in-providers": signIn(func(v *entry.SignInView) {
			v.Problem = entry.SignInFound
			v.Offers = []roll.Provider{
				{School: "oak", Name: "Google", SchoolName: "Oak School"},
				{School: "hill", Name: "Microsoft", SchoolName: "Hill School"},
			}
		}),
		"sign-in-find": signIn(func(v *entry.SignInView) { v.Finds = true }),
		"sign-in-refused": signIn(func(v *entry.SignInView) {
			v.Refused, v.Offers = text("sso.refused.domain"), []roll.Provider{{School: "oak", Name: "Microsoft"}}
		}),
		"sign-in-passkey": signIn(func(v *entry.SignInView) { v.Passkey = `{"challenge":"AAAA"}` }),
		"sign-in-mail":    signIn(func(v *entry.SignInView) { v.Forgotten = true }),
	})
}

func addAccountLinks(b Base, all map[string]Example) {
	page := Stranger(b)
	link := func(kind entry.AccountLinkKind) *entry.AccountLinkView {
		return &entry.AccountLinkView{Secret: "x", Kind: kind, School: "Oak School", Email: "new@oak.example"}
	}
	problem := refused(link(entry.LinkBegins), b.Words.Text("password.guessable"))
	problem.Signed = "K. Osei"
	add(all, page, entry.AccountLink, map[string]*entry.AccountLinkView{"link-problem": problem})
	page.Address = page.Paths.To(paths.Home)
	for _, kind := range []entry.AccountLinkKind{entry.LinkBegins, entry.LinkJoins, entry.LinkChooses} {
		named := link(kind)
		named.Name = "N. New"
		add(all, page, entry.AccountLink, map[string]*entry.AccountLinkView{"link-" + string(kind): named})
	}
	for _, why := range []entry.LinkOver{entry.LinkUsed, entry.LinkUnproven, entry.LinkFirstOver, entry.LinkFirstUsed} {
		all["link-"+string(why)] = example(entry.LinkIsOver, &entry.LinkOverView{Page: Stranger(b), Why: why})
	}
}

// addFirstStart adds the pages of a program that is not set up yet.
func addFirstStart(b Base, all map[string]Example) {
	all["not-set-up"] = example(entry.NotSetUp, &entry.NotSetUpView{Page: Stranger(b)})
	home := Stranger(b)
	home.Address = home.Paths.To(paths.Home)
	add(all, home, entry.AccountLink, map[string]*entry.AccountLinkView{
		"link-first": {Secret: "x", Kind: entry.LinkFirst},
		"link-first-problem": refused(&entry.AccountLinkView{Secret: "x", Kind: entry.LinkFirst},
			b.Words.Text("password.guessable")),
	})
	typed := readings.Typed{
		readings.SchoolName: "Oak School", readings.Slug: "Oak School", readings.TimeZone: "Europe/Berlin",
		readings.Address: "https://school.example", readings.Tenant: "oak", readings.Code: "OAK1",
	}
	page := Page(b)
	page.School, page.Office = nil, true
	add(all, page, entry.FirstSchool, map[string]*entry.FirstSchoolView{
		"first-school": {},
		"first-school-slug": refused(&entry.FirstSchoolView{Typed: typed, Refused: "slug"},
			b.Words.Text("connect.problem.slug")),
		"first-school-key": refused(&entry.FirstSchoolView{Typed: typed, Refused: "key"},
			b.Words.Text("connect.problem.not_accepted")),
	})
}

// addFactors adds the pages of second factors.
func addFactors(b Base, all map[string]Example) {
	const (
		email   = "k.osei@oak.example"
		secret  = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
		options = `{"challenge":"AAAA","rpId":"rollbook.example"}`
	)
	page, own := Stranger(b), factor.Step{Email: email}
	wrong := func(key language.Key) factor.Step { return factor.Step{Email: email, Problem: b.Words.Text(key)} }
	add(all, page, factor.SecondStep, map[string]*factor.SecondStepView{
		"second-step":         {Step: own, HasApp: true, HasCodes: true},
		"second-step-wrong":   {Step: wrong("factor.wrong_code"), HasApp: true},
		"second-step-passkey": {Step: own, HasApp: true, HasCodes: true, Options: options},
	})
	add(all, page, factor.Passkey, map[string]*factor.PasskeyView{
		"factor-passkey":        {Step: own, System: "windows"},
		"factor-passkey-create": {Name: "Laptop", Options: options},
	})
	add(all, page, factor.Confirm, map[string]*factor.ConfirmView{
		"confirm":         {Step: own, HasPassword: true, Options: options},
		"confirm-problem": {Step: wrong("account.wrong"), HasPassword: true},
		"confirm-without": {Step: own},
	})
	add(all, page, factor.Choose, map[string]*factor.ChooseView{
		"factors": {Passkeys: true}, "factors-demanded": {Demanded: true},
	})
	add(all, page, factor.App, map[string]*factor.AppView{"factor-app": {Step: own, Secret: secret,
		Image: drawn("otpauth://totp/Rollbook:k.osei@oak.example?secret=" + secret)}})
	codes := []string{"ABCDEFGHIJKLMNOP", "QRSTUVWXYZ234567", "BCDEFGHIJKLMNOPA", "RSTUVWXYZ234567Q", "CDEFGHIJKLMNOPAB"}
	add(all, page, factor.Codes, map[string]*factor.CodesView{
		"factor-codes": {Codes: append(codes, codes...), Next: b.Paths.To(paths.School, "oak")},
	})
}
