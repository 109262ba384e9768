package taking

import (
	"rollbook/views/part"
	"rollbook/web/roll"
)

// exampleQuestions is a roll with three questions at once.
func exampleQuestions(v *RollView) {
	for _, number := range []int{7, 12, 21} {
		mark(v, number, exampleConflict("K. Osei (office)"))
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
