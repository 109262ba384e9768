package connecting

import (
	"slices"
	"strings"

	"rollbook/web/language"
)

// CallView is one call of the school system: what came when it was tried, and how it is
// read.
type CallView struct {
	// Name is the call's name in addresses and in the catalogue.
	Name string
	// Open shows what is inside.
	Open bool
	// State is the word for what came; empty before the first try.
	State string
	// Items counts what was read, Classes the classes of students; Unreadable and Repeated
	// count what was left out.
	Items, Classes, Unreadable, Repeated int
	// Asked and Status are what was asked and the status of the answer, 0 without one;
	// Answer is the answer, shortened.
	Asked  string
	Status int
	Answer string
	// Tried counts the paths at which the call was looked for.
	Tried int
	// Unsure asks for a look at the fields.
	Unsure bool
	// Asks says that nobody but a person can tell which number saving needs. Question are the numbers
	// to choose from; none where the list has no such number.
	Asks     bool
	Question []NumberChoice
	// Absent says that there is no such call, MayBeAbsent that this can be said.
	Absent, MayBeAbsent bool
	// Room is the room of the settings in which the list comes in without a call; empty
	// where this person has none.
	Room   string
	Rows   []CallRow
	Path   string
	List   PickView
	Fields []PickView
	Paging PagingView
	// Wrong names the place of the form that cannot be used, as the form does; empty for
	// none.
	Wrong string
}

// WrongAnswer is the place of the address where an answer was pasted without it.
const WrongAnswer = "answer"

// NumberChoice is a number that may be the one that saving needs, with some students who have it.
type NumberChoice struct {
	Path     string
	Students []NumberedStudent
}

// NumberedStudent is a student, whose name may be empty, and the number that she has.
type NumberedStudent struct{ Name, Number string }

// CallRow is one thing that was read.
type CallRow struct{ Text, Note string }

// PickView is a choice of a place in an answer.
type PickView struct {
	// Name is the field's name in the form, Key its name in the catalogue.
	Name, Key string
	Value     string
	Choices   []PickChoice
}

// PickChoice is a place in an answer, with what stands there.
type PickChoice struct{ Path, Sample string }

// PagingView is how a long list goes on; numbers are texts as people type them.
type PagingView struct{ Kind, Parameter, First, SizeParameter, Size, Cursor, Total string }

// CheckedView is what a check says of a call.
type CheckedView struct {
	Call, State string
	Items       int
}

// all are the choices, with the value in force where it is none of them.
func (p PickView) all() []PickChoice {
	if p.Value == "" || slices.ContainsFunc(p.Choices, func(c PickChoice) bool { return c.Path == p.Value }) {
		return p.Choices
	}
	return append([]PickChoice{{Path: p.Value}}, p.Choices...)
}

// label is a place as people read it.
func (v *ConnectView) label(pick PickView, choice PickChoice) string {
	path := strings.TrimPrefix(strings.TrimPrefix(choice.Path, "$"), ".")
	if around, isAround := strings.CutPrefix(path, "['^"); isAround {
		path = strings.Replace(around, "']", "", 1)
	}
	switch {
	case path == "" && pick.Key == "list":
		path = v.Words.Text("connect.whole")
	case path == "":
		path = v.Words.Text("connect.itself")
	}
	if choice.Sample == "" {
		return path
	}
	return path + " · " + choice.Sample
}

// state is what came of a call, in words.
func (v *ConnectView) state(call CallView) string {
	switch {
	case call.State == "" && call.Absent:
		return v.Words.Text("connect.finding.no_call")
	case call.State == "" && v.InForce:
		return v.Words.Text("connect.in_use")
	case call.State == "":
		return v.Words.Text("connect.not_tried")
	case (call.State == "works" || call.Asks) && strings.Contains(call.Path, "{class}") && call.Name == "students":
		return v.Words.Count("connect.students_in_first", call.Items)
	case call.State == "works" && call.Classes > 0:
		return v.Words.Count("connect.students_in_classes", call.Items, "Classes", v.Words.Count("connect.in_classes", call.Classes))
	case call.State == "works", call.State == "partly":
		return v.Words.Count(language.CallReadKeys.Of(call.Name), call.Items)
	case call.Absent && call.Tried > 1 && (call.State == "wrong_path" || call.State == "unreadable"):
		return v.Words.Text("connect.not_found")
	}
	return v.Words.Text(language.FindingKeys.Of(call.State))
}

// elsewhere is where a list comes in without a call: its room of the settings, else the
// help; empty where nothing takes its place.
func (v *ConnectView) elsewhere(call CallView) string {
	switch {
	case !call.Absent && !call.lacks() || call.Name != "students" && call.Name != "statuses":
		return ""
	case call.Room != "":
		return v.Paths.Settings(string(v.School.ID), call.Room)
	}
	return v.Paths.Help("connect")
}

// remarks are what is to be known of a call besides.
func (v *ConnectView) remarks(call CallView) []string {
	var remarks []string
	switch {
	case call.lacks():
		return append(remarks, v.Words.Text("connect.no_number"))
	case call.Asks:
		return remarks
	case call.Unsure:
		remarks = append(remarks, v.Words.Text("connect.unsure"))
	}
	if call.Unreadable > 0 {
		remarks = append(remarks, v.Words.Count("connect.unreadable", call.Unreadable))
	}
	if call.Repeated > 0 {
		remarks = append(remarks, v.Words.Count("connect.repeated", call.Repeated))
	}
	unknown := func(field PickView) bool { return field.Key == "studentId" && field.Value == "" }
	if call.Name == "students" && call.Items > 0 && slices.ContainsFunc(call.Fields, unknown) {
		remarks = append(remarks, v.Words.Text("connect.no_student_ids"))
	}
	if call.Absent && call.State == "empty" {
		return append(remarks, v.Words.Text("connect.look_again"))
	}
	if call.Absent {
		remarks = append(remarks, v.Words.Text(language.CallWithoutKeys.Of(call.Name)))
	}
	return remarks
}

// checked is what a check says of a call, in words.
func (v *ConnectView) checked(line CheckedView) string {
	if line.State == "works" || line.State == "partly" {
		return v.Words.Count(language.CallReadKeys.Of(line.Call), line.Items)
	}
	return v.Words.Text(language.FindingKeys.Of(line.State))
}

// pagingKinds are the ways in which long lists go on.
func pagingKinds() []string { return []string{"none", "page", "offset", "cursor", "link"} }

// pagingField is a field about pages.
type pagingField struct{ name, value string }

func (p PagingView) fields() []pagingField {
	return []pagingField{
		{"parameter", p.Parameter}, {"first", p.First}, {"size_parameter", p.SizeParameter}, {"size", p.Size}, {"cursor", p.Cursor}, {"total", p.Total},
	}
}

// lacks tells that no number in the list can be the one that saving needs.
func (c CallView) lacks() bool { return c.Asks && len(c.Question) == 0 }

// wrong marks the place of the form that cannot be used.
func (c CallView) wrong(name string) bool {
	return c.Wrong != "" && (c.Wrong == name || c.Wrong == WrongAnswer && name == "path")
}

// whyWrong says why nothing was changed.
func (v *ConnectView) whyWrong(call CallView) string {
	if call.Wrong == WrongAnswer {
		return v.Words.Text("connect.wrong_answer")
	}
	return v.Words.Text("connect.wrong")
}

// mayBeDenied tells whether a person can say that the school system has no such list: of one that is read, and
// of one that a roll needs and that was not found.
func (c CallView) mayBeDenied() bool {
	needed := c.Name == "students" || c.Name == "statuses"
	return c.MayBeAbsent && (!c.Absent || needed && c.State != "no_call" && c.State != "")
}
