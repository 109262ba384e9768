package examples

import (
	"rollbook/views/entry"
	"rollbook/views/settings"
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
	unreadable := b.Words.Text("people.problem.address")
	add(all, settings.People, map[string]*settings.PeopleView{
		"people": People(b),
		"people-said": with(People(b), func(v *settings.PeopleView) {
			v.Done, v.Mail, v.Invited = "The role of Ines Okoro is changed.", true, nil
		}),
		"people-problem": with(People(b), func(v *settings.PeopleView) { v.Email, v.Problem = "nonsense", unreadable }),
	})
	preview := &settings.PeoplePreviewView{Page: As(b, roll.Admin), Press: "press", Good: 1, Wrong: 1,
		Text: "name,email,role\n", Lines: []settings.PreviewLine{
			{Number: 2, Name: "N. New", Email: "new@oak.example", Role: "Teacher"},
			{Number: 3, Name: "O. Old", Email: "old", Role: "boss", Problem: unreadable},
		}}
	all["people-preview"] = example(settings.PeoplePreview, preview)
	all["people-preview-none"] = example(settings.PeoplePreview,
		&settings.PeoplePreviewView{Page: As(b, roll.Admin), Press: "press", Wrong: 1, Lines: preview.Lines[1:]})
	handed := &settings.PeopleHandedView{Page: As(b, roll.Admin), Links: []settings.HandedLink{
		{Email: "new@oak.example", Link: "https://rollbook.oak.example/link/AbCdEfGhIjKlMnOpQrStUvWx"},
		{Email: "far@oak.example", Link: "https://rollbook.oak.example/link/XbCdEfGhIjKlMnOpQrStUvWx", Failed: true},
		{Email: "mailed@oak.example"},
	}}
	all["people-handed"] = example(settings.PeopleHanded, handed)
	all["people-mailed"] = example(settings.PeopleHanded,
		&settings.PeopleHandedView{Page: As(b, roll.Admin), AllMailed: true, Links: handed.Links[2:]})
}

// accountPage is the page of the person's own account.
func accountPage(b Base, done, problem string) *entry.AccountView {
	p := Page(b)
	p.School = nil
	p.Done, p.Problem = done, problem
	return &entry.AccountView{Page: p, Email: "j.rivera@oak.example", Codes: 9, Factors: []entry.AccountFactor{
		{ID: "a", Name: "Laptop", Made: "Mon 17 Nov 08:02", Used: "Thu 20 Nov 08:31"}, {ID: "app", Made: "Mon 17 Nov 08:04"},
	}, Sessions: []entry.AccountSession{
		{ID: "a", Began: "Thu 20 Nov 08:31", Used: "Thu 20 Nov 08:41", Browser: "firefox", System: "windows", This: true},
		{ID: "b", Began: "Thu 20 Nov 07:12", Used: "Thu 20 Nov 07:50"},
		{ID: "c", Began: "Thu 20 Nov 07:02", Used: "Thu 20 Nov 07:40", Browser: "safari", System: "ipad"},
	}}
}

func addAccounts(b Base, all map[string]Example) {
	words := Page(b).Words
	add(all, entry.Account, map[string]*entry.AccountView{
		"account": accountPage(b, "", ""), "account-changed": accountPage(b, words.Text("account.said.password"), ""),
		"account-ended": accountPage(b, words.Text("account.said.session"), ""),
		"account-wrong": accountPage(b, "", words.Text("account.wrong")),
	})
	for name, pin := range map[string]entry.AccountPIN{
		"account-pin": {Since: "Thu 20 Nov 07:12"}, "account-pin-locked": {Since: "Thu 20 Nov 07:12", Locked: true},
		"account-pin-easy":  {Problem: words.Text("pins.easy"), OfPIN: true},
		"account-pin-wrong": {Since: "Thu 20 Nov 07:12", Problem: words.Text("account.wrong")},
	} {
		v := accountPage(b, "", "")
		v.PIN = pin
		all[name] = example(entry.Account, v)
	}
	for _, kind := range []entry.AccountLinkKind{entry.LinkBegins, entry.LinkJoins, entry.LinkChooses} {
		v := &entry.AccountLinkView{Page: Stranger(b), Secret: "x", Kind: kind, School: "Oak School",
			Email: "new@oak.example", Name: "N. New"}
		v.Address = v.Paths.Home()
		all["link-"+string(kind)] = example(entry.AccountLink, v)
	}
	all["link-problem"] = example(entry.AccountLink, &entry.AccountLinkView{
		Page: refused(Stranger(b), words.Text("password.guessable")), Secret: "x", Kind: entry.LinkBegins,
		School: "Oak School", Email: "new@oak.example", Signed: "K. Osei",
	})
	for _, why := range []entry.LinkOver{entry.LinkUsed, entry.LinkUnproven, entry.LinkFirstOver, entry.LinkFirstUsed} {
		all["link-"+string(why)] = example(entry.LinkIsOver, &entry.LinkOverView{Page: Stranger(b), Why: why})
	}
	for name, sent := range map[string]bool{"forgotten": false, "forgotten-sent": true} {
		all[name] = example(entry.Forgotten, &entry.ForgottenView{Page: Stranger(b), Sent: sent})
	}
	for name, change := range map[string]func(*entry.SignInView){
		"sign-in-provider": func(v *entry.SignInView) {
			v.Offers = []entry.SignInOffer{{ID: "oak", Name: "Google"}}
		},
		"sign-in-providers": func(v *entry.SignInView) {
			v.Problem = entry.SignInFound
			v.Offers = []entry.SignInOffer{
				{ID: "oak", Name: "Google", School: "Oak School"}, {ID: "hill", Name: "Microsoft", School: "Hill School"},
			}
		},
		"sign-in-find": func(v *entry.SignInView) { v.Finds = true },
		"sign-in-refused": func(v *entry.SignInView) {
			v.Refused = b.Words.Text("sso.refused.domain")
			v.Offers = []entry.SignInOffer{{ID: "oak", Name: "Microsoft"}}
		},
	} {
		all[name] = example(entry.SignIn, with(SignIn(b, ""), change))
	}
	all["sign-in-passkey"] = example(entry.SignIn,
		with(SignIn(b, ""), func(v *entry.SignInView) { v.Passkey = `{"challenge":"AAAA"}` }))
	all["sign-in-mail"] = example(entry.SignIn, with(SignIn(b, ""), func(v *entry.SignInView) { v.Forgotten = true }))
}
