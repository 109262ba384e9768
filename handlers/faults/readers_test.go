package faults_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// readings are the faults of students' names, and of the sizes of rolls.
func readings() map[string]func(*testing.T) {
	return map[string]func(*testing.T){
		"R03": hardNamesAreReadAsTheyAre,
		"R04": rollsOfNobodyAndOfThousands,
		"R05": oneStudentInTwoClasses,
	}
}

// hardNamesAreReadAsTheyAre: the page contains every name with exactly its characters, in the school's order,
// and none of them is markup.
func hardNamesAreReadAsTheyAre(t *testing.T) {
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		v := s.As(t, apptest.Teacher)
		list := studentsOf(t, s)
		for _, class := range []string{"8B", "9A"} {
			page := v.Get(apptest.RollPath+"?class="+class).Want(t, http.StatusOK)
			var want []string
			for _, student := range list {
				if string(student.Class) == class {
					want = append(want, student.Given+" "+student.Family)
				}
			}
			var got, told []string
			for _, row := range page.Page.Find("[data-enrolment] label").EachIter() {
				// Namesakes have their number after the name.
				name, _, _ := strings.Cut(row.Find("bdi").Text(), " no. ")
				got = append(got, name)
				told = append(told, row.Text())
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s reads %q, want %q", class, got, want)
			}
			if slices.Sort(told); len(slices.Compact(told)) != len(want) {
				t.Errorf("two students of %s read alike", class)
			}
			if inside := page.Page.Find("[data-enrolment] bdi").Find("script, i, b b").Length(); inside > 0 {
				t.Errorf("%d elements of %s were made by names", inside, class)
			}
		}
	})
}

func rollsOfNobodyAndOfThousands(t *testing.T) {
	t.Run("nobody", func(t *testing.T) {
		t.Parallel()
		apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
			enrols(t, s, 0)
			v := s.As(t, apptest.Teacher)
			v.Get("/schools/harbour").Want(t, http.StatusOK)
			empty := v.Get(apptest.RollPath+"?class="+allClass).Want(t, http.StatusOK)
			if text := empty.Text("main"); !strings.Contains(text, "Nobody is on this class's list.") {
				t.Errorf("it says %q", text)
			}
		})
	})
	for _, students := range []int{1, 2000} {
		t.Run(fmt.Sprint(students), func(t *testing.T) {
			t.Parallel()
			apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
				enrols(t, s, students)
				v := s.As(t, apptest.Teacher)
				page := v.Get(apptest.RollPath+"?class="+allClass).Want(t, http.StatusOK)
				var everybody []string
				for _, row := range page.Rows(t) {
					everybody = append(everybody, row.Enrolment)
				}
				posted := v.Post(apptest.RollPath, page.Press(t, "Absent", everybody...)).Want(t, http.StatusSeeOther)
				apptest.Pass(2 * time.Second)
				after := v.Get(posted.Header.Get("Location")).Want(t, http.StatusOK)
				if saved := apptest.Count(after.Rows(t), "saved", "Absent"); saved != students || len(everybody) != students {
					t.Errorf("%d of %d are saved", saved, students)
				}
			})
		})
	}
}

// oneStudentInTwoClasses has one mark a date: a person who marks in the other class sees it, or gets a
// question.
func oneStudentInTwoClasses(t *testing.T) {
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		list := studentsOf(t, s)
		twice := list[0]
		first := "?class=" + string(twice.Class)
		twice.Class, twice.ClassName = "Choir", "Choir"
		apptest.Must(t, s.App.Store.PutStudents(t.Context(), apptest.Harbour, periodOf(t, s), lists.FromFile, append(list, twice)))
		apptest.Pass(10 * time.Minute)

		anna, tom := s.As(t, apptest.Teacher), s.As(t, apptest.OtherTeacher)
		stale := tom.Get(apptest.RollPath+"?class=Choir").Want(t, http.StatusOK)
		id := twice.ID.String()
		page := anna.Get(apptest.RollPath+first).Want(t, http.StatusOK)
		anna.Post(apptest.RollPath, page.Press(t, "Absent", id)).Want(t, http.StatusSeeOther)
		if row := tom.Get(apptest.RollPath + "?class=Choir").Rows(t)[0]; row.Outcome != "saved" || row.Status != "Absent" {
			t.Errorf("the other class shows %+v", row)
		}
		tom.Post(apptest.RollPath, stale.Press(t, "Late", id)).Want(t, http.StatusConflict)
		fresh := tom.Get(apptest.RollPath + "?class=Choir")
		tom.Post(apptest.RollPath, fresh.Press(t, "Late", id)).Want(t, http.StatusSeeOther)
		apptest.Pass(2 * time.Second)
		wantHeld(t, s, "Late", id)
		wantOneMark(t, s, twice.ID, 2)
	})
}

// wantOneMark expects one mark of the student, with the version.
func wantOneMark(t *testing.T, s *apptest.Scene, enrolment roll.EnrolmentID, version int64) {
	t.Helper()
	found := 0
	apptest.Must(t, s.App.Store.EachMark(t.Context(), apptest.Harbour, func(mark roll.Mark) {
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
