package office_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// boardRow returns the text of the class's row on the board.
func boardRow(page apptest.Answer, class string) string {
	row := page.Page.Find(".board > li").FilterFunction(func(_ int, row *goquery.Selection) bool {
		return strings.TrimSpace(row.Find("bdi").Text()) == class
	})
	return strings.Join(strings.Fields(row.Find(".state").Text()), " ")
}

func TestAClassTakenInTheSchoolSystemIsNeitherMissingNorOverdue(t *testing.T) {
	t.Parallel()
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		s.MakeReadable(t)
		apptest.Must(t, s.App.Store.SetDay(t.Context(), apptest.Harbour, "08:00", "", 30))
		office := s.As(t, apptest.OfficeWorker)
		page := office.Get(apptest.EightB)
		apptest.Pass(time.Second) // The page's reading is over.
		everybody := page.Form("#roll")["seen"]
		for i, seen := range everybody {
			everybody[i], _, _ = strings.Cut(seen, ":")
		}
		s.SetElsewhere(t, page, "Present", everybody...)
		nineA := office.Get("/schools/harbour/roll?class=9A")
		s.SetElsewhere(t, nineA, "Late", nineA.Enrolments(t, 0, 1)...)
		if says := boardRow(office.Get(apptest.DayPath), "8B"); !strings.Contains(says, "overdue") {
			t.Errorf("before anything was read it says %q", says)
		}
		apptest.Pass(5 * time.Minute)
		office.Get(apptest.DayPath)
		apptest.Pass(time.Second)
		calls := dayReads(s)
		board := office.Get(apptest.DayPath).Want(t, http.StatusOK)
		if says := boardRow(board, "8B"); says != "Done, all 28 28 in the school system, read at 08:35" {
			t.Errorf("of the class that was taken there it says %q", says)
		}
		if says := boardRow(board, "9A"); !strings.HasPrefix(says, "2 of ") || !strings.Contains(says, "2 in the school system, read at 08:35") || !strings.Contains(says, "overdue") {
			t.Errorf("of the other it says %q", says)
		}
		if list := office.Get(apptest.RemindersPath).Text("textarea"); strings.Contains(list, "8B") || !strings.Contains(list, "9A · 2 of ") || !strings.Contains(list, "5A") {
			t.Errorf("reminded are %q", list)
		}
		if dayReads(s) != calls {
			t.Errorf("%d readings for pages that are looked at", dayReads(s)-calls)
		}
	})
}

func TestWhereTheDayCannotBeReadABoardCountsRollbooksMarks(t *testing.T) {
	t.Parallel()
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		office := s.As(t, apptest.OfficeWorker)
		page := office.Get(apptest.EightB)
		s.SetElsewhere(t, page, "Present", page.Enrolments(t, 0)...)
		office.Get(apptest.DayPath)
		apptest.Pass(5 * time.Minute)
		if says := boardRow(office.Get(apptest.DayPath), "8B"); strings.Contains(says, "school system") || dayReads(s) != 0 {
			t.Errorf("it says %q", says)
		}
	})
}

func TestMarksMadeInTheSchoolSystemCountWhereverADayIsShown(t *testing.T) {
	t.Parallel()
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		s.MakeReadable(t)
		office := s.As(t, apptest.OfficeWorker)
		page := office.Get(apptest.EightB)
		s.SetElsewhere(t, page, "Absent", page.Enrolments(t, 0)...)
		s.SetElsewhere(t, page, "Present", page.Enrolments(t, 1)...)
		office.Get("/schools/harbour")
		apptest.Pass(5 * time.Minute)
		office.Get("/schools/harbour")
		apptest.Pass(time.Second)

		if says := office.Get("/schools/harbour").Text("a[href*='class=8B']"); !strings.Contains(says, "2 of 28") {
			t.Errorf("the tile says %q", says)
		}
		line := csvLines(t, office.Get(apptest.ExportsPath+"/marks.csv?class=8B"))[1]
		if line[ofStatus] != "Absent" || line[ofOutcome] != "Made in the school system, read at 08:35" || line[ofBy] != "" {
			t.Errorf("the file says %q", line)
		}
		if says := office.Get(apptest.ExportsPath + "/print?" + apptest.Of8B).Text("tbody tr:first-child"); !strings.Contains(says, "Absent") || !strings.Contains(says, "Made in the school system") {
			t.Errorf("on paper stands %q", says)
		}
		list := office.Get(apptest.EvacuationPath)
		if away, in := placed(list, roll.Away), placed(list, roll.In); away != names(page, t, 0)+" Absent" || in != names(page, t, 1) {
			t.Errorf("away are %q, in %q", away, in)
		}
	})
}
