package examples

import (
	"rollbook/views/entry"
	"rollbook/web/connecting/readings"
)

// addFirstStart adds the pages of a program that is not set up yet.
func addFirstStart(b Base, all map[string]Example) {
	all["not-set-up"] = example(entry.NotSetUp, &entry.NotSetUpView{Page: Stranger(b)})
	for name, problem := range map[string]string{"link-first": "",
		"link-first-problem": b.Words.Text("password.guessable")} {
		v := &entry.AccountLinkView{Page: refused(Stranger(b), problem), Secret: "x", Kind: entry.LinkFirst}
		v.Address = v.Paths.Home()
		all[name] = example(entry.AccountLink, v)
	}
	typed := readings.Typed{
		readings.SchoolName: "Oak School", readings.Slug: "Oak School", readings.TimeZone: "Europe/Berlin",
		readings.Address: "https://school.example", readings.Tenant: "oak", readings.Code: "OAK1",
	}
	slug, key := b.Words.Text("connect.problem.slug"), b.Words.Text("connect.problem.not_accepted")
	for name, v := range map[string]*entry.FirstSchoolView{
		"first-school":      {Page: Page(b)},
		"first-school-slug": {Page: refused(Page(b), slug), Typed: typed, Refused: "slug"},
		"first-school-key":  {Page: refused(Page(b), key), Typed: typed, Refused: "key"},
	} {
		v.School, v.Office, v.Light = nil, true, nil
		all[name] = example(entry.FirstSchool, v)
	}
}
