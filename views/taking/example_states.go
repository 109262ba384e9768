package taking

import (
	"strings"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/roll"
)

// exampleState makes a state of the roll.
type exampleState func(ExampleBase) *RollView

// then returns the state after the change.
func (s exampleState) then(change func(*RollView)) exampleState {
	return func(b ExampleBase) *RollView {
		v := s(b)
		change(v)
		return v
	}
}

// exampleStates returns the roll's states for the gallery and the tests.
func exampleStates() map[string]exampleState {
	fresh := exampleState(exampleRoll)
	ticked, done, outcomes := fresh.then(exampleTicked), fresh.then(exampleDone), fresh.then(exampleOutcomes)
	waiting, cover, door := fresh.then(exampleWaiting), ticked.then(exampleCover), fresh.then(exampleDoorTicked)
	notKept := ticked.then(func(v *RollView) { v.Summary.Problem = part.NotKept })
	return map[string]exampleState{
		"fresh": fresh, "known": fresh.then(exampleKnown), "moved": fresh.then(exampleMoved), "ticked": ticked,
		"saved": fresh.then(exampleSaved), "done": done, "outcomes": outcomes, "waiting": waiting,
		"question": done.then(exampleQuestion), "questions": done.then(exampleQuestions).then(exampleOffer),
		"past": fresh.then(examplePast), "past-read": outcomes.then(examplePastRead),
		"empty":    fresh.then(func(v *RollView) { v.Rows, v.Empty = nil, ListNotRead }),
		"not-open": fresh.then(func(v *RollView) { v.Rows, v.Empty = nil, NotOpen }),
		"opened": fresh.then(func(v *RollView) {
			v.Opened = "2024/25 does not contain Thursday 20 November 2025. The office has opened it for this day."
		}),
		"new-list": fresh.then(func(v *RollView) { v.Check = "#" }),
		"one":      fresh.then(func(v *RollView) { v.Rows, v.Class.Students = v.Rows[:1], 1 }),
		"problem":  notKept, "not-kept": notKept,
		"cover": cover, "cover-ended": cover.then(exampleCoverEnded),
		"door-ticked": door, "door-wrong": door.then(exampleDoorWrong), "door-opened": door.then(exampleDoorOpened),
		"awkward": fresh.then(exampleAwkward),
		"thirty":  ticked.then(exampleThirtyStatuses), "long": ticked.then(exampleLongStatuses),
		"slow": waiting.then(exampleTrouble(part.Slow)), "key": waiting.then(exampleTrouble(part.KeyRefused)),
		"copy": waiting.then(exampleTrouble(part.CopyPaused)), "others": waiting.then(exampleTrouble(part.OthersNamed)),
		"unproven": waiting.then(exampleTrouble(part.Unproven)),
	}
}

// exampleMoved is a roll in which students came late, left and came back, with and without a mark and a known absence.
func exampleMoved(v *RollView) {
	day := "in 08:52 · out 11:00 · back 13:00"
	late := part.Cell{Outcome: roll.Saved, Status: "Late", Family: roll.Late, Letter: "L", At: "08:52"}
	for number, cell := range map[int]part.Cell{
		2: {Outcome: roll.None, Moves: "leaves 11:00"},
		4: {Outcome: roll.None, Moves: "expected 10:30 · leaves 14:00", Later: true},
		3: {Outcome: roll.None, Known: "Excused till Tue", KnownStatus: 4, Moves: day},
		5: {Outcome: roll.None, Moves: "out 11:00"},
		6: late,
		8: {Outcome: roll.Saved, Status: "Late", Family: roll.Late, Letter: "L", Moves: day},
		11: {Outcome: roll.Saved, Status: "Present", Family: roll.Present, Letter: "P",
			Moves: "leaves 11:00 · expected 13:00"},
		12: {Outcome: roll.Saved, Status: "Absent", Family: roll.Absent, Letter: "A", Moves: "out 11:00"},
		14: {Outcome: roll.Waiting, Chosen: "Late", Family: roll.Late, Letter: "L", Moves: "in 08:52"},
		17: {Outcome: roll.Confirming, Chosen: "Late", Family: roll.Late, Letter: "L", Other: "K. Osei", Moves: day},
		19: {Outcome: roll.Stopped, Chosen: "Absent", At: "08:31", Family: roll.Absent, Letter: "A", Moves: "out 11:00"},
		20: {Outcome: roll.Differs, Status: "Excused", Chosen: "Late", Family: roll.Excused, Letter: "E", Moves: day},
		23: {Outcome: roll.Refused, Chosen: "Late", Moves: "in 08:52"},
	} {
		cell.Enrolment = v.Rows[number-1].Enrolment
		v.Rows[number-1].Cell = cell
	}
	moved := exampleConflict("K. Osei (office)")
	moved.Moves = "out 11:00"
	mark(v, 26, moved)
}

// exampleKnown is a roll with known absences, one of a student who is ticked.
func exampleKnown(v *RollView) {
	for number, note := range map[int]string{3: "Excused till Tue", 10: "Excused till Fri",
		21: "Authorised absence till 17 Dec"} {
		row := &v.Rows[number-1]
		row.Cell = part.Cell{Enrolment: row.Enrolment, Outcome: roll.None, Known: note, KnownStatus: 4}
	}
	v.Rows[20].Ticked = true
}

func exampleTicked(v *RollView) {
	for _, number := range []int{10, 15, 21} {
		v.Rows[number-1].Ticked = true
	}
	v.Bar.Chosen = 2
}

func exampleSaved(v *RollView) {
	others := &part.Others{Save: "h6TgBn1kXs8cRm4q", Status: v.Bar.Statuses[0]}
	for i := range v.Rows {
		if number := i + 1; number == 10 || number == 15 || number == 21 {
			mark(v, number, saved(v.Bar.Statuses[1]))
			continue
		}
		others.Students = append(others.Students, v.Rows[i].Enrolment)
	}
	v.Summary = part.Summary{
		Saved: []part.SavedCount{{Students: 3, Status: "Absent"}}, Clock: "08:32",
		Others: others, Change: "/schools/hillside/roll?class=8B&change=1", OneMark: true,
		Next: exampleNext(),
	}
}

func exampleNext() *part.Next {
	return &part.Next{Class: "9A", Address: "/schools/hillside/roll?class=9A"}
}

// exampleDone is a roll on which one press marked everyone.
func exampleDone(v *RollView) {
	for number := 1; number <= len(v.Rows); number++ {
		mark(v, number, saved(v.Bar.Statuses[0]))
	}
	for _, number := range []int{10, 15, 21} {
		mark(v, number, saved(v.Bar.Statuses[1]))
	}
	v.RecordedClock = "08:32"
	v.Summary = part.Summary{
		Saved: []part.SavedCount{{Students: 25, Status: "Present"}, {Students: 3, Status: "Absent"}}, Clock: "08:32",
		Change: "/schools/hillside/roll?class=8B&change=1", OneMark: true, Next: exampleNext(),
	}
}

// exampleQuestion is a roll with one question about a mark that the reader made on another page.
func exampleQuestion(v *RollView) {
	cell := exampleConflict("")
	cell.Elsewhere = true
	mark(v, 7, cell)
	v.Summary.Saved[0].Students = 24
	v.Summary.Need = []part.Need{{Enrolment: v.Rows[6].Enrolment, Name: "7 Mei Chen", Outcome: roll.Conflict,
		Cell: v.Rows[6].Cell}}
}

func exampleOutcomes(v *RollView) {
	present := v.Bar.Statuses[0]
	for number := 1; number <= len(v.Rows); number++ {
		mark(v, number, saved(present))
	}
	mark(v, 2, part.Cell{Outcome: roll.Refused, Chosen: "Absent"})
	v.Rows[1].Ticked = true
	mark(v, 6, part.Cell{Outcome: roll.Confirming, Chosen: "Absent", At: "08:32", Family: roll.Absent, Letter: "A"})
	mark(v, 14, part.Cell{Outcome: roll.Stopped, Chosen: "Absent", At: "08:31", Family: roll.Absent, Letter: "A"})
	mark(v, 18, part.Cell{Outcome: roll.Waiting, Chosen: "Absent", Family: roll.Absent, Letter: "A"})
	mark(v, 21, exampleConflict("K. Osei (office)"))
	mark(v, 25, part.Cell{Outcome: roll.Differs, Status: "Excused", Family: roll.Excused, Letter: "E", Chosen: "Absent"})
	mark(v, 9, part.Cell{Outcome: roll.Saved, Status: "Left early", Family: roll.LeftEarly, Letter: "X",
		At: "school system", Other: "school system"})
	v.Bar.Chosen = 2
	v.Light = &part.Light{State: part.Slow, Clock: "08:31"}
	v.Summary = part.Summary{
		Saved: []part.SavedCount{{Students: 21, Status: "Present"}}, Clock: "08:32", UnderWay: 2,
		Trouble: true, Kept: []part.SavedCount{{Students: 2, Status: "Absent"}},
		Need: []part.Need{
			{Enrolment: v.Rows[20].Enrolment, Name: "21 Mia Okafor", Outcome: roll.Conflict, Cell: v.Rows[20].Cell},
			{Enrolment: v.Rows[1].Enrolment, Name: "2 Noah Andersson", Outcome: roll.Refused},
			{Enrolment: v.Rows[24].Enrolment, Name: "25 Nour El-Sayed", Outcome: roll.Differs},
			{Enrolment: v.Rows[13].Enrolment, Name: "14 Rahul Iyer", Outcome: roll.Stopped},
		},
	}
}

func exampleWaiting(v *RollView) {
	for number := 1; number <= len(v.Rows); number++ {
		mark(v, number, part.Cell{Outcome: roll.Waiting, Chosen: "Present", Family: roll.Present, Letter: "P"})
	}
	v.Light = &part.Light{State: part.Silent, Clock: "08:31", Waiting: 42}
	v.Summary = part.Summary{UnderWay: 28, Trouble: true, Kept: []part.SavedCount{{Students: 28, Status: "Present"}},
		Next: exampleNext()}
}

func examplePast(v *RollView) {
	v.Date = "2025-11-18"
	v.Light.Office = true
	v.ListClock = "07:10"
	v.Office, v.Reason = true, &layout.Reason{Asked: true, Required: true}
	for i := range v.Rows {
		v.Rows[i].Change = &part.Change{Enrolment: v.Rows[i].Enrolment}
	}
	mark(v, 2, saved(v.Bar.Statuses[2]))
	*v.Rows[1].Change = exampleChange(v.Rows[1].Enrolment)
	mark(v, 3, saved(v.Bar.Statuses[1]))
}

// examplePastRead is a past date as a teacher sees it.
func examplePastRead(v *RollView) {
	v.Date, v.ReadOnly, v.Light, v.Summary = "2025-11-18", true, nil, part.Summary{}
}

// exampleChange is the last change of a mark, with awkward names.
func exampleChange(enrolment roll.EnrolmentID) part.Change {
	return part.Change{
		Enrolment: enrolment, From: "Beurlaubt mit sehr langem Namen", To: "Late 08:52", Address: "#history",
		About: "Thu 20 Nov 09:12, \u202eعربي <b> (office)",
	}
}

// exampleCover is the roll of a person without an account.
func exampleCover(v *RollView) {
	v.Person = &layout.Person{ID: "x", Name: "Ines Okoro (cover)", SingleKeys: true}
	v.Alone, v.Links, v.Picker, v.Light = true, nil, Picker{}, nil
	for i := range v.Rows {
		v.Rows[i].Strip = nil
	}
}

func exampleCoverEnded(v *RollView) {
	v.Summary = part.Summary{Problem: part.CoverEnded,
		ProblemText: v.Words.Text("roll.problem.cover_ended_at", "Clock", "15:30")}
}

func exampleAwkward(v *RollView) {
	v.Rows[0].Given, v.Rows[0].Family = "<b onmouseover=alert(1)>Kim</b>", `"><script>alert(1)</script>`
	v.Rows[1].Given, v.Rows[1].Family = "محمد", "الحسن"
	v.Rows[2].Family = strings.Repeat("W", 500)
	v.Rows[3].Given, v.Rows[3].Family = "", "Mononym"
	v.Rows[4].Given, v.Rows[4].Family, v.Rows[4].Detail = "Noah", "Andersson", "no. 5"
	v.Rows[5].Given, v.Rows[5].Family = "👩‍🏫", "Ňuñ̃ez"
}

// exampleLongStatuses has names of several words, and one word too long for a line on a phone.
func exampleLongStatuses(v *RollView) {
	for i, name := range []string{
		"Anwesend", "Unentschuldigt abwesend", "Verspätet eingetroffen", "Entschuldigt abwesend", "Unterrichtsbefreiung",
		"Rindfleischetikettierungsüberwachungsaufgabe",
	} {
		v.Bar.Statuses[i].Name = name
	}
}

func exampleThirtyStatuses(v *RollView) {
	v.Bar.Statuses[3].Name, v.Bar.Statuses[4].Name = "Absent: unexplained", "Excused: medical"
	for i := 7; i < 30; i++ {
		v.Bar.Statuses = append(v.Bar.Statuses, roll.Status{
			ID: roll.StatusID(i), Name: "Excursion to the museum", Letter: "M", Family: roll.Other,
		})
	}
	v.Bar.Statuses[8].Name = "Excused: invited by an authority"
	v.Bar.Statuses[9].Name, v.Bar.Statuses[9].CarriesTime = "Late: public transport", true
	v.Bar.Statuses = append(v.Bar.Statuses, roll.Status{ID: 30, Name: "Dentist", Letter: "D", Family: roll.Excused})
}

// exampleDoorTicked is the roll on a shared tablet after so long that it asks for the PIN again.
func exampleDoorTicked(v *RollView) {
	v.Person = &layout.Person{ID: "x", Name: "Door 12"}
	v.Alone, v.Door, v.Links, v.Picker, v.Light, v.Tiles, v.Closes, v.NetworkCode = true, true, nil, Picker{}, nil,
		"/door", "roll.close", "482913"
	for i := range v.Rows {
		v.Rows[i].Strip = nil
	}
	exampleTicked(v)
	v.Bar.Signing = &part.Signing{Name: "Konstantinos Papadopoulos-Rivera"}
}

func exampleDoorWrong(v *RollView) {
	v.Bar.Signing.Problem = v.Words.Text("pins.paused", "Clock", "08:47")
}

// exampleDoorOpened is the roll, opened with a PIN, on a tablet where students tap.
func exampleDoorOpened(v *RollView) {
	v.Bar.Signing, v.Bar.Rest, v.Bar.Chosen, v.Closes = &part.Signing{Opening: "signed"}, &v.Bar.Statuses[1], 0,
		"taps.back"
}

// exampleConflict is a choice of Absent that met the mark Late, made by the person.
func exampleConflict(by string) part.Cell {
	return part.Cell{
		Outcome: roll.Conflict, Status: "Late", Family: roll.Late, Letter: "L", At: "08:29", Chosen: "Absent",
		ChosenLook: part.Look{Family: roll.Absent, Letter: "A"}, By: by, Theirs: "Late", Save: "Zq3vJx0d9sVb2mQ1", Version: 4,
	}
}

// exampleQuestions is a roll with three questions at once.
func exampleQuestions(v *RollView) {
	for _, number := range []int{7, 12, 21} {
		mark(v, number, exampleConflict("K. Osei (office)"))
		row := v.Rows[number-1]
		v.Summary.Need = append(v.Summary.Need,
			part.Need{Enrolment: row.Enrolment, Name: row.Given + " " + row.Family, Outcome: roll.Conflict, Cell: row.Cell})
	}
	v.Summary.Saved = []part.SavedCount{{Students: 25, Status: "Present"}}
}

// exampleOffer is the roll with some students left to mark as the others.
func exampleOffer(v *RollView) {
	others := &part.Others{Save: "pL8wYt5rKc4nHf7g", Status: v.Bar.Statuses[0]}
	for _, number := range []int{2, 3, 4} {
		mark(v, number, part.Cell{Outcome: roll.None})
		others.Students = append(others.Students, v.Rows[number-1].Enrolment)
	}
	v.Summary.Others, v.Summary.Next = others, nil
}

// exampleTrouble returns a change of a roll: its marks wait because the school system is in the state.
func exampleTrouble(state part.LightState) func(*RollView) {
	return func(v *RollView) {
		v.Light.State = state
		switch state {
		case part.OthersNamed:
			v.Light.Held = part.HeldOtherStudents
		case part.Unproven:
			v.Light.Held = part.HeldUnproven
		case part.Answering, part.Slow, part.Silent, part.Misread, part.Faulty, part.Declined,
			part.KeyRefused, part.CopyPaused, part.NotChecked:
		}
		v.Summary.Held = v.Light.Held
	}
}
