package sender

import (
	"testing"

	"pgregory.net/rapid"
)

// TestTheModelNoticesWhenAPartOfTheRuleIsMissing takes away one part of the rule
// at a time; a model that does not notice would prove nothing.
func TestTheModelNoticesWhenAPartOfTheRuleIsMissing(t *testing.T) {
	t.Parallel()
	template := modelTemplate(t)
	runs := rapid.Custom(operations)
	for name, without := range map[string]mutation{
		"the fence":                                    {noFence: true},
		"the lease":                                    {noLease: true},
		"the head at the claim":                        {noHead: true},
		"the repetition after Q":                       {noRepetition: true},
		"whom the list has":                            {noList: true},
		"the pause because of other students":          {noPause: true},
		"the pause because of one answer to a guide":   {noGuidedPause: true},
		"the proof before anything but guides is sent": {noProof: true},
	} {
		t.Run(name, func(t *testing.T) {
			const tries = 200
			for seed := range tries {
				if _, err := runOperations(t, template, runs.Example(seed), without); err != nil {
					t.Logf("noticed in run %d: %v", seed, err)
					return
				}
			}
			t.Errorf("nothing was noticed in %d runs", tries)
		})
	}
}
