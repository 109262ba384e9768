package connecting

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

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
	return v.Missing != readings.NoNeed && !v.asksOfList() && !v.Draft.InForce && len(v.Draft.Trials) > 0
}

// asksOfList reports whether the question that is open is about the list of students: how many there should be, or
// whether its classes are the same in the school system.
func (v *ConnectView) asksOfList() bool {
	return !v.Draft.InForce && (v.Missing == readings.NeedCount || v.Missing == readings.NeedCompare)
}

// AsksOther reports whether the page asks for something else than the list of students.
func (v *ConnectView) AsksOther() bool {
	return slices.ContainsFunc(v.calls(), func(c call) bool { return c.isOpen && (c.isMissing() || c.asks) })
}

// compareClass returns the class of the sentence about classes that are not compared yet.
func (v *ConnectView) compareClass() string {
	if v.Refused == "use" {
		return "wrong"
	}
	return "muted"
}

// countSentence compares the number of students that the school system shows with the number that was read.
func (v *ConnectView) countSentence(found readings.Trial) string {
	switch shown := *v.Draft.Told; {
	case shown == 0:
		return ""
	case found.FirstOnly:
		return v.Words.Text("connect.classes_follow")
	case shown == found.Distinct:
		return v.Words.Text("connect.list_same")
	case shown > found.Distinct:
		return v.Words.Count("connect.list_fewer", shown-found.Distinct)
	default:
		return v.Words.Count("connect.list_more", found.Distinct-shown)
	}
}

// groupName returns the name of a part of the students.
func (v *ConnectView) groupName(group readings.Group) string {
	if group.Part != readings.Class {
		return v.Words.Text(language.ListPartKeys.Of(string(group.Part)))
	}
	return cmp.Or(group.Name, v.Words.Text("connect.people_no_class"))
}

// differs reports whether a class is not the same in the school system.
func (v *ConnectView) differs() bool {
	return slices.ContainsFunc(v.Draft.Compares(), func(class readings.Group) bool {
		isSame, isCompared := v.Draft.Compared[class.ID()]
		return isCompared && !isSame
	})
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

// letter returns a letter that asks the school system's maker for it, and before the first try for all lists.
func (v *ConnectView) letter() string {
	need := v.Words.Text("connect.letter_all")
	if len(v.Draft.Trials) > 0 {
		need = v.Words.Text(language.LetterKeys.Of(string(v.Missing)))
	}
	return v.Words.Text("connect.letter", "Need", need, "School", v.School.Name)
}

// mail returns the address of a mail with the letter.
func (v *ConnectView) mail() templ.SafeURL {
	return templ.SafeURL("mailto:?body=" + strings.ReplaceAll(url.QueryEscape(v.letter()), "+", "%20"))
}

// letterLines returns the number of lines of the letter's field.
func letterLines(letter string) int { return strings.Count(letter, "\n") + 2 }
