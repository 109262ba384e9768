package examples

import (
	"rollbook/views/entry"
	"rollbook/web/connecting/readings"
)

// addFirstStart adds the pages of a program that is not set up yet.
func addFirstStart(b Base, all map[string]Example) {
	all["not-set-up"] = example(entry.NotSetUp, &entry.NotSetUpView{Page: Stranger(b)})
	for name, problem := range map[string]string{"link-first": "", "link-first-problem": b.Words.Text("password.guessable")} {
		v := &entry.AccountLinkView{Page: refused(Stranger(b), problem), Secret: "x", Kind: entry.LinkFirst}
		v.Address = v.Paths.Home()
		all[name] = example(entry.AccountLink, v)
	}
	typed := readings.Typed{
		readings.SchoolName: "Oak School", readings.Slug: "Oak School", readings.TimeZone: "Europe/Berlin",
		readings.Address: "https://school.example", readings.Tenant: "oak", readings.Code: "OAK1",
	}
	for name, v := range map[string]*entry.FirstSchoolView{
		"first-school": {}, "first-school-slug": {Typed: typed, Refused: "slug", Why: "slug"}, "first-school-key": {Typed: typed, Refused: "key", Why: "not_accepted"},
	} {
		v.Page = Page(b)
		v.School, v.Office, v.Light = nil, true, nil
		all[name] = example(entry.FirstSchool, v)
	}
}
