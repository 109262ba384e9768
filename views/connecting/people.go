package connecting

import (
	"slices"
	"strings"

	"rollbook/web/connecting/readings"
	"rollbook/web/language"
)

// asksAboutPeople reports whether Rollbook found students and no admin has confirmed yet that they are the
// school's.
func (v *ConnectView) asksAboutPeople() bool {
	return !v.Draft.InForce && len(v.Draft.Trials[readings.Students].Students) > 0
}

// leftOut returns the choice to show everybody, if some are left out of the lists in use.
func (v *ConnectView) leftOut() []readings.Choice {
	ways := slices.Clone(v.Draft.Trials[readings.Students].Ways[readings.AskLeft])
	return slices.DeleteFunc(ways, func(way readings.Choice) bool { return way.Press != everybody || way.Count == 0 })
}

// everybody is the press that shows those who are left out too.
const everybody = "connect.everybody"

// statusNames returns the names of the first statuses.
func (v *ConnectView) statusNames() string {
	var names []string
	for _, row := range v.Draft.Trials[readings.Statuses].Rows {
		names = append(names, row.Text)
	}
	return strings.Join(names, " · ")
}

// wayText returns the words beside a way's button.
func (v *ConnectView) wayText(way readings.Choice) string {
	switch {
	case way.Press == everybody && way.Count > 0:
		return v.Words.Count("connect.everybody_who", way.Count, "Names", v.Words.List(way.Samples))
	case way.Press == everybody:
		return v.Words.Text("connect.everybody_why")
	case way.Count > 0:
		return v.Words.Count("connect.left_choice", way.Count, "Names", v.Words.List(way.Samples))
	}
	return strings.Join(way.Samples, " · ")
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
	case v.Missing == readings.NeedNumber && len(students.Ways[readings.AskNumber]) == 0:
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
