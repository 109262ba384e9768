package connecting

import (
	"cmp"
	"slices"
	"strings"

	"rollbook/web/connecting/readings"
	"rollbook/web/language"
)

// CallView is one call of the school system, with its trial and its reading.
type CallView struct {
	Call readings.Call
	readings.Trial
	Reading readings.Reading
	// Open is true if the call is unfolded.
	Open bool
	// Asks is true if only a person can decide which number saving needs. If the offers have no numbers,
	// neither has the list.
	Asks bool
	// Wrong is the name of the form's field that cannot be used; it may be empty.
	Wrong string
}

// WrongAnswer is the name of the address field when an answer was pasted there that cannot be read.
const WrongAnswer = "answer"

// state returns the word for the result of the call; it is empty before the first try.
func (c CallView) state() string { return strings.ReplaceAll(string(c.Finding), " ", "_") }

// isNeeded reports whether a roll needs the list.
func (c CallView) isNeeded() bool { return c.Call == readings.Students || c.Call == readings.Statuses }

// lacks reports whether the list has no number that saving could use.
func (c CallView) lacks() bool { return c.Asks && len(c.Offers.Numbers) == 0 }

// IsMissing reports whether a roll needs the list and the search did not find it.
func (c CallView) IsMissing() bool {
	return c.Reading.Absent && c.isNeeded() && c.Finding != "no call" && c.Finding != ""
}

// mayBeDenied reports whether a person can answer that the school system has no such list: a list that is
// read, or missing.
func (c CallView) mayBeDenied() bool {
	return c.Call != readings.Periods && (!c.Reading.Absent || c.IsMissing())
}

// awaits reports whether the call needs only its address from the person.
func (c CallView) awaits() bool { return c.Open && (c.IsMissing() || c.AwaitsAddress()) }

// wrong reports whether the named field cannot be used.
func (c CallView) wrong(name string) bool {
	return c.Wrong == name || c.Wrong == WrongAnswer && name == "path"
}

// pick is a choice of a place in an answer: its name in the form, its name in the catalogue, and the chosen
// place.
type pick struct{ name, key, value string }

// picks returns the choices of the call.
func (c CallView) picks() []pick {
	var all []pick
	for _, field := range readings.Fields(c.Call) {
		all = append(all, pick{"fields." + field, field, c.Reading.Fields[field]})
	}
	return all
}

// shownPicks returns the number of choices shown; the others are folded.
func (c CallView) shownPicks() int {
	const most = 3
	return min(most, len(c.picks()))
}

// isWrongIn reports whether one of the choices cannot be used.
func (c CallView) isWrongIn(picks []pick) bool {
	return slices.ContainsFunc(picks, func(pick pick) bool { return c.wrong(pick.name) })
}

// with returns the places, with the stored place added if it is missing.
func with(places []readings.Place, value string) []readings.Place {
	if value == "" || slices.ContainsFunc(places, func(p readings.Place) bool { return p.Path == value }) {
		return places
	}
	return append([]readings.Place{{Path: value}}, places...)
}

// label returns a place formatted for people; itself is the key of the words for the whole answer or item.
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

// stateOf describes the state of a call.
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

// otherClasses counts the classes whose students the trial did not read: all but the first.
func (v *ConnectView) otherClasses(call CallView) int {
	at := slices.IndexFunc(v.Calls, func(other CallView) bool { return other.Call == readings.Classes })
	if call.Call != readings.Students || !strings.Contains(call.Reading.Path, "{class}") || call.Items == 0 || at < 0 {
		return 0
	}
	return v.Calls[at].Items - 1
}

// elsewhere returns the address of the settings that provide the list without a call; it is empty if there
// are none.
func (v *ConnectView) elsewhere(call CallView) string {
	if !call.isNeeded() || !call.Reading.Absent && !call.lacks() {
		return ""
	}
	return v.Paths.Settings(string(v.School.ID), string(call.Call))
}

// remarks returns further sentences about a call.
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

// objected returns the sentence for an objection.
func (v *ConnectView) objected(objection readings.Objection) string {
	return v.Words.Count(language.ObjectionKeys.Of(string(objection.Kind)), objection.Number,
		"Read", v.Words.Number(objection.Read), "Names", strings.Join(objection.Names, ", "))
}

// objectionChoice returns the sentence about the effect of a choice.
func (v *ConnectView) objectionChoice(objection readings.Objection, choice readings.Choice) string {
	switch {
	case choice.Unrelated != "" && objection.Kind == readings.OtherPeriod:
		return v.Words.Text("connect.period_else")
	case choice.List != "":
		return v.Words.Text("connect.read_all_lists")
	case objection.Kind == readings.Lists:
		return v.Words.Text("connect.only_this_list")
	case objection.Kind == readings.Repeats:
		return v.Words.Text("connect.same_right")
	case objection.Kind == readings.Several:
		return v.Words.Text("connect.first_right")
	case choice.Unrelated != "" && objection.Kind != readings.Total && objection.Kind != readings.Pages:
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
