package roll

import (
	"slices"
	"testing"
)

const asked Date = "2026-11-20"

func item(student StudentID, status string) Item {
	return Item{Student: student, Status: status, Date: asked}
}

func TestAnAnswerIsReadStudentByStudent(t *testing.T) {
	t.Parallel()
	three := []Asked{{Enrolment: 1, Student: 11}, {Enrolment: 2, Student: 12}, {Enrolment: 3, Student: 13}}
	for says, answer := range map[string]struct {
		asked   []Asked
		items   []Item
		want    []StudentReading
		unasked int
	}{
		"every student once": {three, []Item{item(13, "A"), item(11, "A"), item(12, "A")},
			[]StudentReading{{1, Confirmed, "A"}, {2, Confirmed, "A"}, {3, Confirmed, "A"}}, 0},
		"another status for one": {three, []Item{item(11, "A"), item(12, "E"), item(13, "A")},
			[]StudentReading{{1, Confirmed, "A"}, {2, Confirmed, "E"}, {3, Confirmed, "A"}}, 0},
		"one student missing": {three, []Item{item(11, "A"), item(13, "A")},
			[]StudentReading{{1, Confirmed, "A"}, {2, Missing, ""}, {3, Confirmed, "A"}}, 0},
		"exact repeats count once": {three[:1], []Item{item(11, "A"), item(11, "A"), item(11, "A")},
			[]StudentReading{{1, Confirmed, "A"}}, 0},
		"items for one student that differ": {three, []Item{item(11, "A"), item(12, "A"), item(12, "E"), item(13, "A")},
			[]StudentReading{{1, Confirmed, "A"}, {2, Contradicted, ""}, {3, Confirmed, "A"}}, 0},
		"a contradiction stays one whatever comes last": {three[:1], []Item{item(11, "A"), item(11, "E"), item(11, "A")},
			[]StudentReading{{1, Contradicted, ""}}, 0},
		"items nobody asked for are counted": {three[:1], []Item{item(99, "A"), item(11, "A"), {Student: 98, Status: "", Date: "1999-01-01"}},
			[]StudentReading{{1, Confirmed, "A"}}, 2},
		"enrolments that share a student share the item": {[]Asked{{Enrolment: 1, Student: 11}, {Enrolment: 2, Student: 11}}, []Item{item(11, "A")},
			[]StudentReading{{1, Confirmed, "A"}, {2, Confirmed, "A"}}, 0},
		"ids beyond a float's reach are told apart": {[]Asked{{Enrolment: 1, Student: 9007199254740993}, {Enrolment: 2, Student: 9007199254740992}}, []Item{item(9007199254740993, "A")},
			[]StudentReading{{1, Confirmed, "A"}, {2, Missing, ""}}, 0},
	} {
		reading := Read(answer.asked, asked, answer.items)
		if !reading.Valid || reading.Unasked != answer.unasked || !slices.Equal(reading.Students, answer.want) {
			t.Errorf("%s: read as %+v", says, reading)
		}
	}
}

func TestAnAnswerThatNamesNobodySentOrLiesIsNotValid(t *testing.T) {
	t.Parallel()
	two := []Asked{{Enrolment: 1, Student: 11}, {Enrolment: 2, Student: 12}}
	for says, items := range map[string][]Item{
		"nothing":                           nil,
		"an empty list":                     {},
		"others only":                       {item(99, "A"), item(98, "A")},
		"another date":                      {item(11, "A"), {Student: 12, Status: "A", Date: "2026-11-19"}},
		"no date":                           {item(11, "A"), {Student: 12, Status: "A"}},
		"an empty status":                   {item(11, "A"), item(12, "")},
		"an empty status in a repeated one": {item(11, "A"), item(12, "A"), item(12, "")},
	} {
		if reading := Read(two, asked, items); reading.Valid || len(reading.Students) != 0 && reading.Students[0].Verdict == Confirmed {
			t.Errorf("%s: read as %+v", says, reading)
		}
	}
}

func TestARequestIsConfirmedAsAWholeWhereStudentsAreNotKnown(t *testing.T) {
	t.Parallel()
	unknown := []Asked{{Enrolment: 1}, {Enrolment: 2, Student: 12}}
	for says, answer := range map[string]struct {
		items   []Item
		valid   bool
		verdict Verdict
	}{
		"as many items as enrolments, one status": {[]Item{item(21, "A"), item(22, "A")}, true, Confirmed},
		"exact repeats count once":                {[]Item{item(21, "A"), item(22, "A"), item(22, "A")}, true, Confirmed},
		"too few":                                 {[]Item{item(21, "A")}, true, Unmatched},
		"too few but for repeats":                 {[]Item{item(21, "A"), item(21, "A")}, true, Unmatched},
		"too many":                                {[]Item{item(21, "A"), item(22, "A"), item(23, "A")}, true, Unmatched},
		"two statuses":                            {[]Item{item(21, "A"), item(22, "E")}, true, Unmatched},
		"nothing":                                 {nil, false, ""},
		"another date":                            {[]Item{item(21, "A"), {Student: 22, Status: "A", Date: "2026-11-21"}}, false, ""},
		"an empty status":                         {[]Item{item(21, "A"), item(22, "")}, false, ""},
	} {
		reading := Read(unknown, asked, answer.items)
		if reading.Valid != answer.valid {
			t.Errorf("%s: valid %t", says, reading.Valid)
		}
		if !answer.valid {
			continue
		}
		for _, student := range reading.Students {
			if student.Verdict != answer.verdict || (student.Returned == "A") != (answer.verdict == Confirmed) {
				t.Errorf("%s: read as %+v", says, student)
			}
		}
		if len(reading.Students) != 2 {
			t.Errorf("%s: %d students were read", says, len(reading.Students))
		}
	}
}
