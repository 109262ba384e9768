package roll

import "testing"

func TestOnlyPausesThatACallCanEndAreProbed(t *testing.T) {
	t.Parallel()
	for pause, want := range map[Pause]bool{NotPaused: false, PausedKey: true, PausedAddress: true, PausedStudents: false} {
		if got := pause.Probed(); got != want {
			t.Errorf("%q: %t", pause, got)
		}
	}
}
