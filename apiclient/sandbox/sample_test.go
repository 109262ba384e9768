package sandbox

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// sampleAt opens sample data at that date.
func sampleAt(t *testing.T, file, date string) *Sandbox {
	t.Helper()
	now, err := time.Parse(time.DateOnly, date)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Options{Data: file, Sample: true, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// rosters lists the enrolments of each period of a school.
func rosters(t *testing.T, s *Sandbox, schoolCode string) map[SchoolPeriod][]Student {
	t.Helper()
	periods, err := s.Periods(schoolCode)
	if err != nil {
		t.Fatal(err)
	}
	found := map[SchoolPeriod][]Student{}
	for _, period := range periods {
		if found[period], err = s.Students(schoolCode, period.ID); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

func TestOnEveryDayEachSchoolHasTwoPeriodsAndExactlyOneIsCurrent(t *testing.T) {
	t.Parallel()
	for _, date := range []string{"2026-07-31", "2026-08-01", "2026-12-31", "2027-01-31", "2027-02-01", "2028-02-29"} {
		s := sampleAt(t, "", date)
		for _, code := range []string{harbourSchool().Code, tilleulsSchool().Code} {
			current := 0
			periods := rosters(t, s, code)
			for period := range periods {
				if period.StartDate <= date && date <= period.EndDate {
					current++
				}
			}
			if len(periods) != 2 || current != 1 {
				t.Errorf("%s on %s: %d of %d periods are current", code, date, current, len(periods))
			}
		}
	}
}

func TestEachPeriodHasTwelveClassesOfTwentyToThirtyTwo(t *testing.T) {
	t.Parallel()
	s := sampleAt(t, "", today)
	for _, code := range []string{harbourSchool().Code, tilleulsSchool().Code} {
		for period, students := range rosters(t, s, code) {
			sizes := map[string]int{}
			for _, one := range students {
				sizes[one.ClassName]++
			}
			if len(sizes) != 12 {
				t.Errorf("%s, %s: %d classes", code, period.Name, len(sizes))
			}
			for class, size := range sizes {
				if size < 20 || size > 32 {
					t.Errorf("%s, %s: %d students in %s", code, period.Name, size, class)
				}
			}
		}
	}
}

func TestTheFirstSchoolHasAClass8BOfTwentyEightAtAnyTime(t *testing.T) {
	t.Parallel()
	for _, date := range []string{today, "2031-09-15"} {
		s := sampleAt(t, "", date)
		for period, students := range rosters(t, s, harbourSchool().Code) {
			size := 0
			for _, one := range students {
				if one.ClassName == "8B" {
					size++
				}
			}
			if size != 28 {
				t.Errorf("%s: %d in 8B", period.Name, size)
			}
		}
	}
}

func TestStudentAndEnrolmentIDsShareTheirRangeAndAreNeverTheSame(t *testing.T) {
	t.Parallel()
	for _, date := range []string{today, "2027-01-15", "2027-09-01"} {
		s, seen := sampleAt(t, "", date), map[int64]string{}
		for _, code := range []string{harbourSchool().Code, tilleulsSchool().Code} {
			for period, students := range rosters(t, s, code) {
				isStudent, shared := map[int64]bool{}, 0
				for _, one := range students {
					isStudent[one.StudentID] = true
				}
				for _, one := range students {
					if one.EnrolmentID == one.StudentID || seen[one.EnrolmentID] != "" {
						t.Errorf("enrolment %d of student %d in %s, seen in %q", one.EnrolmentID, one.StudentID, code, seen[one.EnrolmentID])
					}
					seen[one.EnrolmentID] = code
					if isStudent[one.EnrolmentID] {
						shared++
					}
				}
				current := period.StartDate <= date && date <= period.EndDate
				if current && shared < len(students)*9/10 {
					t.Errorf("%s, %s: only %d of %d enrolment ids are somebody's student id", code, period.Name, shared, len(students))
				}
			}
		}
		if seen[9007199254740993] != harbourSchool().Code {
			t.Error("no enrolment beyond the exact range of floats")
		}
	}
}

func TestMostStudentsAreInBothPeriodsUnderTwoEnrolments(t *testing.T) {
	t.Parallel()
	s := sampleAt(t, "", today)
	for _, code := range []string{harbourSchool().Code, tilleulsSchool().Code} {
		enrolments := map[int64]int{}
		for _, students := range rosters(t, s, code) {
			for _, one := range students {
				enrolments[one.StudentID]++
			}
		}
		both := 0
		for _, n := range enrolments {
			if n == 2 {
				both++
			}
		}
		if both < 200 {
			t.Errorf("%s: %d students in both periods", code, both)
		}
	}
}

func TestThePromisedHardNamesAreThere(t *testing.T) {
	t.Parallel()
	s := sampleAt(t, "", today)
	var all []string
	equal := map[string]int{}
	for _, students := range rosters(t, s, harbourSchool().Code) {
		for _, one := range students {
			all = append(all, one.FirstName+" "+one.LastName)
			equal[one.ClassName+" "+one.FirstName+" "+one.LastName]++
			if !utf8.ValidString(one.FirstName + one.LastName) {
				t.Errorf("%+v is not UTF-8", one)
			}
		}
	}
	for _, part := range []string{"O'Neill", "<b>", "محمد", "נועה", "🌻", "\u0308", "O E", "李 王", "D'Angelo"} {
		if !slices.ContainsFunc(all, func(name string) bool { return strings.Contains(name, part) }) {
			t.Errorf("no name with %q", part)
		}
	}
	if equal["8B Anna Kowalska"] != 2 {
		t.Errorf("%d students of the same name in 8B", equal["8B Anna Kowalska"])
	}
	if longest := slices.MaxFunc(all, func(a, b string) int { return len(a) - len(b) }); utf8.RuneCountInString(longest) < 400 {
		t.Errorf("the longest name has %d letters", utf8.RuneCountInString(longest))
	}
	if languages := readLanguages(); len(languages) < 30 {
		t.Errorf("names from %d languages", len(languages))
	}
	if strings.Contains(nameText, "#") {
		t.Error("names.txt has a comment, which would be read as a language")
	}
}

// wantDistinctNames finds students of one class with equal names, except for the intended pair.
func wantDistinctNames(t *testing.T, rosters map[SchoolPeriod][]Student) {
	t.Helper()
	for period, students := range rosters {
		seen := map[Student]bool{}
		for _, one := range students {
			name := Student{FirstName: one.FirstName, LastName: one.LastName, ClassName: one.ClassName}
			if seen[name] && one.FirstName != "Anna" {
				t.Errorf("%s: two students are %+v", period.Name, name)
			}
			seen[name] = true
		}
	}
}

func TestNamesAreDistinctWithinAClass(t *testing.T) {
	t.Parallel()
	s := sampleAt(t, "", today)
	for _, code := range []string{harbourSchool().Code, tilleulsSchool().Code} {
		wantDistinctNames(t, rosters(t, s, code))
	}
}

func TestStatusesComeInTheSchoolsOrderWithDistinctIDs(t *testing.T) {
	t.Parallel()
	s := sampleAt(t, "", today)
	names := func(code string) []string {
		statuses, err := s.Statuses(code)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		ids := map[int64]bool{}
		for _, one := range statuses {
			names, ids[one.ID] = append(names, one.Name), true
		}
		if len(ids) != len(names) {
			t.Errorf("%s: %d ids for %d statuses", code, len(ids), len(names))
		}
		return names
	}
	want := []string{"Present", "Absent", "Late", "Excused", "Left early", "Remote"}
	if got := names(harbourSchool().Code); !slices.Equal(got, want) {
		t.Errorf("first school: %q", got)
	}
	got := names(tilleulsSchool().Code)
	if len(got) != 24 || !slices.Equal(got[:3], []string{"Présent", "Absent", "En retard"}) || !slices.Contains(got, "Excusé : maladie") {
		t.Errorf("second school: %q", got)
	}
}

func TestTheSameDataIsMadeEachTime(t *testing.T) {
	t.Parallel()
	one, other := sampleAt(t, "", today), sampleAt(t, "", today)
	if !reflect.DeepEqual(rosters(t, one, harbourSchool().Code), rosters(t, other, harbourSchool().Code)) {
		t.Error("two runs made different rosters")
	}
}

func TestADataFileOfLastYearGetsTheCurrentPeriodAndKeepsItsOwn(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "sandbox.db")
	first := sampleAt(t, file, today)
	before := rosters(t, first, harbourSchool().Code)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		later := sampleAt(t, file, "2026-09-01")
		after := rosters(t, later, harbourSchool().Code)
		if len(after) != len(before)+1 {
			t.Fatalf("%d periods, want one more than %d", len(after), len(before))
		}
		for period, students := range before {
			if !reflect.DeepEqual(after[period], students) {
				t.Errorf("%s changed", period.Name)
			}
		}
		wantDistinctNames(t, after)
		if err := later.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFurtherSchoolsHaveIDsOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := sampleAt(t, "", today)
	owner := map[int64]string{}
	for i := range 3 {
		added := School{Name: "School", Tenant: "tenant", Code: fmt.Sprint("S-", i)}
		if err := s.AddSchool(added); err != nil {
			t.Fatal(err)
		}
		if err := s.AddSchool(added); KindOf(err) != KindTaken {
			t.Errorf("the same code again: %v", err)
		}
		for _, students := range rosters(t, s, added.Code) {
			for _, one := range students {
				if owner[one.EnrolmentID] != "" {
					t.Fatalf("enrolment %d is in %s and %s", one.EnrolmentID, owner[one.EnrolmentID], added.Code)
				}
				owner[one.EnrolmentID] = added.Code
			}
		}
	}
	if err := s.AddSchool(School{Name: "x"}); KindOf(err) != KindInvalid {
		t.Errorf("a school without codes: %v", err)
	}
}
