package roll

import (
	"fmt"
	"slices"
	"testing"
)

// school returns that many students in classes of ten.
func schoolOf(count int) []Enrolment {
	all := make([]Enrolment, count)
	for i := range all {
		class := fmt.Sprintf("%dA", 1+i/10)
		all[i] = Enrolment{ID: EnrolmentID(100 + i), Student: StudentID(500 + i), Given: fmt.Sprintf("Given%d", i), Family: fmt.Sprintf("Family%d", i), Class: ClassID(class), ClassName: class}
	}
	return all
}

func without(all []Enrolment, count int) []Enrolment {
	// The first students of each class leave, so that no class is emptied.
	var kept []Enrolment
	for i, student := range all {
		if i%10 < 9 && count > 0 {
			count--
			continue
		}
		kept = append(kept, student)
	}
	return kept
}

func TestAListIsHeldWhereATenthOfTheSchoolIsGoneOrAClassIsEmptied(t *testing.T) {
	t.Parallel()
	all := schoolOf(60)
	moved, renumbered, swapped, few := slices.Clone(all), slices.Clone(all), slices.Clone(all), schoolOf(30)
	for i := range 10 {
		moved[i].Class, moved[i].ClassName = "2A", "2A"
	}
	for i := range renumbered {
		renumbered[i].ID += 1000
	}
	for i := range 8 {
		swapped[i].Student, swapped[8+i].Student = swapped[8+i].Student, swapped[i].Student
	}
	for says, one := range map[string]struct {
		before, after []Enrolment
		held          bool
	}{
		"the same":                            {all, all, false},
		"six of sixty gone":                   {all, without(all, 6), false},
		"seven of sixty gone":                 {all, without(all, 7), true},
		"four of thirty gone":                 {few, without(few, 4), false},
		"five of thirty gone":                 {few, without(few, 5), true},
		"a class of ten gone":                 {schoolOf(200), schoolOf(190), true},
		"a class moved into another":          {all, moved, false},
		"all under new numbers":               {all, renumbered, false},
		"sixteen numbers name other children": {all, swapped, true},
		"thirty more":                         {few, all, false},
		"nobody left":                         {all, nil, true},
		"the first list":                      {nil, all, false},
	} {
		if got := Shrinks(one.before, one.before, one.after); got.Held() != one.held {
			t.Errorf("%s: held %t, %d of %d gone, emptied %v, %d others", says, got.Held(), len(got.Gone), got.Of, got.Emptied, len(got.Reassigned))
		}
	}
}

func TestStudentsWhoLeaveOneAfterTheOtherAreCountedTogether(t *testing.T) {
	t.Parallel()
	all := schoolOf(60)
	now := without(all, 6)
	if got := Shrinks(all, now, without(all, 7)); !got.Held() || len(got.Gone) != 7 {
		t.Errorf("held %t, %d gone", got.Held(), len(got.Gone))
	}
}
