package connecting

import (
	"cmp"
	"slices"
	"strings"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/connecting/readings"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// ConnectView is the page where an admin connects the school to its school system.
type ConnectView struct {
	layout.Page
	// Typed holds the fields' values: the stored ones, or the refused ones.
	Typed readings.Typed
	// Keys are the school's keys, the one in use first.
	Keys []roll.Key
	// Refused is the place of the press that Page.Problem is about: a field of the credentials, a call, "file" or "prove".
	// Of a call, Wrong is the name of the form's field that cannot be used, and Reading what the form held.
	Refused string
	Wrong   string
	Reading readings.Reading
	// Draft is the mapping under construction. Draft.InForce is true only if Rollbook reads the school with
	// it.
	Draft readings.Draft
	// Open is the call to unfold; empty for the first that needs a person.
	Open readings.Call
	// Ask names the question about the students that was answered with no; it may be empty.
	Ask readings.Question
	// Missing is the first thing that a roll still needs. StillNeeded are the lists that the school system
	// does not offer, and that the school has not given otherwise yet.
	Missing     readings.Need
	StillNeeded []readings.Call
	// Checked is true right after a check of all lists.
	Checked bool
	// Prove holds the last steps.
	Prove ProveView
	// Backlog counts the marks that a change would send to another address.
	Backlog roll.Backlog
	// Help is the address of the help page of the demonstration's school system; empty for other schools.
	Help string
	// AloneHere is true if the admin is the school's only person.
	AloneHere bool
}

func (v *ConnectView) credentials() part.Credentials {
	fields := part.Credentials{Words: v.Words, About: "connect", Typed: v.Typed, Refused: v.Refused, Problem: v.Problem,
		KeyKept: len(v.Keys) > 0}
	if !fields.KeyKept {
		fields.Begun, fields.KeyHelp = readings.Address, v.Words.Text("first_school.key_help")
		return fields
	}
	fields.KeyHelp = v.Words.Text("connect.help.key", "LastFour", v.Keys[0].LastFour, "Since",
		v.Words.ShortDate(v.Keys[0].UsedFrom.In(v.School.Zone)))
	return fields
}

// refusal returns the sentence about the press at the place, if it was refused.
func (v *ConnectView) refusal(place string) string {
	if v.Refused != place {
		return ""
	}
	return v.Problem
}

// call is one call of the school system, with its trial and its reading.
type call struct {
	name readings.Call
	readings.Trial
	reading readings.Reading
	// isOpen is true if the call is unfolded. isUncounted hides the number of students that were read, until an admin
	// has typed the school system's.
	isOpen, isUncounted bool
	// asks is true if only a person can decide which number saving needs. If the offers have no numbers,
	// neither has the list.
	asks bool
	// wrong is the name of the form's field that cannot be used; it may be empty.
	wrong string
}

// calls returns the calls of the school system in order, the first that needs a person unfolded.
func (v *ConnectView) calls() []call {
	var all []call
	for _, name := range v.Draft.Shown() {
		one := call{name: name, Trial: v.Draft.Trials[name], reading: v.Draft.Mapping.Of(name), isOpen: name == v.Open}
		one.asks = v.Draft.Asks(name) && one.Items > 0
		if name == readings.Students && !v.Draft.InForce {
			one.isUncounted, one.Notes = v.Draft.Told == nil && one.Items > 0, nil // the list below shows them
		}
		if one.isUncounted {
			one.Objections, one.Lists, one.Answer = nil, nil, ""
		}
		if v.Refused == string(name) {
			one.wrong, one.reading.Path, one.reading.List, one.reading.Fields = v.Wrong, v.Reading.Path, v.Reading.List,
				v.Reading.Fields
		}
		all = append(all, one)
	}
	if v.Open != "" || len(v.Draft.Trials) == 0 || v.Draft.InForce || v.asksOfList() {
		return all
	}
	asks := func(c call) bool { return c.asks }
	for _, needs := range []func(call) bool{asks, call.needsLook} {
		if at := slices.IndexFunc(all, needs); at >= 0 {
			all[at].isOpen = true
			break
		}
	}
	return all
}

// needsLook reports whether a person should check the call.
func (c call) needsLook() bool {
	good := []string{"works", "empty", "no call", ""}
	return c.Unsure || len(c.Objections) > 0 || c.isMissing() || !c.reading.Absent &&
		!slices.Contains(good, string(c.Finding))
}

// state returns the word for the result of the call; it is empty before the first try.
func (c call) state() string { return strings.ReplaceAll(string(c.Finding), " ", "_") }

// isNeeded reports whether a roll needs the list.
func (c call) isNeeded() bool { return readings.IsNeeded(c.name) }

// asksNumber reports whether the page asks which number saving needs: until a person has chosen, when two students
// have one number, and when the person wants another.
func (v *ConnectView) asksNumber(call call) bool {
	isShared := slices.ContainsFunc(call.Objections,
		func(objection readings.Remark) bool { return objection.Key == "connect.objection.shared" })
	return len(call.Ways[readings.AskNumber]) > 0 && (call.asks || isShared || v.Ask == readings.AskNumber)
}

// lacks reports whether the list has no number that saving could use.
func (c call) lacks() bool { return c.asks && len(c.Ways[readings.AskNumber]) == 0 }

// isMissing reports whether a roll needs the list and the search did not find it.
func (c call) isMissing() bool {
	return c.reading.Absent && c.isNeeded() && c.Finding != "no call" && c.Finding != ""
}

// mayBeDenied reports whether a person can answer that the school system has no such list: a list that is
// read, or missing.
func (c call) mayBeDenied() bool {
	return !readings.IsAlways(c.name) && (!c.reading.Absent || c.isMissing())
}

func periodOption(period readings.Period) layout.Option {
	return layout.Option{Value: period.ID, Text: period.Name}
}

// isWrongIn reports whether the place of one of the fields cannot be used.
func (c call) isWrongIn(fields []string) bool {
	field, isField := strings.CutPrefix(c.wrong, "fields.")
	return isField && slices.Contains(fields, field)
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
func (v *ConnectView) stateOf(call call) string {
	works := call.Finding == "works"
	switch {
	case call.Finding == "" && call.reading.Absent:
		return v.Words.Text("connect.finding.no_call")
	case call.Finding == "" && v.Draft.InForce:
		return v.Words.Text("connect.in_use")
	case call.Finding == "":
		return v.Words.Text("connect.not_tried")
	case call.isUncounted:
		return v.Words.Text("connect.finding.works")
	case (works || call.asks) && call.FirstOnly:
		return v.Words.Count("connect.students_in_first", call.Items)
	case works && call.Classes > 0:
		return v.Words.Count("connect.students_in_classes", call.Items, "Classes",
			v.Words.Count("connect.in_classes", call.Classes))
	case works, call.asks, call.Finding == "partly", call.Finding == "doubtful":
		return v.Words.Count(language.CallReadKeys.Of(string(call.name)), call.Items)
	case call.reading.Absent && call.Tried > 1 && call.Finding == "wrong path":
		return v.Words.Text("connect.not_found")
	}
	return v.Words.Text(language.FindingKeys.Of(call.state()))
}

// elsewhere returns the address of the settings that provide the list without a call; it is empty if there
// are none.
func (v *ConnectView) elsewhere(call call) string {
	if !call.isNeeded() || !call.reading.Absent && !call.lacks() {
		return ""
	}
	return v.Paths.To(paths.Settings, v.School.ID, call.name)
}

// remarks returns further sentences about a call.
func (v *ConnectView) remarks(call call) []string {
	switch {
	case call.lacks():
		return []string{v.Words.Text("connect.no_number")}
	case call.asks:
		return nil
	}
	tried, opens, reading := v.Draft.Period, v.Draft.Opens, call.reading
	var all sentences
	all.add(call.name == readings.Periods && opens.ID != "" &&
		tried.ID != opens.ID, v.Words.Text("connect.opens", "Opens", opens.Name, "Tried", tried.Name))
	all.add(call.FirstOnly, v.Words.Text("connect.classes_follow"))
	all.add(call.Unsure, v.Words.Text("connect.unsure"))
	for _, note := range call.Notes {
		all.add(true, v.says(note))
	}
	all.add(call.name == readings.Students && call.Items > 0 &&
		reading.Fields["studentId"] == "", v.Words.Text("connect.no_student_ids"))
	all.add(call.Finding == "elsewhere", v.Words.Text("connect.next_elsewhere"))
	all.add(reading.Absent && call.Finding == "empty", v.Words.Text("connect.look_again"))
	all.add(reading.Absent && call.Finding != "empty", v.Words.Text(language.CallWithoutKeys.Of(string(call.name))))
	return all
}

// sentences stand below each other.
type sentences []string

// add adds a sentence if it applies.
func (s *sentences) add(applies bool, sentence string) {
	if applies {
		*s = append(*s, sentence)
	}
}

// says returns the sentence of a remark.
func (v *ConnectView) says(remark readings.Remark) string {
	read := v.Words.Number(remark.Read)
	return v.Words.Count(remark.Key, remark.Number, "Read", read, "Of", read, "Names", v.Words.List(remark.Names), "Why",
		remark.Why)
}

// The states of a connecting step, as data-step.
const (
	stepDone  = "done"
	stepOpen  = "open"
	stepLater = "later"
	// stepNone is the state of a list that the school system does not offer and that needs no further answer.
	stepNone = "none"
)

// step returns the state of a step: done, waiting for a person, or later.
func step(isDone, isOpen bool) string {
	switch {
	case isDone:
		return stepDone
	case isOpen:
		return stepOpen
	}
	return stepLater
}

// stepOfAddress returns done once Rollbook has asked the school system for its lists, or reads the school
// with the draft.
func (v *ConnectView) stepOfAddress() string {
	isRefused := slices.Contains(readings.Credentials(), v.Refused)
	return step(!isRefused && (len(v.Draft.Trials) > 0 || v.Draft.InForce), true)
}

// stepOf returns done for a list that is read. A list without a call is settled if a roll does not need it,
// or if a person answered that there is none.
func (v *ConnectView) stepOf(call call) string {
	isOptional, isAbsent := !call.isNeeded() && !readings.IsAlways(call.name), call.reading.Absent
	asks := call.asks || call.wrong != "" || len(call.Objections) > 0 && !v.Draft.InForce
	isRead := call.Finding == "works" || !isAbsent && (call.Finding == "" && v.Draft.InForce ||
		isOptional && call.Finding == "empty")
	if isAbsent && !asks && !isRead && (isOptional || call.Finding == "no call" || v.Draft.InForce) {
		return stepNone
	}
	return step(isRead && !asks, asks || call.isOpen || call.Finding != "")
}

// stepOfUse returns done once Rollbook reads the school with the draft.
func (v *ConnectView) stepOfUse() string { return step(v.Draft.InForce, v.mayUse() || v.asksOfList()) }

// stepOfProof returns done once sending is on.
func (v *ConnectView) stepOfProof() string { return step(v.Prove.On != "", v.Draft.InForce) }

// progress returns the sentence about the number of steps done.
func (v *ConnectView) progress() string {
	done, count := v.stepsDone()
	if done == count {
		return v.Words.Text("connect.all_done")
	}
	return v.Words.Text("connect.progress", "Done", v.Words.Number(done), "Count", v.Words.Number(count))
}

// checked returns the sentence about the result of a check of all lists.
func (v *ConnectView) checked() string {
	var all []string
	for _, call := range v.calls() {
		all = append(all, v.Words.Text(language.CallKeys.Of(string(call.name)))+": "+v.stateOf(call))
		if len(call.Objections) > 0 {
			all = append(all, v.Words.Text("connect.finding.doubtful"))
		}
	}
	return v.Words.Text("connect.checked", "Lists", strings.Join(all, " "))
}

// done reports whether all steps are done.
func (v *ConnectView) done() bool {
	done, count := v.stepsDone()
	return done == count
}

func (v *ConnectView) stepsDone() (done, count int) {
	steps := []string{v.stepOfAddress(), v.stepOfUse(), v.stepOfProof()}
	for _, call := range v.calls() {
		steps = append(steps, v.stepOf(call))
	}
	for _, step := range steps {
		switch step {
		case stepDone:
			done, count = done+1, count+1
		case stepOpen, stepLater:
			count++
		}
	}
	return done, count
}
