package roll

import (
	"slices"
	"testing"
)

const rows Date = "2026-11-20"

func item(student StudentID, status string) Item {
	return Item{Student: student, Status: status, Date: rows}
}

func TestAnAnswerIsReadStudentByStudent(t *testing.T) {
	t.Parallel()
	three := []SaveRow{{Enrolment: 1, Student: 11}, {Enrolment: 2, Student: 12}, {Enrolment: 3, Student: 13}}
	for says, answer := range map[string]struct {
		rows   []SaveRow
		items  []Item
		want   []StudentReading
		unsent int
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
		"enrolments that share a student share the item": {[]SaveRow{{Enrolment: 1, Student: 11}, {Enrolment: 2, Student: 11}}, []Item{item(11, "A")},
			[]StudentReading{{1, Confirmed, "A"}, {2, Confirmed, "A"}}, 0},
		"ids beyond a float's reach are told apart": {[]SaveRow{{Enrolment: 1, Student: 9007199254740993}, {Enrolment: 2, Student: 9007199254740992}}, []Item{item(9007199254740993, "A")},
			[]StudentReading{{1, Confirmed, "A"}, {2, Missing, ""}}, 0},
	} {
		reading := Read(answer.rows, rows, answer.items, nil)
		if !reading.Valid || reading.Unsent != answer.unsent || !slices.Equal(reading.Students, answer.want) {
			t.Errorf("%s: read as %+v", says, reading)
		}
	}
}

func TestAnAnswerNamesAllWhoseStudentsAreKnownAndConfirmed(t *testing.T) {
	t.Parallel()
	known, unknown := Claimed{Enrolment: 1, Student: 11}, Claimed{Enrolment: 2}
	for says, test := range map[string]struct {
		marks []Claimed
		items []Item
		want  bool
	}{
		"the known student is named":  {[]Claimed{known}, []Item{item(11, "A")}, true},
		"another student is named":    {[]Claimed{known}, []Item{item(12, "A")}, false},
		"a student's id is not known": {[]Claimed{known, unknown}, []Item{item(11, "A"), item(12, "A")}, false},
	} {
		var sent []SaveRow
		for _, mark := range test.marks {
			sent = append(sent, SaveRow{Enrolment: mark.Enrolment, Student: mark.Student})
		}
		if got := Read(sent, rows, test.items, nil).NamesAll(test.marks); got != test.want {
			t.Errorf("%s: %v", says, got)
		}
	}
}

func TestAnIncompleteOrContradictoryAnswerIsNotValid(t *testing.T) {
	t.Parallel()
	two := []SaveRow{{Enrolment: 1, Student: 11}, {Enrolment: 2, Student: 12}}
	for says, items := range map[string][]Item{
		"nothing":                           nil,
		"an empty list":                     {},
		"others only":                       {item(99, "A"), item(98, "A")},
		"another date":                      {item(11, "A"), {Student: 12, Status: "A", Date: "2026-11-19"}},
		"no date":                           {item(11, "A"), {Student: 12, Status: "A"}},
		"an empty status":                   {item(11, "A"), item(12, "")},
		"an empty status in a repeated one": {item(11, "A"), item(12, "A"), item(12, "")},
	} {
		if reading := Read(two, rows, items, nil); reading.Valid || len(reading.Students) != 0 && reading.Students[0].Verdict == Confirmed {
			t.Errorf("%s: read as %+v", says, reading)
		}
	}
}

func TestARequestIsConfirmedAsAWholeWhereStudentsAreNotKnown(t *testing.T) {
	t.Parallel()
	unknown := []SaveRow{{Enrolment: 1}, {Enrolment: 2}}
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
		reading := Read(unknown, rows, answer.items, nil)
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

func TestRowsWithAndWithoutAStudentsNumberAreConfirmedEachInItsWay(t *testing.T) {
	t.Parallel()
	mixed := []SaveRow{{Enrolment: 1}, {Enrolment: 2, Student: 12}, {Enrolment: 3}}
	for says, answer := range map[string]struct {
		items    []Item
		verdicts []Verdict
	}{
		"all of them":                         {[]Item{item(21, "A"), item(12, "A"), item(22, "A")}, []Verdict{Confirmed, Confirmed, Confirmed}},
		"the known one only":                  {[]Item{item(12, "A")}, []Verdict{Unmatched, Confirmed, Unmatched}},
		"the others only":                     {[]Item{item(21, "A"), item(22, "A")}, []Verdict{Confirmed, Missing, Confirmed}},
		"the others with two statuses":        {[]Item{item(21, "A"), item(12, "A"), item(22, "E")}, []Verdict{Unmatched, Confirmed, Unmatched}},
		"one further item too many":           {[]Item{item(21, "A"), item(12, "A"), item(22, "A"), item(23, "A")}, []Verdict{Unmatched, Confirmed, Unmatched}},
		"another status for those without it": {[]Item{item(21, "E"), item(12, "A"), item(22, "E")}, []Verdict{Confirmed, Confirmed, Confirmed}},
	} {
		reading := Read(mixed, rows, answer.items, nil)
		var verdicts []Verdict
		for _, student := range reading.Students {
			verdicts = append(verdicts, student.Verdict)
		}
		if !reading.Valid || !slices.Equal(verdicts, answer.verdicts) {
			t.Errorf("%s: read as %+v", says, reading)
		}
	}
}

func TestAnAnswerAboutOtherStudentsOfTheListConfirmsNoStudent(t *testing.T) {
	t.Parallel()
	listed := map[StudentID]bool{31: true, 32: true, 33: true}
	two := []SaveRow{{Enrolment: 1, Student: 11}, {Enrolment: 2, Student: 12}}
	unknown := []SaveRow{{Enrolment: 1}, {Enrolment: 2}}
	for says, answer := range map[string]struct {
		rows  []SaveRow
		items []Item
	}{
		"for all of them":                     {two, []Item{item(31, "A"), item(32, "A")}},
		"for one of them":                     {two, []Item{item(11, "A"), item(32, "A")}},
		"with another date":                   {two, []Item{item(11, "A"), {Student: 32, Status: "A", Date: "2026-11-19"}}},
		"where no numbers are known":          {unknown, []Item{item(31, "A"), item(32, "A")}},
		"for one of those without a number":   {unknown, []Item{item(21, "A"), item(31, "A")}},
		"for one beside somebody unheard of":  {two, []Item{item(11, "A"), item(99, "A"), item(31, "A")}},
		"for the known one among the unknown": {[]SaveRow{{Enrolment: 1}, {Enrolment: 2, Student: 12}}, []Item{item(21, "A"), item(31, "A")}},
	} {
		reading := Read(answer.rows, rows, answer.items, listed)
		if reading.Valid || !reading.Instead || len(reading.OtherStudents) == 0 || len(reading.Students) != 0 {
			t.Errorf("%s: read as %+v", says, reading)
		}
	}
}

func TestFurtherStudentsInACompleteAnswerChangeNothing(t *testing.T) {
	t.Parallel()
	listed := map[StudentID]bool{31: true, 32: true}
	two := []SaveRow{{Enrolment: 1, Student: 11}, {Enrolment: 2, Student: 12}}
	reading := Read(two, rows, []Item{item(11, "A"), item(31, "A"), item(12, "A"), item(32, "P")}, listed)
	want := []StudentReading{{1, Confirmed, "A"}, {2, Confirmed, "A"}}
	if !reading.Valid || reading.Instead || !slices.Equal(reading.Students, want) || !slices.Equal(reading.OtherStudents, []Item{item(31, "A"), item(32, "P")}) {
		t.Errorf("read as %+v", reading)
	}
	unknown := []SaveRow{{Enrolment: 1}, {Enrolment: 2}}
	reading = Read(unknown, rows, []Item{item(21, "A"), item(22, "A"), item(31, "A")}, listed)
	if reading.Instead || reading.Students[0].Verdict != Unmatched || reading.Students[1].Verdict != Unmatched {
		t.Errorf("where no numbers are known one of the list spoils the whole: read as %+v", reading)
	}
}

func TestFurtherStudentsOfAnAnswerAreLookedUp(t *testing.T) {
	t.Parallel()
	mixed := []SaveRow{{Enrolment: 1}, {Enrolment: 2, Student: 12}}
	if strangers := Strangers(mixed, []Item{item(12, "A"), item(21, "A"), item(31, "A")}); !slices.Equal(strangers, []StudentID{21, 31}) {
		t.Errorf("they are %v", strangers)
	}
	if strangers := Strangers(mixed[1:], []Item{item(12, "A")}); strangers != nil {
		t.Errorf("of an ordinary answer they are %v", strangers)
	}
}

func TestAConnectionIsProvenByOneMarkThatWasLookedUpOrByTwoThatNamedTheirStudents(t *testing.T) {
	t.Parallel()
	mark := func(student StudentID, outcome Outcome, seen SeenThere) GuidedMark {
		return GuidedMark{Student: student, Outcome: outcome, Seen: seen}
	}
	for says, one := range map[string]struct {
		marks []GuidedMark
		want  bool
	}{
		"no mark":                                {nil, false},
		"one whose answer named its student":     {[]GuidedMark{mark(11, Saved, NotLookedUp)}, false},
		"two of one student":                     {[]GuidedMark{mark(11, Saved, NotLookedUp), mark(11, Saved, NotLookedUp)}, false},
		"two of two students":                    {[]GuidedMark{mark(11, Saved, NotLookedUp), mark(12, Differs, NotLookedUp)}, true},
		"two of which one is on its way":         {[]GuidedMark{mark(11, Saved, NotLookedUp), mark(12, Waiting, NotLookedUp)}, false},
		"two whose numbers the list lacks":       {[]GuidedMark{mark(0, Saved, NotLookedUp), mark(0, Saved, NotLookedUp)}, false},
		"two whose answers repeat the request":   {[]GuidedMark{{Enrolment: 11, Student: 11, Outcome: Saved}, {Enrolment: 9, StatusID: 12, Student: 12, Outcome: Saved}, {Enrolment: 8, StatusID: 14, Student: 14, Outcome: Saved}, {Enrolment: 13, Student: 13, Outcome: Saved}}, false},
		"one that was looked up":                 {[]GuidedMark{mark(0, Saved, SeenRight)}, true},
		"one that was looked up before it came":  {[]GuidedMark{mark(0, Confirming, SeenRight)}, false},
		"one that somebody else got":             {[]GuidedMark{mark(11, Saved, SeenRight), mark(12, Saved, SeenWrong)}, false},
		"one that was refused beside a good one": {[]GuidedMark{mark(11, Refused, NotLookedUp), mark(12, Saved, NotLookedUp)}, false},
	} {
		if Prove(one.marks) != one.want {
			t.Errorf("%s: proven %t", says, !one.want)
		}
	}
}
