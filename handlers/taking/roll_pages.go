package taking

import (
	"time"

	"rollbook/handlers/desk"
	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/identity/auth"
	"rollbook/web/office/strips"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// RollPages builds the page of a roll from a sheet.
type RollPages struct {
	sheets Sheets
	strips *strips.Strips
	// signatures identify the person who saves, if that is unknown.
	signatures *desk.Signatures
}

// Of fills in the whole page of the sheet (visit.Check).
func (p RollPages) Of(read *Sheet) *taking.RollView {
	v, pages := read.Visit, p.sheets.pages
	now := v.Now()
	view := &taking.RollView{
		Page: pages.Page(v, read.Roster.Class.Name, layout.NavClasses), Class: read.Roster.Class, Period: read.Period,
		Date: read.Date, Today: read.Today, Now: v.ClockOf(now), Unread: v.Person.New(now) && pages.OwnMarks(v),
		Owner: v.Pseudonym(), RecordedClock: read.progress().Clock, State: p.sheets.state(read),
		Rows: read.rows(p.past(read)), Reason: p.sheets.Reason(read), Closed: v.ClosedText(read.Date),
		Bar: part.StatusBar{
			Statuses: read.Statuses, Time: v.Local(now).Format("15:04"),
			OthersStatus: roll.FirstOf(roll.Present, read.Statuses), OnlyTicked: v.Person.OnlyTicked,
			Save: v.SaveToken(), OthersSave: v.SaveToken(),
		},
	}
	view.Roll, view.NetworkCode = true, v.NetworkCode()
	view.Bar.Signing = p.signatures.Form(v, nil)
	p.sheets.addChanges(read, view.Rows)
	if v.May(auth.SeeStudents) {
		view.Picker = p.picker(read)
	}
	if v.Confined {
		view.StaffOf(pages.Paths.To(paths.Door))
		view.Closes = "roll.close"
		if len(v.Classes) > 1 {
			view.Closes = "door.all"
		}
	}
	if v.Mode.Taps() {
		view.StaffOf(pages.Paths.To(paths.Door, read.Roster.Class.ID))
		view.Closes, view.Bar.Rest = "taps.back", roll.FirstOf(roll.Absent, read.Statuses)
	}
	if v.May(auth.ManageCovers) && read.Date == read.Today {
		view.CoverAddress = pages.Paths.To(paths.Covers, v.School.ID, read.Period.ID, read.Roster.Class.ID)
	}
	if v.May(auth.ManageStatuses) {
		view.StatusesAddress = pages.Paths.To(paths.Settings, v.School.ID, "statuses")
	}
	if read.Date == read.Today {
		view.Unlisted = pages.Paths.To(paths.Unlisted, v.School.ID, read.query())
	}
	age := read.Roster.Age
	switch {
	case age.ReadAt.IsZero() && len(view.Rows) == 0:
		view.Empty = taking.ListNotRead
	case len(view.Rows) == 0:
		view.Empty = taking.NobodyInClass
	}
	if !age.ReadAt.IsZero() && (age.Stale || now.Sub(age.ReadAt) > oldList) {
		view.ListClock = v.ClockOf(age.ReadAt)
	}
	return view
}

// past reads the students' statuses of the last days, or nothing for visitors who may see only one day (visit.Check).
func (p RollPages) past(read *Sheet) strips.Families {
	v := read.Visit
	if !v.May(auth.SeeStudents) {
		return nil
	}
	families, err := p.strips.Of(v.Ctx,
		strips.Class{School: v.School.ID, Class: read.Roster.Class.ID, Before: read.Date}, read.Roster.Rows)
	v.Check(err)
	return families
}

// oldList is the age from which a list of students is shown with its age.
const oldList = 30 * time.Minute

func (p RollPages) picker(read *Sheet) taking.Picker {
	v := read.Visit
	return taking.Picker{Classes: naming.ClassesOn(v, p.sheets.rosters, read.Date), Latest: read.Today,
		Earliest: read.Today.AddDays(-v.School.PastDays)}
}

// showSent adds, in the demonstration, links to the requests for the one or two saves of a press.
func (p RollPages) showSent(page *layout.Page, v *visit.Visit, saves []roll.Token) {
	if page.Demo != nil && v.May(auth.SeeStudents) {
		var others roll.Token
		if len(saves) > 1 {
			others = saves[1]
		}
		page.Demo.Sent = p.sheets.pages.Paths.To(paths.SaveRequest, v.School.ID, saves[0], others)
	}
}
