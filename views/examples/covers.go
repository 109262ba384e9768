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
	page := officeDay(b)
	add(all, Stranger(b), entry.Cover, map[string]*entry.CoverView{
		"cover":        cover(),
		"cover-signed": with(cover(), func(v *entry.CoverView) { v.Signed, v.GoOn = "Theodora Abara", "#roll" }),
		"cover-wrong": with(cover(), func(v *entry.CoverView) {
			v.Name, v.Problem, v.ClassName = "...", b.Words.Text("cover.wrong_name"), longClass
		}),
	})
	all["cover-ended"] = example(entry.CoverEnded,
		&entry.CoverEndedView{Page: Stranger(b), Sentence: "This link ended at 15:30. Ask the office for a new one."})
	add(all, page, office.Covers, map[string]*office.CoversView{
		"covers": covers(), "covers-none": refused(coversOf("9A", "08:00"),
			"No link was made: that time is over. Choose a later one today."),
		"covers-no-classes": {Empty: taking.HomeNoClasses},
	})
	all["cover-made"] = example(office.CoverMade, coverMade(b))
}

func cover() *entry.CoverView {
	return &entry.CoverView{Action: "#cover", SchoolName: "Hillside School", ClassName: "8B", Until: "15:30"}
}

func coversOf(class, until string) *office.CoversView {
	return &office.CoversView{Classes: []roll.Class{{ID: "8B", Name: "8B"}, {ID: "9A", Name: "9A"}},
		Press: "press", Class: class, Until: until}
}

func covers() *office.CoversView {
	v := coversOf("9A", "15:30")
	v.Now = at(20, 10, 45)
	v.Links = []office.CoverLine{
		{CoverLink: roll.CoverLink{ClassName: "8B", MadeBy: "K. Osei", Ends: at(20, 15, 30), MadeAt: at(20, 8, 12)},
			Uses: []roll.CoverUse{
				{Name: "Ines Okoro (cover)", At: at(20, 10, 41)}, {Name: "\u202eعربي <b> (cover)", At: at(20, 9, 2)},
			}},
		{CoverLink: roll.CoverLink{ClassName: longClass, MadeBy: "K. Osei", Ends: at(20, 12, 0), MadeAt: at(20, 8, 10)}},
		{CoverLink: roll.CoverLink{ClassName: "9A", MadeBy: "R. McAllister", Ends: at(20, 12, 0), MadeAt: at(20, 7, 58),
			RevokedAt: at(20, 8, 5)}},
		{CoverLink: roll.CoverLink{ClassName: "7C", MadeBy: "R. McAllister", Ends: at(20, 8, 30), MadeAt: at(20, 7, 50)},
			Uses: []roll.CoverUse{{Name: "Omar Haddad (cover)", At: at(20, 8, 29)}}},
	}
	return v
}

// coverMade shows a link with the length of a real one.
func coverMade(b Base) *office.CoverMadeView {
	const link = "https://rollbook.hillside-school.example/cover/q0Zb3vJx0d9sVb2mQ1h6TgBn"
	return &office.CoverMadeView{
		Page: officeDay(b), Made: roll.CoverLink{ClassName: "8B", Date: "2025-11-20", Ends: at(20, 15, 30)}, Link: link,
		Code: drawn(link),
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
