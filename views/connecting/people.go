package connecting

import "rollbook/web/language"

// The questions that can be answered with no, as the address has them.
const (
	AskNames   = "names"
	AskClasses = "classes"
	AskLeft    = "left"
)

// PeopleView asks whether the students that were found are the school's.
type PeopleView struct {
	// Students are some of them by name, with their class; either can be empty.
	Students []CallRow
	// Ask is the question that was answered with no; empty where none was.
	Ask string
	// Names, Classes and Left are what else the list offers for each question.
	Names, Classes, Left []PeopleChoice
	// Doubts are what was noticed in the lists.
	Doubts []DoubtView
}

// PeopleChoice is another way to read the list: what the same students would be called, or who is left out.
type PeopleChoice struct {
	ID      string
	Samples []string
	// Count is how many are left out; Everybody that nobody is any more.
	Count     int
	Everybody bool
}

// DoubtView is something that was noticed: of a kind that the catalogue has a sentence for, else
// those who seem to count no more, with the choice that leaves them out.
type DoubtView struct {
	Kind                string
	Call, Names, Choice string
	Count               int
}

// peopleQuestion is one question of the page, with the choices that a "no" leads to.
type peopleQuestion struct {
	name    string
	choices []PeopleChoice
}

func (p *PeopleView) questions() []peopleQuestion {
	return []peopleQuestion{{AskNames, p.Names}, {AskClasses, p.Classes}, {AskLeft, p.Left}}
}

// doubt is a doubt in words.
func (v *ConnectView) doubt(doubt DoubtView) string {
	switch {
	case doubt.Kind != "":
		return v.Words.Text(language.DoubtKeys.Of(doubt.Kind))
	case doubt.Call == "students":
		return v.Words.Count("connect.left_students", doubt.Count, "Names", doubt.Names)
	}
	return v.Words.Count("connect.left_statuses", doubt.Count, "Names", doubt.Names)
}

// missing says what is missing without which no roll can be taken.
func (v *ConnectView) missing() string {
	for _, call := range v.Calls {
		switch {
		case call.Name == "students" && call.lacks():
			return v.Words.Text("connect.no_number")
		case call.Name == "students" && v.Missing == call.Name && call.State == "empty":
			return v.Words.Text("connect.nobody")
		}
	}
	return v.Words.Text(language.MissingKeys.Of(v.Missing))
}

// Letter is what the maker of the school system can be asked.
func (v *ConnectView) Letter() string {
	return v.Words.Text("connect.letter", "Need", v.Words.Text(language.LetterKeys.Of(v.Missing)), "School", v.School.Name)
}
