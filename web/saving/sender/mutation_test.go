package sender

import (
	"os"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// mutation removes one part of the rule, to show that the model notices.
type mutation struct {
	noFence, noLease, noHead, noRepetition bool
	noAnswer, anyAnswer, noAskingAgain     bool
	// noList does not know the students of a list, noPause and noGuidedPause ignore an answer that names
	// others, noProof sends for a school that is not proven. manyCalls sends several at once before the first
	// answer has shown which students they reach.
	noList, noPause, noGuidedPause, noProof, manyCalls bool
	// newToken sends a batch of taps with another token each time, forgetful drops it after sending, whatever
	// the result, and noTapTime omits the times of the taps.
	newToken, forgetful, noTapTime bool
	// noSeen accepts every press as if its person had seen the present marks.
	noSeen bool
	// oldSchool sends to the school's first address, everyMoved releases all moved marks, newPages accepts
	// old pages as new, noCopy continues in a copy, and noNewList ignores the service's new list.
	oldSchool, everyMoved, newPages, noCopy, noNewList bool
}

// TestTheModelNoticesWhenAPartOfTheRuleIsMissing removes one part of the rule at a time; a model that does
// not notice would prove nothing. If the environment variable PARTS is "all", as .ci/test.go sets it, it removes
// each part; otherwise those that the first run of the model notices.
func TestTheModelNoticesWhenAPartOfTheRuleIsMissing(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Log("short: no part of the rule is taken out")
		return
	}
	from := onSQLite(t)
	runs := rapid.Custom(operations)
	for name, missing := range map[string]struct {
		without mutation
		// noticed is the first run that noticed it when this was written; the others come after it.
		noticed int
	}{
		"the fence":                                                        {mutation{noFence: true}, 103},
		"the lease":                                                        {mutation{noLease: true}, 1},
		"the head at the claim":                                            {mutation{noHead: true}, 0},
		"the repetition after Q":                                           {mutation{noRepetition: true}, 9},
		"whom the list has":                                                {mutation{noList: true}, 107},
		"the pause because of other students":                              {mutation{noPause: true}, 10},
		"the pause because of one answer to a guide":                       {mutation{noGuidedPause: true}, 146},
		"the proof before anything but guides is sent":                     {mutation{noProof: true}, 0},
		"the one call until an answer named everybody":                     {mutation{manyCalls: true}, 5},
		"the one token of a batch of taps":                                 {mutation{newToken: true}, 2},
		"a batch of taps until it is answered":                             {mutation{forgetful: true}, 0},
		"the connection as it is at the claim":                             {mutation{oldSchool: true}, 2},
		"what has moved is sent only for the same students":                {mutation{everyMoved: true}, 105},
		"the generation of a page":                                         {mutation{newPages: true}, 16},
		"the pause of a copy":                                              {mutation{noCopy: true}, 15},
		"whom a number names by the newest list":                           {mutation{noNewList: true}, 14},
		"when the students tapped":                                         {mutation{noTapTime: true}, 34},
		"the marks that the person had seen":                               {mutation{noSeen: true}, 0},
		"the answer that tells a student who is gone from a wrong address": {mutation{noAnswer: true}, 2},
	} {
		if missing.noticed > 0 && os.Getenv("PARTS") != "all" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			const tries = 200
			for try := range tries {
				seed := (missing.noticed + try) % tries
				if _, err := runOperations(t, from, runs.Example(seed), missing.without); err != nil {
					t.Logf("noticed in run %d: %v", seed, err)
					return
				}
			}
			t.Errorf("nothing was noticed in %d runs", tries)
		})
	}
}

// TestTheModelNoticesARefusalByTheWrongAnswer does so for an event that random runs rarely have: a
// wrong address, corrected or not, while another save is answered.
func TestTheModelNoticesARefusalByTheWrongAnswer(t *testing.T) {
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
