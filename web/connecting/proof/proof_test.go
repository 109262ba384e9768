package proof

import (
	"encoding/json"
	"testing"

	"rollbook/apiclient/mapping"
	"rollbook/web/roll"
)

// with is a school with a changed default mapping.
func with(t *testing.T, change func(*mapping.Mapping)) roll.School {
	t.Helper()
	mapped := mapping.Default()
	change(&mapped)
	text, err := json.Marshal(mapped)
	if err != nil {
		t.Fatal(err)
	}
	school := plain()
	school.Mapping = string(text)
	return school
}

func plain() roll.School {
	return roll.School{ID: "north", BaseURL: "https://north.example", Tenant: "north", Code: "N-1", Proof: roll.ProvenByMarks}
}

// students changes the reading of the list of students.
func students(m *mapping.Mapping, how func(*mapping.Reading)) {
	reading := m.Of(mapping.Students)
	how(&reading)
	*m = m.With(mapping.Students, reading)
}

func otherNumber(m *mapping.Mapping) { field(m, mapping.EnrolmentID, "$.id") }

func field(m *mapping.Mapping, name, path string) {
	students(m, func(r *mapping.Reading) { r.Fields[name] = path })
}

func TestOnlyTheDocumentsOwnNamesProveTheMeaningOfNumbers(t *testing.T) {
	t.Parallel()
	fields := func(enrolment, student string) func(*mapping.Mapping) {
		return func(m *mapping.Mapping) {
			field(m, mapping.EnrolmentID, enrolment)
			field(m, mapping.StudentID, student)
		}
	}
	for says, one := range map[string]struct {
		change func(*mapping.Mapping)
		want   bool
	}{
		"the default":               {func(*mapping.Mapping) {}, true},
		"the names, further inside": {fields("$.enrolment['studentSemesterInfoId']", `$["studentId"]`), true},
		"another enrolment":         {fields("$.id", "$.studentId"), false},
		"another student":           {fields("$.studentSemesterInfoId", "$.id"), false},
		"no student":                {fields("$.studentSemesterInfoId", ""), false},
		"a name that only ends so":  {fields("$.oldstudentSemesterInfoId", "$.studentId"), false},
		"no call":                   {func(m *mapping.Mapping) { *m = m.With(mapping.Students, mapping.Reading{Absent: true}) }, false},
	} {
		if got := Documented(with(t, one.change)); got != one.want {
			t.Errorf("%s: documented %t", says, got)
		}
	}
	broken := plain()
	broken.Mapping = "{"
	if Documented(broken) {
		t.Error("a mapping that cannot be read is documented")
	}
}

func TestAProofIsForOneAddressCodeTenantAndPairOfNumbers(t *testing.T) {
	t.Parallel()
	guessed := with(t, otherNumber)
	guessed.Proof = roll.ProvenByMarks
	elsewhere := func(change func(*roll.School)) roll.School {
		school := guessed
		change(&school)
		return school
	}
	for says, one := range map[string]struct {
		after   roll.School
		want    roll.Proof
		changed bool
	}{
		"the same":        {guessed, roll.ProvenByMarks, false},
		"another name":    {elsewhere(func(s *roll.School) { s.Name = "North" }), roll.ProvenByMarks, false},
		"another address": {elsewhere(func(s *roll.School) { s.BaseURL = "https://south.example" }), roll.Unproven, true},
		"another tenant":  {elsewhere(func(s *roll.School) { s.Tenant = "south" }), roll.Unproven, true},
		"another code":    {elsewhere(func(s *roll.School) { s.Code = "S-1" }), roll.Unproven, true},
		"the default":     {plain(), roll.ProvenByDocument, true},
		"unreadable":      {elsewhere(func(s *roll.School) { s.Mapping = "{" }), roll.Unproven, true},
		"another path":    {with(t, func(m *mapping.Mapping) { otherNumber(m); students(m, func(r *mapping.Reading) { r.Path = "/pupils" }) }), roll.Unproven, true},
		"another list":    {with(t, func(m *mapping.Mapping) { otherNumber(m); students(m, func(r *mapping.Reading) { r.List = "$.data" }) }), roll.Unproven, true},
		"another student": {with(t, func(m *mapping.Mapping) { otherNumber(m); field(m, mapping.StudentID, "$.no") }), roll.Unproven, true},
		"other names":     {with(t, func(m *mapping.Mapping) { otherNumber(m); field(m, mapping.GivenName, "$.first") }), roll.ConnectedBefore, false},
		"other classes":   {with(t, func(m *mapping.Mapping) { otherNumber(m); field(m, mapping.ClassName, "$.form") }), roll.ProvenByMarks, false},
		"another paging": {with(t, func(m *mapping.Mapping) {
			otherNumber(m)
			students(m, func(r *mapping.Reading) { r.Paging = mapping.Paging{Kind: mapping.PagingPage, Parameter: "page"} })
		}), roll.ProvenByMarks, false},
		"another statuses": {with(t, func(m *mapping.Mapping) {
			otherNumber(m)
			*m = m.With(mapping.Statuses, mapping.Reading{Path: "/codes", List: "$", Fields: map[string]string{mapping.ID: "$.id"}})
		}), roll.ProvenByMarks, false},
	} {
		moved, changed := Moved(guessed, one.after)
		if moved.Proof != one.want || changed != one.changed {
			t.Errorf("%s: the proof is %q, changed %t", says, moved.Proof, changed)
		}
	}
}

func TestOnlyASchoolThatWasConnectedBeforeAndDoesNotProveItselfIsAsked(t *testing.T) {
	t.Parallel()
	for says, one := range map[string]struct {
		school roll.School
		want   bool
	}{
		"guessed, before":    {with(t, func(m *mapping.Mapping) { otherNumber(m) }), true},
		"by document":        {plain(), false},
		"guessed, but since": {with(t, otherNumber), false},
	} {
		if one.school.Proof = roll.ConnectedBefore; says == "guessed, but since" {
			one.school.Proof = roll.ProvenByMarks
		}
		if Asks(one.school) != one.want {
			t.Errorf("%s: asked %t", says, !one.want)
		}
	}
}

func TestAnotherFieldOfTheNameAsksOnceMoreWhomMarksReach(t *testing.T) {
	t.Parallel()
	renamed := with(t, func(m *mapping.Mapping) {
		otherNumber(m)
		field(m, mapping.GivenName, "$.parent.firstName")
	})
	for before, want := range map[roll.Proof]roll.Proof{
		roll.ProvenByMarks: roll.ConnectedBefore, roll.ProvenByAdmin: roll.ConnectedBefore,
		roll.ProvenByDocument: roll.ProvenByDocument, roll.ProvenByAnswer: roll.ProvenByAnswer,
		roll.ConnectedBefore: roll.ConnectedBefore, roll.Unproven: roll.Unproven,
	} {
		school := with(t, otherNumber)
		school.Proof = before
		moved, changed := Moved(school, renamed)
		if moved.Proof != want || changed {
			t.Errorf("%s becomes %s, and another connection is %t", before, moved.Proof, changed)
		}
		if back, _ := Moved(school, school); back.Proof != before {
			t.Errorf("without a change %s becomes %s", before, back.Proof)
		}
	}
}
