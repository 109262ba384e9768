package taking

import (
	"rollbook/views/part"
	"rollbook/web/roll"
)

// exampleQuestions is a roll with three questions at once.
func exampleQuestions(v *RollView) {
	late := v.Bar.Statuses[2]
	for _, number := range []int{7, 12, 21} {
		mark(v, number, part.Cell{
			Outcome: roll.Conflict, Status: "Late", Family: late.Family, Letter: late.Letter, At: "08:29", Chosen: "Absent",
			ChosenLook: part.Look{Family: roll.Absent, Letter: "A"}, By: "K. Osei (office)", Theirs: "Late", Save: "Zq3vJx0d9sVb2mQ1", Version: 4,
		})
		row := v.Rows[number-1]
		v.Summary.Need = append(v.Summary.Need, part.Need{Enrolment: row.Enrolment, Name: row.Given + " " + row.Family, Outcome: roll.Conflict, Cell: row.Cell})
	}
	v.Summary.Saved = []part.SavedCount{{Students: 25, Status: "Present"}}
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
		case part.Answering, part.Slow, part.Silent, part.KeyRefused, part.CopyPaused, part.NotChecked:
		}
		v.Summary.Held = v.Light.Held
	}
}
