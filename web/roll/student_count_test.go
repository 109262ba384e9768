package roll

import "testing"

func TestAListThatBecameMuchLongerOrShorterIsAskedAbout(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		read, now int
		asks      bool
	}{{320, 320, false}, {320, 300, false}, {320, 352, false}, {320, 353, true}, {320, 280, true}, {0, 320, false}, {320, 0, false}, {5, 4, true}} {
		if asks := (StudentCount{Shown: 324, Read: c.read}).Asks(c.now); asks != c.asks {
			t.Errorf("of %d after %d it asks: %t", c.now, c.read, asks)
		}
	}
}

func TestANumberOfStudentsIsReadAsItIsTyped(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]int{" 324 ": 324, "1": 1, "0": 0, "-4": 0, "": 0, "many": 0, "3.5": 0} {
		if count, err := ParseStudentCount(typed); count != want || (err == nil) != (want > 0) {
			t.Errorf("%q is %d, %v", typed, count, err)
		}
	}
}
