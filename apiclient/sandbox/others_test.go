package sandbox

import "testing"

func TestAnAnswerMayNameOtherStudents(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{NameOthers: true})
	items := s.save(t, s.status(t, "Late"), enrolmentIDs(class)...).items(t)
	if len(items) != len(class) {
		t.Fatalf("items %+v", items)
	}
	for _, item := range items {
		for _, sent := range class {
			if item.StudentID == sent.StudentID {
				t.Errorf("the answer names %d, who was sent", sent.StudentID)
			}
		}
	}
	if held := s.mark(t, class[0].EnrolmentID); held != "Late" {
		t.Errorf("holds %q: who was sent is marked all the same", held)
	}
}

func TestAnAnswerMayEchoTheWholeClass(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{EchoClass: true})
	whole := s.class(t, harbourSchool(), "8B")
	items := s.save(t, s.status(t, "Late"), class[0].EnrolmentID).items(t)
	if len(items) != len(whole) || items[0].StudentID != class[0].StudentID {
		t.Errorf("%d items for a class of %d, the first of %d", len(items), len(whole), items[0].StudentID)
	}
	if held := s.mark(t, class[1].EnrolmentID); held != "" {
		t.Errorf("a classmate holds %q", held)
	}
}
