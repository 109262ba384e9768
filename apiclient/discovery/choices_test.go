package discovery

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rollbook/apiclient/mapping"
)

// itemsOf reads the items of an answer that is a list.
func itemsOf(t *testing.T, answer string) []any {
	t.Helper()
	return decoded(t, answer).([]any)
}

func TestNamesAreOfferedTheLikeliestFirstAndNothingThatIsNoName(t *testing.T) {
	t.Parallel()
	items := itemsOf(t, class(6, `{"no":10%,"kind":"Student","email":"a%@x.org","born":"2012-01-0%","label":"Byron#, Ada#","person":{"first":"Ada#","last":"Byron#"},"town":"Oak"}`))
	choices := NameChoices(items)
	if len(choices) == 0 || choices[0][mapping.GivenName] != "$.person.first" || choices[0][mapping.FamilyName] != "$.person.last" {
		t.Fatalf("they are %v", choices)
	}
	written := fmt.Sprint(choices)
	for path, wanted := range map[string]bool{"$.label": true, "$.kind": false, "$.email": false, "$.born": false, "$.town": false, "$.no": false} {
		if strings.Contains(written, path) != wanted {
			t.Errorf("%s is offered %t: %s", path, !wanted, written)
		}
	}
}

func TestClassesAreOfferedTheLikeliestFirst(t *testing.T) {
	t.Parallel()
	items := itemsOf(t, class(20, `{"no":10%,"house":"H%%","klasse":"8%%","active":true,"born":"2012-01-01","name":"Ada %"}`))
	var paths []string
	for _, fields := range ClassChoices(items) {
		paths = append(paths, fields[mapping.ClassName])
	}
	if !slices.Equal(paths, []string{"$.klasse", "$.house"}) {
		t.Errorf("they are %v", paths)
	}
}

// leavingCase is a list with a field for students who left: the second item has left, unless none has.
type leavingCase struct {
	name, items string
	said        bool
	left        []int
}

func TestLeaversAreFoundByTheWordsOfSchoolSystems(t *testing.T) {
	t.Parallel()
	for _, c := range []leavingCase{
		{"a status in words", `[{"id":1,"status":"Active"},{"id":2,"status":"Withdrawn"},{"id":3,"status":"Active"}]`, true, []int{1}},
		{"a date of leaving", `[{"id":1,"exitDate":null},{"id":2,"exitDate":"2026-01-31"},{"id":3,"exitDate":"2027-07-02"},{"id":4}]`, true, []int{1}},
		{"a date with a time", `[{"id":1,"exitDate":""},{"id":2,"exitDate":"2026-01-31T00:00:00Z"}]`, true, []int{1}},
		{"a flag", `[{"id":1,"isActive":true},{"id":2,"isActive":false}]`, true, []int{1}},
		{"a flag in numbers", `[{"id":1,"is_active":1},{"id":2,"is_active":0}]`, true, []int{1}},
		{"a flag in text", `[{"id":1,"toBeDeleted":"N"},{"id":2,"toBeDeleted":"Y"},{"id":3}]`, true, []int{1}},
		{"inside an object", `[{"id":1,"record":{"status":"it's current"}},{"id":2,"record":{"status":"Left"}}]`, true, []int{1}},
		{"a status in numbers", `[{"id":1,"status":1},{"id":2,"status":9},{"id":3,"status":1}]`, true, []int{1}},
		{"everybody is active", `[{"id":1,"isActive":true},{"id":2,"isActive":true}]`, false, nil},
		{"everybody has left", `[{"id":1,"status":"left"},{"id":2,"status":"left"}]`, false, nil},
		{"what else is called a status", `[{"id":1,"name":"left"},{"id":2,"name":"right"}]`, false, nil},
	} {
		leavings := Leavings(mapping.Students, itemsOf(t, c.items), nil, "2026-11-23", "")
		if len(leavings) == 0 {
			if c.left != nil {
				t.Errorf("%s: nobody is found", c.name)
			}
			continue
		}
		found := leavings[0]
		if !slices.Equal(found.Items, c.left) || found.Stated != c.said {
			t.Errorf("%s: %v, said %t", c.name, found.Items, found.Stated)
		}
		if found.Rule.Field == "" || found.Why == "" {
			t.Errorf("%s: the rule is %+v", c.name, found)
		}
	}
}

func TestLeaversAreFoundUnderUnlistedNames(t *testing.T) {
	t.Parallel()
	for _, c := range []leavingCase{
		{"OnRoll", `[{"id":1,"OnRoll":true},{"id":2,"OnRoll":false}]`, true, []int{1}},
		{"words under an odd name", `[{"id":1,"reg":"Enrolled"},{"id":2,"reg":"Withdrawn (moved)"}]`, true, []int{1}},
		{"an end in the past", `[{"id":1,"endDate":"2027-07-31"},{"id":2,"endDate":"2026-10-01"}]`, true, []int{1}},
		{"an end as .NET writes it", `[{"id":1,"EndDate":"/Date(1817071200000)/"},{"id":2,"EndDate":"/Date(1790812800000)/"}]`, true, []int{1}},
		{"staff", `[{"id":1,"personType":"Student"},{"id":2,"personType":"Teacher"},{"id":3,"personType":"Student"}]`, true, []int{1}},
		{"staff by a flag", `[{"id":1,"isStaff":false},{"id":2,"isStaff":true}]`, true, []int{1}},
		{"a deleted row", `[{"id":1,"deletedAt":null},{"id":2,"deletedAt":"2026-09-02T10:00:00Z"}]`, true, []int{1}},
		{"a day that is the last", `[{"id":1,"leaveDate":"2026-11-23"},{"id":2,"leaveDate":"2026-11-22"}]`, true, []int{1}},
	} {
		leavings := Leavings(mapping.Students, itemsOf(t, c.items), nil, "2026-11-23", "")
		if len(leavings) != 1 || !slices.Equal(leavings[0].Items, c.left) || !leavings[0].Stated {
			t.Errorf("%s: %+v", c.name, leavings)
		}
	}
	for _, items := range []string{
		`[{"id":1,"hand":"left"},{"id":2,"hand":"right"}]`, `[{"id":1,"birthDate":"2012-01-01"},{"id":2,"birthDate":"2028-01-01"}]`,
		`[{"id":1,"house":"Staffordshire"},{"id":2,"house":"Kent"}]`,
	} {
		if leavings := Leavings(mapping.Students, itemsOf(t, items), nil, "2026-11-23", ""); len(leavings) > 0 {
			t.Errorf("of %s it says %+v", items, leavings)
		}
	}
}

// Of 60 items the last has left. The first items determine a list's fields, but all items are searched for
// students who left.
func TestLeaversAreSearchedInTheWholeList(t *testing.T) {
	t.Parallel()
	items := itemsOf(t, "["+strings.Repeat(`{"status":"Active"},`, 300)+`{"status":"Withdrawn"}]`)
	if leavings := Leavings(mapping.Students, items, nil, "2026-11-23", ""); len(leavings) != 1 || !slices.Equal(leavings[0].Items, []int{300}) || leavings[0].Why != "status: Withdrawn" {
		t.Errorf("it finds %+v", leavings)
	}
}

func TestTheFieldThatNamesTheSchoolPeriodIsFound(t *testing.T) {
	t.Parallel()
	ids, names := []string{"6", "7"}, []string{"2025/26", "2026/27"}
	for items, want := range map[string]string{
		`[{"id":6,"schoolPeriodId":6},{"id":7,"schoolPeriodId":7}]`:               "$.schoolPeriodId",
		`[{"id":6,"grade":6},{"id":7,"grade":7}]`:                                 "",
		`[{"id":9,"x":"2025/26"},{"id":8,"x":"2026/27"}]`:                         "$.x",
		`[{"id":9,"year":{"id":6}},{"id":8,"year":{"id":7}}]`:                     "$.year.id",
		`[{"id":9,"periodId":61},{"id":8,"periodId":7}]`:                          "",
		`[{"periodId":7},{"periodId":3},{"periodId":7}]`:                          "$.periodId",
		`[{"schoolYear":"2025-2026"},{"schoolYear":"26-27"},{"schoolYear":2026}]`: "$.schoolYear",
	} {
		if got := PeriodField(itemsOf(t, items), ids, names, nil); got != want {
			t.Errorf("of %s it finds %q", items, got)
		}
	}
}

func TestOneOfTwoNumbersIsKeptByARule(t *testing.T) {
	t.Parallel()
	items := itemsOf(t, `[{"s":1,"e":10,"term":"A","sex":"f"},{"s":1,"e":11,"term":"B","sex":"f"},{"s":2,"e":12,"term":"B","sex":"m"}]`)
	found := Doubled(items, "$.s")
	if len(found) != 1 || found[0].Why != "term: B" || !slices.Equal(found[0].Items, []int{0}) {
		t.Errorf("it finds %+v", found)
	}
}

func TestListsThatAreLikeTheOneThatIsReadAreFound(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		`{"boys":[{"id":1,"n":"a"}],"girls":[{"id":2,"n":"b"}]}`:                      "[$.girls] $.*",
		`{"boys":[{"id":1,"n":"a"}],"girls":[{"id":2,"n":"b"}],"total":2,"x":[7]}`:    "[$.girls] ",
		`{"boys":[{"id":1,"n":"a"}],"more":{"girls":[{"id":2,"n":"b"}]}}`:             "[$.more.girls] ",
		`{"boys":[{"id":1,"n":"a"}],"teachers":[{"id":2,"n":"b","subject":"Maths"}]}`: "[] ",
		`{"boys":[{"id":1,"n":"a"}],"all":[{"id":1,"n":"a"},{"id":2,"n":"b"}]}`:       "[] ",
		`{"boys":[{"id":1,"n":"a","friends":[{"id":9,"n":"c"}]}],"girls":[]}`:         "[] ",
	} {
		lists, all := Beside(decoded(t, answer), "$.boys")
		paths := []string{}
		for _, list := range lists {
			paths = append(paths, list.Path)
		}
		if got := fmt.Sprint(paths, " ", all); got != want {
			t.Errorf("of %s it finds %s", answer, got)
		}
	}
}

func TestAClassThatIsOnlyAPartOfItsNameIsNoticed(t *testing.T) {
	t.Parallel()
	for items, want := range map[string]string{
		`[{"class":"A","grade":7},{"class":"A","grade":8}]`:                           "grade",
		`[{"class":"VIII","section":"A"},{"class":"VIII","section":"B"}]`:             "section",
		`[{"class":"A","^grades":{"name":"7"}},{"class":"A","^grades":{"name":"8"}}]`: "name",
		`[{"class":"7A","grade":7},{"class":"8A","grade":8}]`:                         "",
		`[{"class":"A","grade":7},{"class":"B","grade":7}]`:                           "",
		`[{"class":"A","house":"Oak"},{"class":"A","house":"Elm"}]`:                   "",
	} {
		if got := DividesClass(itemsOf(t, items), "$.class"); got != want {
			t.Errorf("of %s it says %q", items, got)
		}
	}
}
