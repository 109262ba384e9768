package connecting

import (
	"cmp"
	"slices"
	"strings"

	"rollbook/web/language"
	"rollbook/web/readings"
)

// CallView is one call of the school system, with the result of its trial and its reading.
type CallView struct {
	Call readings.Call
	readings.Trial
	Reading readings.Reading
	// Open is true where the call is shown open.
	Open bool
	// Asks is true where only a person can tell which number saving needs. Without numbers among the offers
	// the list has none.
	Asks bool
	// Wrong names the place of the form that cannot be used, as the form does; empty for
	// none.
	Wrong string
}

// WrongAnswer names the place of the address where an answer was pasted there that cannot be read.
const WrongAnswer = "answer"

// state returns the word for the result of a call; empty before the first try.
func (c CallView) state() string { return strings.ReplaceAll(string(c.Finding), " ", "_") }

// isNeeded tells whether no roll can be taken without the list.
func (c CallView) isNeeded() bool { return c.Call == readings.Students || c.Call == readings.Statuses }

// lacks tells whether no number in the list can be the one that saving needs.
func (c CallView) lacks() bool { return c.Asks && len(c.Offers.Numbers) == 0 }

// mayBeDenied tells whether a person can say that the school system has no such list: where it is read, or
// where a roll needs it and it was not found.
func (c CallView) mayBeDenied() bool {
	return c.Call != readings.Periods && (!c.Reading.Absent || c.isNeeded() && c.Finding != "no call" && c.Finding != "")
}

// wrong tells whether the place of the form is the one that cannot be used.
func (c CallView) wrong(name string) bool {
	return c.Wrong == name || c.Wrong == WrongAnswer && name == "path"
}

// pick is a choice of a place in an answer: its name in the form, that in the catalogue, and the place that is chosen.
type pick struct{ name, key, value string }

// picks returns the fields of a call.
func (c CallView) picks() []pick {
	var all []pick
	for _, field := range readings.Fields(c.Call) {
		all = append(all, pick{"fields." + field, field, c.Reading.Fields[field]})
	}
	return all
}

// with adds the place in force to the places, where it is none of them.
func with(places []readings.Place, value string) []readings.Place {
	if value == "" || slices.ContainsFunc(places, func(p readings.Place) bool { return p.Path == value }) {
		return places
	}
	return append([]readings.Place{{Path: value}}, places...)
}

// label names a place as people read it; itself is the name of the place that is the whole answer or item.
func (v *ConnectView) label(place readings.Place, itself language.Key) string {
	path := strings.TrimPrefix(strings.TrimPrefix(place.Path, "$"), ".")
	if around, isAround := strings.CutPrefix(path, "['^"); isAround {
		path = strings.Replace(around, "']", "", 1)
	}
	path = cmp.Or(path, v.Words.Text(itself))
	if place.Sample == "" {
		return path
	}
	return path + " · " + place.Sample
}

// stateOf says in words how a call stands.
func (v *ConnectView) stateOf(call CallView) string {
	works := call.Finding == "works"
	switch {
	case call.AwaitsAddress():
		return v.Words.Text("connect.awaits_address")
	case call.Finding == "" && call.Reading.Absent:
		return v.Words.Text("connect.finding.no_call")
	case call.Finding == "" && v.Draft.InForce:
		return v.Words.Text("connect.in_use")
	case call.Finding == "":
		return v.Words.Text("connect.not_tried")
	case (works || call.Asks) && strings.Contains(call.Reading.Path, "{class}") && call.Call == readings.Students:
		return v.Words.Count("connect.students_in_first", call.Items)
	case works && call.Classes > 0:
		return v.Words.Count("connect.students_in_classes", call.Items, "Classes", v.Words.Count("connect.in_classes", call.Classes))
	case works, call.Asks, call.Finding == "partly":
		return v.Words.Count(language.CallReadKeys.Of(string(call.Call)), call.Items)
	case call.Reading.Absent && call.Tried > 1 && (call.Finding == "wrong path" || call.Finding == "unreadable"):
		return v.Words.Text("connect.not_found")
	}
	return v.Words.Text(language.FindingKeys.Of(call.state()))
}

// elsewhere returns the address of the settings in which a list comes in without a call; empty where nothing
// takes its place.
func (v *ConnectView) elsewhere(call CallView) string {
	if !call.isNeeded() || !call.Reading.Absent && !call.lacks() {
		return ""
	}
	return v.Paths.Settings(string(v.School.ID), string(call.Call))
}

// remarks returns the further sentences about a call.
func (v *ConnectView) remarks(call CallView) []string {
	switch {
	case call.AwaitsAddress():
		return []string{v.Words.Text("connect.looks_like", "List", v.Words.Text(language.CallKeys.Of(string(call.Call))))}
	case call.lacks():
		return []string{v.Words.Text("connect.no_number")}
	case call.Asks:
		return nil
	}
	var remarks []string
	if call.Unsure {
		remarks = append(remarks, v.Words.Text("connect.unsure"))
	}
	if call.Unreadable > 0 {
		remarks = append(remarks, v.Words.Count("connect.unreadable", call.Unreadable))
	}
	if call.Repeated > 0 {
		remarks = append(remarks, v.Words.Count("connect.repeated", call.Repeated))
	}
	if call.Call == readings.Students && call.Items > 0 && call.Reading.Fields["studentId"] == "" {
		remarks = append(remarks, v.Words.Text("connect.no_student_ids"))
	}
	switch {
	case call.Reading.Absent && call.Finding == "empty":
		remarks = append(remarks, v.Words.Text("connect.look_again"))
	case call.Reading.Absent:
		remarks = append(remarks, v.Words.Text(language.CallWithoutKeys.Of(string(call.Call))))
	}
	return remarks
}
