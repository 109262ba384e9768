package sender

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestTheModelNoticesWhenAPartOfTheRuleIsMissing removes one part of the rule at a time; a model that does
// not notice would prove nothing.
func TestTheModelNoticesWhenAPartOfTheRuleIsMissing(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Log("short: no part of the rule is taken out")
		return
	}
	from := onSQLite(t)
	runs := rapid.Custom(operations)
	for name, without := range map[string]mutation{
		"the fence":                                                        {noFence: true},
		"the lease":                                                        {noLease: true},
		"the head at the claim":                                            {noHead: true},
		"the repetition after Q":                                           {noRepetition: true},
		"whom the list has":                                                {noList: true},
		"the pause because of other students":                              {noPause: true},
		"the pause because of one answer to a guide":                       {noGuidedPause: true},
		"the proof before anything but guides is sent":                     {noProof: true},
		"the one call until an answer named everybody":                     {manyCalls: true},
		"the one token of a batch of taps":                                 {newToken: true},
		"a batch of taps until it is answered":                             {forgetful: true},
		"the connection as it is at the claim":                             {oldSchool: true},
		"what has moved is sent only for the same students":                {everyMoved: true},
		"the generation of a page":                                         {newPages: true},
		"the pause of a copy":                                              {noCopy: true},
		"whom a number names by the newest list":                           {noNewList: true},
		"when the students tapped":                                         {noTapTime: true},
		"the answer that tells a student who is gone from a wrong address": {noAnswer: true},
	} {
		t.Run(name, func(t *testing.T) {
			const tries = 200
			for seed := range tries {
				if _, err := runOperations(t, from, runs.Example(seed), without); err != nil {
					t.Logf("noticed in run %d: %v", seed, err)
					return
				}
			}
			t.Errorf("nothing was noticed in %d runs", tries)
		})
	}
}

// TestTheModelNoticesWhenTheWrongAnswerRefusesSomebody does so for an event that random runs rarely have: a
// wrong address, corrected or not, while another save is answered.
func TestTheModelNoticesWhenTheWrongAnswerRefusesSomebody(t *testing.T) {
	t.Parallel()
	from := onSQLite(t)
	behaves := func(how fault) operation { return operation{kind: "fault", fault: how} }
	saves := func(students ...int) operation { return operation{kind: "save", students: students, status: 2} }
	waits := func(wait time.Duration) operation { return operation{kind: "wait", wait: wait} }
	for name, one := range map[string]struct {
		without    mutation
		operations []operation
	}{
		"that a student is asked for once more after the answer": {
			mutation{noAskingAgain: true},
			[]operation{behaves(movedSlowly), saves(1, 2), waits(7 * time.Second), behaves(works), saves(3), waits(6 * time.Second)},
		},
		"that the answer is to a save begun after the refusal": {
			mutation{anyAnswer: true},
			[]operation{behaves(slow), saves(3), waits(time.Second), behaves(moved), saves(1), waits(6 * time.Second)},
		},
	} {
		if _, err := runOperations(t, from, one.operations, mutation{}); err != nil {
			t.Errorf("with the whole rule: %v", err)
		}
		_, err := runOperations(t, from, one.operations, one.without)
		if err == nil {
			t.Errorf("nothing was noticed without: %s", name)
		}
		t.Logf("without %s: %v", name, err)
	}
}
