package connecting

import (
	"cmp"
	"slices"
	"strings"

	"rollbook/web/connecting/readings"
	"rollbook/web/language"
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

// isNeeded reports whether no roll can be taken without the list.
func (c CallView) isNeeded() bool { return c.Call == readings.Students || c.Call == readings.Statuses }

// lacks reports whether no number in the list can be the one that saving needs.
func (c CallView) lacks() bool { return c.Asks && len(c.Offers.Numbers) == 0 }

// IsMissing reports whether a roll needs the list, and it was not found.
func (c CallView) IsMissing() bool {
	return c.Reading.Absent && c.isNeeded() && c.Finding != "no call" && c.Finding != ""
}

// mayBeDenied reports whether a person can say that the school system has no such list: where it is read, or
// missing.
func (c CallView) mayBeDenied() bool {
	return c.Call != readings.Periods && (!c.Reading.Absent || c.IsMissing())
}

// awaits reports whether the address of the call is all that a person has to give.
func (c CallView) awaits() bool { return c.Open && (c.IsMissing() || c.AwaitsAddress()) }

// wrong reports whether the place of the form is the one that cannot be used.
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

// shownPicks is the number of fields that are shown at once; the others are folded.
func (c CallView) shownPicks() int {
	const most = 3
	return min(most, len(c.picks()))
}

// isWrongIn reports whether one of the fields is the one that cannot be used.
func (c CallView) isWrongIn(picks []pick) bool {
	return slices.ContainsFunc(picks, func(pick pick) bool { return c.wrong(pick.name) })
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
	case works, call.Asks, call.Finding == "partly", call.Finding == "doubtful":
		return v.Words.Count(language.CallReadKeys.Of(string(call.Call)), call.Items)
	case call.Reading.Absent && call.Tried > 1 && call.Finding == "wrong path":
		return v.Words.Text("connect.not_found")
	}
	return v.Words.Text(language.FindingKeys.Of(call.state()))
}

// otherClasses counts the classes whose students were not read to try the call: those besides the first.
func (v *ConnectView) otherClasses(call CallView) int {
	at := slices.IndexFunc(v.Calls, func(other CallView) bool { return other.Call == readings.Classes })
	if call.Call != readings.Students || !strings.Contains(call.Reading.Path, "{class}") || call.Items == 0 || at < 0 {
		return 0
	}
	return v.Calls[at].Items - 1
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
	if tried, opens := v.Draft.Period, v.Draft.Opens; call.Call == readings.Periods && opens.ID != "" && tried.ID != opens.ID {
		remarks = append(remarks, v.Words.Text("connect.opens", "Opens", opens.Name, "Tried", tried.Name))
	}
	if call.SameFor != "" {
		remarks = append(remarks, v.Words.Text("connect.same_for", "Period", v.Draft.Period.Name, "Other", call.SameFor))
	}
	if others := v.otherClasses(call); others > 0 {
		remarks = append(remarks, v.Words.Count("connect.classes_follow", others))
	}
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

// objected says an objection in a sentence.
func (v *ConnectView) objected(objection readings.Objection) string {
	return v.Words.Count(language.ObjectionKeys.Of(string(objection.Kind)), objection.Number,
		"Read", v.Words.Number(objection.Read), "Names", strings.Join(objection.Names, ", "))
}

// objectionChoice says what a choice about an objection does.
func (v *ConnectView) objectionChoice(objection readings.Objection, choice readings.Choice) string {
	switch {
	case choice.Unrelated != "" && objection.Kind == readings.More:
		return v.Words.Text("connect.all_there")
	case choice.Unrelated != "":
		return v.Words.Text("connect.counts_else")
	case choice.Twice:
		return v.Words.Text("connect.twice_right")
	case objection.Kind == readings.Twice:
		return v.Words.Text("connect.keep_only", "Why", choice.Why)
	}
	return v.Words.Text("connect.leave_out")
}
