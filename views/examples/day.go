package examples

import (
	"fmt"

	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/views/part"
	"rollbook/views/settings"
	"rollbook/views/taking"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// addDay adds the office's pages of a day.
func addDay(b Base, all map[string]Example) {
	add(all, officeDay(b), office.Day, map[string]*office.DayView{
		"day-empty": {Date: "2025-11-20", Today: "2025-11-20", Earliest: "2025-10-21", Empty: taking.HomeNotRead},
		"day-checks": with(DayBoard(b, "2025-11-20"), func(v *office.DayView) {
			v.Parts.Checks = office.ClassChecks{Right: 2, Against: []office.DayCheck{
				{ClassCheck: roll.ClassCheck{ClassName: "7A", Answer: roll.OtherClass}, Told: "Told by Grace Okafor, 08:31"},
				{ClassCheck: roll.ClassCheck{ClassName: longClass, Answer: roll.StudentMissing},
					Told: "Told by Theodora Abara, 08:34"}}}
		}),
		"day-unlisted": with(DayBoard(b, "2025-11-20"), func(v *office.DayView) {
			v.Parts.Unlisted = []office.DayUnlisted{{Told: "Told by Theodora Abara, 08:34",
				Unlisted: roll.Unlisted{ID: "uQ3v", Name: "Maya Kern", ClassName: longClass}}}
		}),
		"day": DayBoard(b, "2025-11-20"), "day-past": DayBoard(b, "2025-11-18"), "day-sixty": dayOf(b, 60),
		"day-sixty-late": with(dayOf(b, 60), dayLate), "day-one": dayOf(b, 1), "day-all-done": with(dayOf(b, 12), dayDone),
		"day-teachers": with(dayOf(b, 60), dayByTeacher), "day-none-done": with(dayOf(b, 60), dayNoneDone),
	})
	none := officeDay(b)
	none.NotOpen = yearNotOpen
	add(all, none, office.Day, map[string]*office.DayView{
		"day-not-open": {Date: "2025-11-20", Today: "2025-11-20", Earliest: "2025-10-21", Empty: taking.HomeNotOpen,
			Opening: openingForm()},
		"day-opened": with(DayBoard(b, "2025-11-20"), func(v *office.DayView) {
			v.Opened, v.Opening = yearOpened, openingForm()
		}),
		"day-year-ends": with(DayBoard(b, "2025-11-20"), func(v *office.DayView) {
			v.NotOpen = "No school year contains Monday 1 December 2025. Add it in the school system, or " +
				"enter the days as closed."
		}),
	})
	addTimes(b, all)
	for name, wrong := range map[string]bool{"day-settings": false, "day-settings-wrong": true} {
		v := &settings.DayView{Page: settingsPage(b, "day"), Fields: []layout.Setting{
			{Name: "due", Label: b.Words.Text("day.settings.due"), Value: "08:45", About: b.Words.Text("day.settings.about"),
				Wrong: b.Words.Text("day.settings.wrong"), IsWrong: wrong},
			{Name: "past", Label: b.Words.Text("day.settings.past"), Value: "30", Most: 366,
				Wrong: b.Words.Text("day.settings.wrong_past"), IsWrong: wrong},
		}}
		all[name] = example(settings.Day, v)
	}
}

// The sentences about a day that no school year contains, and about one for which the office opened a school year.
const (
	yearNotOpen = "No school year contains today. 2025/26 ended on Friday 10 July 2026."
	yearOpened  = "2025/26 does not contain Thursday 20 November 2025. The office has opened it for this day."
)

// openingForm offers two school years.
func openingForm() *office.Opening {
	return &office.Opening{
		Periods: []layout.Option{{Value: "6", Text: "2024/25"}, {Value: "7", Text: "2025/26"}}, Chosen: "7",
		From: "2025-11-20", To: "2025-11-20",
	}
}

func officeDay(b Base) layout.Page {
	p := As(b, roll.Office)
	p.Nav = layout.NavDay
	return p
}

// dayOf is a board of that many classes in the middle of the morning: most are done, some are missing.
func dayOf(b Base, classes int) *office.DayView {
	v := DayBoard(b, "2025-11-20")
	v.Parts.Late, v.Parts.Declined = nil, nil
	v.Classes, v.Parts.Cells = nil, nil
	for i := range classes {
		cell := office.DayCell{State: roll.ClassDone, Students: 28, Marked: 28, Last: "08:29, P. Lang"}
		switch {
		case i%9 == 0:
			cell = office.DayCell{State: roll.ClassUntouched, Students: 28, Overdue: 22}
		case i%2 == 0 && i != 12 && i != 40:
			cell.Absent, cell.Letter = 1+i%3, "A"
		case i == 5:
			cell = office.DayCell{State: roll.ClassOpened, Students: 28, By: "T. Abara", Clock: "08:34", Overdue: 22}
		case i == 12 || i == 40:
			cell = office.DayCell{State: roll.ClassPartly, Students: 30, Marked: 15, Last: "08:36, M. Ferreira", Overdue: 22}
		case i == 33:
			cell = office.DayCell{State: roll.ClassNeeds, Students: 28, Marked: 28, Need: 1, Last: "08:31, R. Haddad",
				Overdue: 22}
		}
		cell.ID = fmt.Sprint("c", i)
		name := fmt.Sprintf("%d%c", 5+i/10, 'A'+i%10)
		v.Parts.Cells = append(v.Parts.Cells, cell)
		v.Classes = append(v.Classes,
			office.DayClass{Name: name, Roll: paths.RollQuery{Period: "7", Class: name}, Cell: cell})
	}
	return v
}

// dayByTeacher is a board of 60 classes in the order of their teachers.
func dayByTeacher(v *office.DayView) {
	v.Order, v.Reminded = "teacher",
		[]office.RemindedTeacher{{Name: "Grace Adeyemi", Clock: "09:12"}, {Name: "Þóra Sigurðardóttir", Clock: "09:12"}}
	for i := range v.Classes {
		v.Classes[i].Teacher = []string{"Grace Adeyemi", "Þóra Sigurðardóttir", "", "Mary-Jane Fotheringham-Smythe"}[i*4/60]
	}
}

// dayNoneDone is a board of 60 classes early in the morning: many rolls are open, nothing is done.
func dayNoneDone(v *office.DayView) {
	for i := range v.Classes {
		cell := office.DayCell{ID: v.Classes[i].Cell.ID, State: roll.ClassUntouched, Students: 28}
		if i%2 == 0 {
			cell = office.DayCell{ID: cell.ID, State: roll.ClassOpened, Students: 28, By: "T. Abara", Clock: "08:24"}
		}
		v.Classes[i].Cell, v.Parts.Cells[i] = cell, cell
	}
	v.Parts.Away = nil
}

// dayAway lists the students who are away in three classes: saved marks, kept marks, and marks made in the
// school system.
func dayAway() []office.DayAway {
	absent := office.DayAway{Class: "8A", Place: 3, Status: "Absent", Look: "absent", Letter: "A", Clock: "08:36"}
	excused := office.DayAway{Class: "8A", Place: 3, Status: "Excused", Look: "excused", Letter: "E", Clock: "08:36"}
	var away []office.DayAway
	for i, one := range []office.DayAway{absent, absent, excused, absent, excused, absent} {
		one.Name = []string{"Zoë Björk", "محمد الأحمد", "Mary-Jane Fotheringham-Smythe", "Beatrix Jessop", "Nguyễn Ánh",
			"Käthe von der Heide"}[i]
		switch {
		case i >= 5:
			one.Class, one.Place, one.Clock = "12A", 7, "school system"
		case i >= 3:
			one.Class, one.Place, one.Kept, one.Clock = longClass, 5, true, "08:33"
		}
		one.Roll = paths.RollQuery{Period: "7", Class: one.Class}
		away = append(away, one)
	}
	return away
}

// dayDone is a board without missing rolls.
func dayDone(v *office.DayView) {
	v.Parts.In = "08:37"
	v.Earlier, v.Parts.Tablets = 2, []office.DayTablet{{Name: "Door 12", Classes: "8B", There: true, Waiting: 3},
		{Name: "Door 14", Classes: "8C", There: true, Fault: roll.TabletBroken},
		{Name: "Hall, upper floor", Classes: "9A, 9B", Seen: "Wed 19 Nov 14:03",
			Rolls: []part.KeptRolls{{Count: 1, Taken: "9A 08:31", Day: "yesterday"}}}}
	v.Parts.Locked = []office.DayLock{{Person: "lang", Name: "P. Lang", Since: "08:24"}}
	v.Refused = []office.RefusedTaps{{
		RefusedMark: roll.RefusedMark{Class: "8B", Tablet: "Door 12", Date: "2025-11-20", Reason: roll.TapMoved},
		Presses:     []string{"AAAAAAAAAAAAAAAAAAAAAA"},
		Students:    []office.TappedStudent{{Name: "Sean O'Neill", Clock: "08:31"}, {Name: "Noor Al-Hassan", Clock: "08:33"}},
	}}
	for i := range v.Classes {
		v.Classes[i].Cell = office.DayCell{ID: v.Classes[i].Cell.ID, State: roll.ClassDone, Students: 28, Marked: 28,
			Last: "08:29, P. Lang"}
		v.Parts.Cells[i] = v.Classes[i].Cell
	}
}

// dayLate is a board on which many students are not in as expected.
func dayLate(v *office.DayView) {
	const many = 40
	for i := range many {
		v.Parts.Late = append(v.Parts.Late, office.DayMoved{Name: fmt.Sprintf("Mia Okafor-%d", i), Class: "9A",
			Moves: "expected 10:30"})
	}
}

// DayBoard is a board with a class in every state, and a difficult name.
func DayBoard(b Base, date roll.Date) *office.DayView {
	v := &office.DayView{
		Page: officeDay(b), Date: date, Today: "2025-11-20", Earliest: "2025-10-21",
		Period: year.Name, Due: "08:30",
		CellsAddress: "/none", EventsAddress: "/none",
		Parts: office.DayParts{Known: office.DayKnown{Count: 12, Otherwise: 3}, Chart: []office.DayCount{
			{Label: "Present", Look: "present", Letter: "P", Students: 611},
			{Label: "Absent", Look: "absent", Letter: "A", Students: 4},
			{Label: "Late", Look: "late", Letter: "L", Students: 12},
			{Label: "Beurlaubt mit sehr langem Namen", Look: "other", Letter: "?", Students: 1},
			{Label: "Excused", Look: "excused", Letter: "E", Students: 2},
			{Label: "Needs you", Look: "stopped", Letter: "!", Students: 2},
			{Label: "No mark yet", Letter: "–", Students: 205},
		}},
	}
	v.Parts.Away, v.Parts.Kept = dayAway(), 14
	v.Parts.Moved = []office.DayMoved{
		{Name: "Mary-Jane Fotheringham-Smythe", Class: longClass, Moves: "in 08:52 · out 11:00 · back 13:00"},
		{Name: "\u202eعربي <b>", Class: "8B", Moves: "out 11:00"},
	}
	v.Parts.Late = []office.DayMoved{{Name: "Mary-Jane Fotheringham-Smythe", Class: longClass, Moves: "expected 10:30"}}
	for _, name := range []string{"Noah Andersson", "Mia Okafor", "Ella Khan", "Omar Haddad", "Yuki Tanaka"} {
		v.Parts.Late = append(v.Parts.Late, office.DayMoved{Name: name, Class: "9A", Moves: "expected 10:30"})
	}
	v.Parts.Declined = []office.DayMoved{
		{Name: "Lea Brandt", Class: "7C", Said: "This student left the school on 14 November."}}
	for i, cell := range []office.DayCell{
		{State: roll.ClassUntouched, Overdue: 22}, {State: roll.ClassUntouched, Overdue: 22},
		{State: roll.ClassOpened, By: "Theodora Abara", Clock: "08:34", Overdue: 22},
		{State: roll.ClassPartly, Marked: 25, Last: "08:36, S. Novak", Overdue: 22},
		{State: roll.ClassNeeds, Marked: 26, Need: 1, Last: "08:31, P. Lang", Overdue: 22},
		{State: roll.ClassUnderWay, Marked: 28, UnderWay: 28, Last: "08:33, G. Adeyemi"},
		{State: roll.ClassPartly, Marked: 2, Elsewhere: 20, Read: "08:35", Last: "08:31, P. Lang", Overdue: 22},
		{State: roll.ClassDone, Elsewhere: 28, Read: "08:35"},
		{State: roll.ClassDone, Marked: 28, Last: "08:29, \u202eعربي <b>"},
		{State: roll.ClassDone, Marked: 28, Last: "08:27, P. Lang · 1 changed 09:25, K. Osei (office)"},
	} {
		if cell.Students, cell.ID = 28, fmt.Sprintf("c%d", i); date < v.Today {
			cell.Overdue = 0
		}
		name := fmt.Sprintf("%dA", i+5)
		if i == 5 {
			name = longClass
		}
		v.Parts.Cells = append(v.Parts.Cells, cell)
		v.Classes = append(v.Classes,
			office.DayClass{Name: name, Roll: paths.RollQuery{Period: "7", Class: name}, Cell: cell})
	}
	return v
}
