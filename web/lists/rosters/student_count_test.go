package rosters

import (
	"testing"

	"rollbook/web/roll"
)

func TestOnlyTheListOfThePresentPeriodIsTheOneToCompareLaterListsWith(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		f.service.set(func(s *service) {
			ada(s)
			s.statuses = []roll.Status{{ID: 1, Name: "Present"}}
		})
		counted := func(period roll.PeriodID) int {
			for range 2 { // a list is compared with the one before it
				must(f.T, f.rosters.Refresh(f.Context(), f.school, period))
				f.pass(staleAfter)
			}
			count, err := f.store.StudentCount(f.Context(), "north")
			must(f.T, err)
			return count.Read
		}
		if read := counted("2025"); read != 0 {
			f.Errorf("after last year's list it is %d", read)
		}
		if read := counted("2026"); read != 1 {
			f.Errorf("after this year's list it is %d", read)
		}
	})
}
