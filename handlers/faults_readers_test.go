package handlers_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store"
)

// readings are the faults of what schools call their students, and of how many there
// are.
func readings() map[string]func(*testing.T) {
	return map[string]func(*testing.T){
		"R03": hardNamesAreReadAsTheyAre,
		"R04": rollsOfNobodyAndOfThousands,
		"R05": oneStudentInTwoClasses,
	}
}

// hardNamesAreReadAsTheyAre: every name is on the page with exactly its characters, in
// the school's order, and none of them is markup.
func hardNamesAreReadAsTheyAre(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		v := s.as(t, teacher)
		list := s.students(t)
		for _, class := range []string{"8B", "9A"} {
			page := v.get(rollPath+"?class="+class).want(t, http.StatusOK)
			var want []string
			for _, student := range list {
				if string(student.Class) == class {
					want = append(want, student.Given+" "+student.Family)
				}
			}
			var got, told []string
			for _, row := range page.page.Find("[data-enrolment] label").EachIter() {
				got = append(got, row.Find("bdi").Text())
				told = append(told, row.Text())
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s reads %q, want %q", class, got, want)
			}
			if slices.Sort(told); len(slices.Compact(told)) != len(want) {
				t.Errorf("two students of %s read alike", class)
			}
			if inside := page.page.Find("[data-enrolment] bdi").Find("script, i, b b").Length(); inside > 0 {
				t.Errorf("%d elements of %s were made by names", inside, class)
			}
		}
	})
}

// students are those of the first school's current period.
func (s *scene) students(t *testing.T) []roll.Enrolment {
	t.Helper()
	school, err := s.app.Store.School(t.Context(), harbour)
	must(t, err)
	list, _, err := s.app.Rosters.Students(t.Context(), school, s.period(t))
	must(t, err)
	return list
}

// period is the first school's current one.
func (s *scene) period(t *testing.T) roll.PeriodID {
	t.Helper()
	school, err := s.app.Store.School(t.Context(), harbour)
	must(t, err)
	periods, _, err := s.app.Rosters.Periods(t.Context(), school)
	must(t, err)
	at := slices.IndexFunc(periods, func(period roll.Period) bool { return period.Current(today) })
	return periods[at].ID
}

func rollsOfNobodyAndOfThousands(t *testing.T) {
	t.Run("nobody", func(t *testing.T) {
		t.Parallel()
		play(t, func(t *testing.T, s *scene) {
			s.enrols(t, 0)
			v := s.as(t, teacher)
			v.get("/schools/harbour").want(t, http.StatusOK)
			empty := v.get(rollPath+"?class="+allClass).want(t, http.StatusOK)
			if text := empty.text("main"); !strings.Contains(text, "Nobody is on this class's list.") {
				t.Errorf("it says %q", text)
			}
		})
	})
	for _, students := range []int{1, 2000} {
		t.Run(fmt.Sprint(students), func(t *testing.T) {
			t.Parallel()
			play(t, func(t *testing.T, s *scene) {
				s.enrols(t, students)
				v := s.as(t, teacher)
				page := v.get(rollPath+"?class="+allClass).want(t, http.StatusOK)
				var everybody []string
				for _, row := range page.rows(t) {
					everybody = append(everybody, row.enrolment)
				}
				posted := v.post(rollPath, page.press(t, "Absent", everybody...)).want(t, http.StatusSeeOther)
				pass(2 * time.Second)
				after := v.get(posted.header.Get("Location")).want(t, http.StatusOK)
				if saved := count(after.rows(t), "saved", "Absent"); saved != students || len(everybody) != students {
					t.Errorf("%d of %d are saved", saved, students)
				}
			})
		})
	}
}

// enrols gives the first school one class of so many students, and a service that
// records whatever it is sent.
func (s *scene) enrols(t *testing.T, students int) {
	t.Helper()
	const host, period = "10.0.0.3:80", roll.PeriodID("1")
	list := make([]roll.Enrolment, students)
	for i := range list {
		list[i] = roll.Enrolment{
			ID: roll.EnrolmentID(i + 1), Student: roll.StudentID(i + 1), Given: "Student", Family: fmt.Sprint(i + 1),
			Class: allClass, ClassName: allClass,
		}
	}
	ctx := t.Context()
	must(t, s.app.Store.PutPeriods(ctx, harbour, store.FromFile, []roll.Period{{ID: period, Name: "This year"}}))
	must(t, s.app.Store.PutStudents(ctx, harbour, period, store.FromFile, list))
	must(t, s.app.Store.PutStatuses(ctx, harbour, store.FromFile, roll.GuessStatuses([]roll.Status{{ID: 1, Name: "Present"}, {ID: 2, Name: "Absent"}})))
	must(t, s.app.Store.SetBaseURL(ctx, harbour, "http://10.0.0.3"))
	s.serve(t, host, http.HandlerFunc(recordAnything))
}

// recordAnything answers a bulk save as if everybody were recorded as absent.
func recordAnything(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Enrolments []int64 `json:"studentSemesterInfoIds"`
		Date       string  `json:"date"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	items := make([]string, len(asked.Enrolments))
	for i, id := range asked.Enrolments {
		items[i] = fmt.Sprintf(`{"studentId":%d,"attendanceStatus":"Absent","date":%q}`, id, asked.Date)
	}
	_, _ = fmt.Fprintf(w, "[%s]", strings.Join(items, ","))
}

// oneStudentInTwoClasses has one mark a date: who marks in the other class has it
// before them, or is asked.
func oneStudentInTwoClasses(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		list := s.students(t)
		twice := list[0]
		first := "?class=" + string(twice.Class)
		twice.Class, twice.ClassName = "Choir", "Choir"
		must(t, s.app.Store.PutStudents(t.Context(), harbour, s.period(t), store.FromFile, append(list, twice)))
		pass(10 * time.Minute)

		anna, tom := s.as(t, teacher), s.as(t, otherTeacher)
		stale := tom.get(rollPath+"?class=Choir").want(t, http.StatusOK)
		id := twice.ID.String()
		page := anna.get(rollPath+first).want(t, http.StatusOK)
		anna.post(rollPath, page.press(t, "Absent", id)).want(t, http.StatusSeeOther)
		if row := tom.get(rollPath + "?class=Choir").rows(t)[0]; row.outcome != "saved" || row.status != "Absent" {
			t.Errorf("the other class shows %+v", row)
		}
		tom.post(rollPath, stale.press(t, "Late", id)).want(t, http.StatusConflict)
		fresh := tom.get(rollPath + "?class=Choir")
		tom.post(rollPath, fresh.press(t, "Late", id)).want(t, http.StatusSeeOther)
		pass(2 * time.Second)
		s.holds(t, "Late", id)
		s.wantOneMark(t, twice.ID, 2)
	})
}

// wantOneMark looks for one mark of the student, of the version.
func (s *scene) wantOneMark(t *testing.T, enrolment roll.EnrolmentID, version int64) {
	t.Helper()
	found := 0
	must(t, s.app.Store.EachMark(t.Context(), harbour, func(mark roll.Mark) {
		if mark.Enrolment == enrolment {
			found++
			if mark.Version != version {
				t.Errorf("the mark is number %d, want %d", mark.Version, version)
			}
		}
	}))
	if found != 1 {
		t.Errorf("the student has %d marks", found)
	}
}
