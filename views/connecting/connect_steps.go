package connecting

import (
	"strings"

	"rollbook/web/connecting/readings"
	"rollbook/web/language"
)

// The states of a connecting step, as data-step.
const (
	stepDone  = "done"
	stepOpen  = "open"
	stepLater = "later"
	// stepNone is the state of a list that the school system does not offer and that needs no further answer.
	stepNone = "none"
)

// stepOfAddress returns done once Rollbook has asked the school system for its lists, or reads the school
// with the draft.
func (v *ConnectView) stepOfAddress() string {
	if v.Refused != "" || len(v.Draft.Trials) == 0 && !v.Draft.InForce {
		return stepOpen
	}
	return stepDone
}

// stepOf returns done for a list that is read. A list without a call is settled if a roll does not need it,
// or if a person answered that there is none.
func (v *ConnectView) stepOf(call CallView) string {
	isOptional, isAbsent := !call.isNeeded() && call.Call != readings.Periods, call.Reading.Absent
	switch {
	case call.Asks || call.Wrong != "" || call.AwaitsAddress() || len(call.Objections) > 0 && !v.Draft.InForce:
		return stepOpen
	case call.Finding == "works", call.Finding == "" && !isAbsent && v.Draft.InForce, isOptional && call.Finding == "empty" && !isAbsent:
		return stepDone
	case isAbsent && (isOptional || call.Finding == "no call" || v.Draft.InForce):
		return stepNone
	case call.Open || call.Finding != "":
		return stepOpen
	}
	return stepLater
}

// stepOfUse returns done once Rollbook reads the school with the draft.
func (v *ConnectView) stepOfUse() string {
	switch {
	case v.Draft.InForce:
		return stepDone
	case v.mayUse():
		return stepOpen
	}
	return stepLater
}

// stepOfProof returns done once sending is on.
func (v *ConnectView) stepOfProof() string {
	switch {
	case v.Prove == nil:
		return stepLater
	case v.Prove.On != "":
		return stepDone
	case v.Prove.Later:
		return stepLater
	}
	return stepOpen
}

// progress returns the sentence about the number of steps done.
func (v *ConnectView) progress() string {
	if v.done() {
		return v.Words.Text("connect.all_done")
	}
	done, count := v.stepsDone()
	return v.Words.Text("connect.progress", "Done", v.Words.Number(done), "Count", v.Words.Number(count))
}

// checked returns the sentence about the result of a check of all lists.
func (v *ConnectView) checked() string {
	var all []string
	for _, call := range v.Calls {
		all = append(all, v.Words.Text(language.CallKeys.Of(string(call.Call)))+": "+v.stateOf(call))
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
	steps := []string{v.stepOfAddress(), v.stepOfUse()}
	for _, call := range v.Calls {
		if step := v.stepOf(call); step != stepNone {
			steps = append(steps, step)
		}
	}
	if v.Prove != nil {
		steps = append(steps, v.stepOfProof())
	}
	for _, step := range steps {
		if step == stepDone {
			done++
		}
	}
	return done, len(steps)
}
