package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"rollbook/web/roll"
)

// boardRow is what the board says of the class.
func boardRow(page answer, class string) string {
	row := page.page.Find(".board tbody tr").FilterFunction(func(_ int, row *goquery.Selection) bool {
		return strings.TrimSpace(row.Find("th").Text()) == class
	})
	return strings.Join(strings.Fields(row.Find(".state").Text()), " ")
}

func TestAClassTakenInTheSchoolSystemIsNeitherMissingNorOverdue(t *testing.T) {
	t.Parallel()
	play(t, func(t *testing.T, s *scene) {
		s.makeReadable(t)
		must(t, s.app.Store.SetRollsDue(t.Context(), harbour, roll.TimeOfDay("08:00")))
		office := s.as(t, officeWorker)
		page := office.get(eightB)
		pass(time.Second) // The reading that the page begins is over.
		everybody := page.form("#roll")["seen"]
		for i, seen := range everybody {
			everybody[i], _, _ = strings.Cut(seen, ":")
		}
		s.setElsewhere(t, page, "Present", everybody...)
		nineA := office.get("/schools/harbour/roll?class=9A")
		s.setElsewhere(t, nineA, "Late", nineA.enrolments(t, 0, 1)...)
		if says := boardRow(office.get(dayPath), "8B"); !strings.Contains(says, "overdue") {
			t.Errorf("before anything was read it says %q", says)
		}
		pass(5 * time.Minute)
		office.get(dayPath)
		pass(time.Second)
		calls := s.reads()
		board := office.get(dayPath).want(t, http.StatusOK)
		if says := boardRow(board, "8B"); says != "Done, all 28 28 in the school system itself, read at 08:35" {
			t.Errorf("of the class that was taken there it says %q", says)
		}
		if says := boardRow(board, "9A"); !strings.HasPrefix(says, "2 of ") || !strings.Contains(says, "2 in the school system itself, read at 08:35") || !strings.Contains(says, "overdue") {
			t.Errorf("of the other it says %q", says)
		}
		if list := office.get(remindersPath).text("textarea"); strings.Contains(list, "8B") || strings.Contains(list, "9A") || !strings.Contains(list, "5A") {
			t.Errorf("reminded are %q", list)
		}
		if s.reads() != calls {
			t.Errorf("%d readings for pages that are looked at", s.reads()-calls)
		}
	})
}

// reads is how often the school system was asked for a day.
func (s *scene) reads() int {
	count := 0
	for path, calls := range s.sandbox.Calls()[harbourCode] {
		if strings.Contains(path, "attendance/daily/list") {
			count += calls
		}
	}
	return count
}

func TestWhereTheDayCannotBeReadABoardCountsWhatWasMadeHere(t *testing.T) {
	t.Parallel()
	play(t, func(t *testing.T, s *scene) {
		office := s.as(t, officeWorker)
		page := office.get(eightB)
		s.setElsewhere(t, page, "Present", page.enrolments(t, 0)...)
		office.get(dayPath)
		pass(5 * time.Minute)
		if says := boardRow(office.get(dayPath), "8B"); strings.Contains(says, "school system") || s.reads() != 0 {
			t.Errorf("it says %q", says)
		}
	})
}

func TestMarksMadeInTheSchoolSystemCountWhereverADayIsShown(t *testing.T) {
	t.Parallel()
	play(t, func(t *testing.T, s *scene) {
		s.makeReadable(t)
		office := s.as(t, officeWorker)
		page := office.get(eightB)
		s.setElsewhere(t, page, "Absent", page.enrolments(t, 0)...)
		s.setElsewhere(t, page, "Present", page.enrolments(t, 1)...)
		office.get("/schools/harbour")
		pass(5 * time.Minute)
		office.get("/schools/harbour")
		pass(time.Second)

		if says := office.get("/schools/harbour").text("a[href*='class=8B']"); !strings.Contains(says, "2 of 28") {
			t.Errorf("the tile says %q", says)
		}
		line := office.get(exportsPath + "/day.csv?" + of8B).lines(t)[1]
		if line[4] != "Absent" || line[6] != "Made in the school system itself, read at 08:35" || line[7] != "" {
			t.Errorf("the file says %q", line)
		}
		if says := office.get(exportsPath + "/print?" + of8B).text("tbody tr:first-child"); !strings.Contains(says, "Absent") || !strings.Contains(says, "Made in the school system itself") {
			t.Errorf("on paper stands %q", says)
		}
		list := office.get(evacuationPath)
		if away, in := list.placed(roll.Away), list.placed(roll.In); away != page.names(t, 0)+" Absent" || in != page.names(t, 1) {
			t.Errorf("away are %q, in %q", away, in)
		}
	})
}
