package connecting

import (
	"strings"

	"rollbook/web/connecting/readings"
	"rollbook/web/language"
)

// question is one question about the students, with the choices that a "no" leads to.
type question struct {
	name    string
	choices []readings.Choice
}

func questions(offers readings.Offers) []question {
	return []question{{"names", offers.Names}, {"classes", offers.Classes}, {"left", offers.Leaving}}
}

// asksAboutPeople reports whether students were found, and nobody said yet that they are the school's.
func (v *ConnectView) asksAboutPeople() bool {
	return !v.Draft.InForce && len(v.Draft.Trials[readings.Students].Offers.Students) > 0
}

// statusNames are the first statuses that were read.
func (v *ConnectView) statusNames() string {
	var names []string
	for _, row := range v.Draft.Trials[readings.Statuses].Rows {
		names = append(names, row.Text)
	}
	return strings.Join(names, " · ")
}

// doubt is something that was noticed in a list. choice is the id of the choice that leaves out those who
// seem to count no more; empty where there is none.
type doubt struct {
	text   string
	call   readings.Call
	choice string
}

func (v *ConnectView) doubts() []doubt {
	var all []doubt
	for _, call := range []readings.Call{readings.Students, readings.Statuses} {
		trial := v.Draft.Trials[call]
		for _, kind := range trial.Doubts {
			all = append(all, doubt{text: v.Words.Text(language.DoubtKeys.Of(string(kind)))})
		}
		for _, choice := range trial.Offers.Leaving {
			if choice.Said {
				text := v.Words.Count(language.LeftKeys.Of(string(call)), choice.Count, "Of", v.Words.Number(choice.Of), "Why", choice.Why, "Names", strings.Join(choice.Samples, ", "))
				all = append(all, doubt{text, call, choice.ID()})
			}
		}
	}
	return all
}

// mayUse reports whether the draft can be put in force.
func (v *ConnectView) mayUse() bool { return v.Missing == readings.NoNeed && !v.Draft.InForce }

// isMissing reports whether the page says what is missing: only once something was tried.
func (v *ConnectView) isMissing() bool {
	return v.Missing != readings.NoNeed && !v.Draft.InForce && len(v.Draft.Trials) > 0
}

// missing names the first thing still missing without which no roll can be taken.
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

// letter writes a letter that asks the maker of the school system for what is missing.
func (v *ConnectView) letter() string {
	need := v.Words.Text(language.LetterKeys.Of(string(v.Missing)))
	return v.Words.Text("connect.letter", "Need", need, "School", v.School.Name)
}

// letterLines returns the number of lines that a field needs for a letter.
func letterLines(letter string) int { return strings.Count(letter, "\n") + 2 }
