package visit

import (
	"slices"
	"time"

	"rollbook/views/part"
	"rollbook/web/identity/auth"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// unchecked is the age from which an answer no longer shows the service's present state.
const unchecked = 15 * time.Minute

var pausedLights = map[roll.Pause]part.LightState{
	roll.NotPaused: "", roll.PausedKey: part.KeyRefused, roll.PausedAddress: part.Declined,
	roll.PausedStudents: part.OthersNamed,
}

// Question returns the key of the sentence about a list that waits for the office's decision; empty for none, and for
// visitors who decide about no lists (visit.Check).
func (v *Visit) Question() language.Key {
	if !v.May(auth.ManageLists) {
		return ""
	}
	for _, state := range Read(v, v.services.store.ListProblems) {
		if state.Problem == lists.ListHeld || state.Problem == lists.ListHasLeavers {
			return language.ListProblemKeys.Of(state.Problem)
		}
	}
	return ""
}

// Unconfirming returns the last exchange that did not confirm marks on their way, or an empty one (visit.Check).
func (v *Visit) Unconfirming() *roll.Exchange {
	save := Read(v, v.services.store.LastUnconfirmed)
	if save == "" {
		return &roll.Exchange{}
	}
	story := Checked(v.services.store.Story(v.Ctx, v.School.ID, save))(v)
	for _, attempt := range slices.Backward(story.Attempts) {
		exchange, ok, err := attempt.Exchanged()
		v.Check(err)
		if ok && attempt.State != roll.Answered {
			return &exchange
		}
	}
	return &roll.Exchange{}
}

// Light returns the state of the school's service, for the page's head.
func (p *Pages) Light(v *Visit) *part.Light {
	light := &part.Light{
		Waiting: v.Backlog.Waiting, Admin: v.May(auth.ManageKeys), Office: v.May(auth.SeeConnection),
		KeyAddress: p.Paths.To(paths.Connection, v.School.ID), Held: part.HeldBy(v.Connection),
	}
	connection := v.Connection
	switch {
	case connection.Pause == roll.PausedStudents:
		light.State, light.Clock, light.Address = part.OthersNamed, v.ClockOf(connection.PausedSince),
			p.Paths.To(paths.OtherStudents, v.School.ID)
	case connection.Copied:
		light.State = part.CopyPaused
	case connection.Pause != roll.NotPaused:
		light.State, light.Clock = pausedLights[connection.Pause], v.ClockOf(connection.PausedSince)
		if light.State == part.Declined && v.Backlog.Waiting > 0 {
			light.Said = v.Unconfirming().Sentence()
		}
	case connection.Unproven:
		light.State, light.Address = part.Unproven, p.Paths.To(paths.ProofTry, v.School.ID)
	case connection.Misread() && v.Backlog.Waiting > 0:
		light.State, light.Clock = part.Misread, v.ClockOf(connection.FailingSince)
	case connection.Faulty() && v.Backlog.Waiting > 0:
		light.State, light.Clock = part.Faulty, v.ClockOf(connection.FailingSince)
	case connection.Failing() && !connection.Misread() && !connection.Faulty():
		light.State, light.Clock = part.Silent, v.ClockOf(connection.FailingSince)
	case connection.WaitUntil.After(v.Now()):
		light.State = part.Slow
	case connection.LastOK.IsZero():
		return nil
	case v.Now().Sub(connection.LastOK) > unchecked:
		light.State, light.Clock = part.NotChecked, v.ClockOf(connection.LastOK)
	default:
		light.State, light.Clock = part.Answering, v.ClockOf(connection.LastOK)
	}
	return light
}
