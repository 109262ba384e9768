package examples

import (
	"rollbook/views/entry"
	"rollbook/views/office"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/roll"
)

// addCovers adds the pages of links for people without an account.
func addCovers(b Base, all map[string]Example) {
	add(all, entry.Cover, map[string]*entry.CoverView{
		"cover":        cover(b),
		"cover-signed": with(cover(b), func(v *entry.CoverView) { v.Signed, v.GoOn = "Theodora Abara", "#roll" }),
		"cover-wrong": with(cover(b), func(v *entry.CoverView) {
			v.Name, v.Problem, v.ClassName = "...", v.Words.Text("cover.wrong_name"), longClass
		}),
	})
	all["cover-ended"] = example(entry.CoverEnded, &entry.CoverEndedView{Page: Stranger(b), Sentence: "This link ended at 15:30. Ask the office for a new one."})
	add(all, office.Covers, map[string]*office.CoversView{
		"covers": covers(b), "covers-none": coversNone(b), "covers-no-classes": {Page: officeDay(b), Empty: taking.HomeNoClasses},
	})
	all["cover-made"] = example(office.CoverMade, coverMade(b))
}

func cover(b Base) *entry.CoverView {
	return &entry.CoverView{Page: Stranger(b), Action: "#cover", SchoolName: "Hillside School", ClassName: "8B", Until: "15:30"}
}

func coversNone(b Base) *office.CoversView {
	return &office.CoversView{
		Page: officeDay(b), Period: roll.Period{ID: "7", Name: "2025/26"}, Classes: []roll.Class{{ID: "8B", Name: "8B"}, {ID: "9A", Name: "9A"}},
		Press: "press", Class: "9A", Until: "08:00", Problem: "No link was made: that time is over. Choose a later one today.",
	}
}

func covers(b Base) *office.CoversView {
	v := coversNone(b)
	v.Until, v.Problem = "15:30", ""
	v.Links = []office.CoverLine{
		{Revoke: "#revoke", ClassName: "8B", MadeBy: "K. Osei", Until: "15:30", Made: "08:12", Uses: []office.CoverUse{
			{Name: "Ines Okoro (cover)", Clock: "10:41"}, {Name: "\u202eعربي <b> (cover)", Clock: "09:02"},
		}},
		{Revoke: "#revoke", ClassName: longClass, MadeBy: "K. Osei", Until: "12:00", Made: "08:10"},
		{ClassName: "9A", MadeBy: "R. McAllister", Until: "12:00", Made: "07:58", Ended: "08:05", Revoked: true},
		{ClassName: "7C", MadeBy: "R. McAllister", Until: "08:30", Made: "07:50", Ended: "08:30", Uses: []office.CoverUse{{Name: "Omar Haddad (cover)", Clock: "08:29"}}},
	}
	return v
}

// coverMade shows a link with the length of a real one.
func coverMade(b Base) *office.CoverMadeView {
	const link = "https://rollbook.hillside-school.example/cover/q0Zb3vJx0d9sVb2mQ1h6TgBn"
	return &office.CoverMadeView{
		Page: officeDay(b), ClassName: "8B", Date: "2025-11-20", Until: "15:30", Link: link, Code: drawn(link),
	}
}

// drawn returns the text as a QR code, or an empty Code if the text is too long.
func drawn(text string) part.Code {
	code, err := part.CodeOf(text)
	if err != nil {
		return part.Code{}
	}
	return code
}
