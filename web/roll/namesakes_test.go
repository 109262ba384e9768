package roll

import (
	"maps"
	"testing"
)

func TestStudentsOfOneNameAreNamesakesHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	students := []Enrolment{
		{ID: 1, Given: "Anna", Family: "Lee"}, {ID: 2, Given: "LEE", Family: "Änna"}, {ID: 3, Family: "Lee, Anna"},
		{ID: 4, Given: "Tom", Family: "Sand", Class: "8a"}, {ID: 4, Given: "Tom", Family: "Sand", Class: "8b"},
		{ID: 5, Given: "Anna Maria", Family: "Lee"},
	}
	if got := Namesakes(students); !maps.Equal(got, map[EnrolmentID]bool{1: true, 2: true, 3: true}) {
		t.Errorf("namesakes are %v", got)
	}
}
