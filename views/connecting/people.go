package connecting

import (
	"strings"

	"rollbook/web/connecting/readings"
	"rollbook/web/language"
)

// question is one question about the students, with the choices after the answer "no".
type question struct {
	name    string
	choices []readings.Choice
}

func questions(offers readings.Offers) []question {
	return []question{{"names", offers.Names}, {"classes", offers.Classes}, {"left", offers.Leaving}}
}

// asksAboutPeople reports whether Rollbook found students and no admin has confirmed yet that they are the
// school's.
func (v *ConnectView) asksAboutPeople() bool {
	return !v.Draft.InForce && len(v.Draft.Trials[readings.Students].Offers.Students) > 0
}

// statusNames returns the names of the first statuses.
func (v *ConnectView) statusNames() string {
	var names []string
	for _, row := range v.Draft.Trials[readings.Statuses].Rows {
		names = append(names, row.Text)
	}
	return strings.Join(names, " · ")
}

// doubt is a possible error in a list. leaveOut and keep are the ids of the choices about items that seem to be
// no longer valid; they may be empty.
type doubt struct {
	text           string
	call           readings.Call
	leaveOut, keep string
}

// doubts returns what an admin should check. Of lists in use these are only the items to leave out.
func (v *ConnectView) doubts() []doubt {
	var all []doubt
	for _, call := range readings.Calls() {
		trial := v.Draft.Trials[call]
		for _, kind := range trial.Doubts {
			if !v.Draft.InForce {
				all = append(all, doubt{text: v.Words.Text(language.DoubtKeys.Of(string(kind)))})
			}
		}
		for _, choice := range trial.Offers.Leaving {
			if choice.Stated {
				text := v.Words.Count(language.LeftKeys.Of(string(call)), choice.Count, "Of", v.Words.Number(choice.Of), "Why",
					choice.Why, "Names", v.Words.List(choice.Samples))
				all = append(all, doubt{text, call, choice.ID(), choice.Declined().ID()})
			}
		}
	}
	return all
}

// mayUse reports whether Rollbook can start to read the school with the draft.
func (v *ConnectView) mayUse() bool { return v.Missing == readings.NoNeed && !v.Draft.InForce }

// isMissing reports whether the page names what is missing: only after a first try.
func (v *ConnectView) isMissing() bool {
	return v.Missing != readings.NoNeed && !v.Draft.InForce && len(v.Draft.Trials) > 0
}

// missing returns the sentence about the first thing that a roll still needs.
func (v *ConnectView) missing() string {
	students := v.Draft.Trials[readings.Students]
	switch {
	case v.Missing == readings.NeedNumber && len(students.Offers.Numbers) == 0:
		return v.Words.Text("connect.no_number")
	case v.Missing == readings.NeedStudents && students.Finding == "empty":
		return v.Words.Text("connect.nobody")
	}
	return v.Words.Text(language.MissingKeys.Of(string(v.Missing)))
}

// letter returns a letter that asks the school system's maker for it.
func (v *ConnectView) letter() string {
	need := v.Words.Text(language.LetterKeys.Of(string(v.Missing)))
	return v.Words.Text("connect.letter", "Need", need, "School", v.School.Name)
}

// letterLines returns the number of lines of the letter's field.
func letterLines(letter string) int { return strings.Count(letter, "\n") + 2 }
