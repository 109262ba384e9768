package roll

import "testing"

func TestStudentsOfOneNameAreNamesakesHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	students := []Enrolment{
		{ID: 1, Given: "Anna", Family: "Lee"}, {ID: 2, Given: "LEE", Family: "Änna"},
		{ID: 3, Family: "Lee, Anna", Class: "8a"}, {ID: 4, Given: "Tom", Family: "Sand", Class: "8a"},
		{ID: 4, Given: "Tom", Family: "Sand", Class: "8b"}, {ID: 5, Given: "Anna Maria", Family: "Lee"},
		{ID: 6, Student: 60, Given: "Ida", Family: "Berg", Class: "8a"},
		{ID: 7, Student: 60, Given: "Ida", Family: "Berg", Class: "choir"}, {ID: 8}, {ID: 9},
	}
	MarkNamesakes(students)
	for i, want := range []Namesake{NamesakeInClass, NamesakeInClass, NamesakeElsewhere, 0, 0, 0, 0, 0, 0, 0} {
		if got := students[i].Namesake; got != want {
			t.Errorf("student %d in %q: %d instead of %d", students[i].ID, students[i].Class, got, want)
		}
	}
}
