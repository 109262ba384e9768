package office_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

func TestEveryPageNamesTheTakerOfARollAndNotItsCorrector(t *testing.T) {
	t.Parallel()
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		anna, office := s.As(t, apptest.Teacher), s.As(t, apptest.OfficeWorker)
		anna.TakesAll(apptest.EightB)
		apptest.Pass(55 * time.Minute)
		office.TakesOn(apptest.Today, "Absent", 0)
		apptest.Pass(time.Second)
		const told = "08:30, Anna Lindqvist · 1 changed 09:25, Kofi Osei (office)"
		for page, says := range map[string]string{
			"the board":          boardRow(office.Get(apptest.DayPath), "8B"),
			"home":               office.Get("/schools/harbour").Text("a.tile[href*='class=8B']"),
			"the roll":           office.Get(apptest.EightB).Text("#recorded"),
			"its teacher's roll": anna.Get(apptest.EightB).Text("#recorded"),
			"the day on paper":   office.Get(apptest.ExportsPath + "/print?" + apptest.Of8B).Text("tbody tr"),
		} {
			want := told
			switch page {
			case "its teacher's roll":
				want = "done 08:30 · 1 changed 09:25, Kofi Osei (office)"
			case "the day on paper":
				want = "Anna Lindqvist 08:30 · changed 09:25, Kofi Osei (office)"
			}
			if !strings.Contains(says, want) {
				t.Errorf("%s says %q", page, says)
			}
		}
		lines := csvLines(t, office.Get(apptest.ExportsPath+"/marks.csv?class=8B").Want(t, http.StatusOK))
		if got := strings.Join(lines[1][ofBy:ofIn], "|"); got != "Anna Lindqvist|2026-11-19 08:30|Kofi Osei (office)|2026-11-19 09:25" {
			t.Errorf("the file says %q", got)
		}
		if got := strings.Join(lines[2][ofBy:ofIn], "|"); got != "Anna Lindqvist|2026-11-19 08:30||" {
			t.Errorf("of an unchanged mark it says %q", got)
		}
		if list := office.Get(apptest.RemindersPath).Text("textarea"); strings.Contains(list, "8B") {
			t.Errorf("reminded are %q", list)
		}
	})
}
