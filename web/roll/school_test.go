package roll

import (
	"testing"
	"time"
)

func TestTheLargestListIsRememberedForADay(t *testing.T) {
	t.Parallel()
	learned := time.Date(2026, 3, 4, 8, 31, 0, 0, time.UTC)
	school := School{LargestList: 50, ListLearned: learned}
	for after, want := range map[time.Duration]int{0: 50, 24*time.Hour - 1: 50, 24 * time.Hour: 0} {
		if most := school.MostStudents(learned.Add(after)); most != want {
			t.Errorf("%v after it was learned a request takes %d students, not %d", after, most, want)
		}
	}
}
