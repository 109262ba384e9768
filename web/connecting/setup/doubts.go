package setup

import (
	"context"
	"slices"
	"strings"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
)

// judgePeriods stores the school periods for the calls after them.
func (t *trying) judgePeriods(context.Context) {
	t.tryFor(t.list.Items)
	t.doubt(!mapping.SaysNow(t.list.Items, t.date), "connect.doubt.unknown_now")
}

// judgeClasses selects the first class for trials of students listed by class.
func (t *trying) judgeClasses(context.Context) {
	if len(t.list.Items) > 0 {
		t.class = t.list.Items[0].Text(mapping.ID)
	}
	t.leaving()
}

// judgeStudents counts the classes, and compares the list with what a roll needs and with other lists.
func (t *trying) judgeStudents(ctx context.Context) {
	list, fields := t.list, t.reading.Fields
	classes := map[[2]string]bool{}
	for _, student := range list.Items {
		classes[[2]string{student.Text(mapping.ClassID), student.Text(mapping.ClassName)}] = true
	}
	delete(classes, [2]string{})
	t.Classes = len(classes)
	if t.draft.Asks(t.call) { // an item without a candidate number is still on the list
		t.Items += list.Unreadable + list.Duplicates
	}
	if !t.draft.Mapping.Of(mapping.People).Absent || !t.draft.Mapping.Of(mapping.Classes).Absent {
		t.Students = t.sample(list.Items)
	}
	if len(list.Items) > 0 {
		t.aboutNames()
		t.aboutClasses()
	}
	t.doubt(list.IsRound, "connect.doubt.round")
	t.doubt(len(list.Kept) > 0 && discovery.AllLeft(list.Kept, t.date), "connect.doubt.all_left")
	t.doubt(fields[mapping.ClassID] == "" &&
		discovery.DividesClass(list.Entries, fields[mapping.ClassName]) != "", "connect.doubt.class_part")
	t.doubt(fields[mapping.FullName] == "" && discovery.LacksNamePart(list.Entries, fields), "connect.doubt.name_part")
	t.Ways[readings.AskLeft] = t.leaving()
	t.comparePeriods(ctx)
	t.compareClasses(ctx)
}

// aboutNames adds the reasons why the students' names may be wrong.
func (t *trying) aboutNames() {
	items := t.list.Items
	names, single := map[string]bool{}, true
	for _, item := range items {
		name := mapping.FullNameOf(item)
		names[name], single = true, single && isSingleWord(name)
	}
	isOne := len(names) == 1
	t.doubt(isOne && names[""], readings.NoNames)
	t.doubt(isOne && !names[""] && len(items) > 1, "connect.doubt.one_name")
	t.doubt(single && (!isOne || len(items) == 1), "connect.doubt.single_words")
	t.doubt(!isOne && names[""], "connect.doubt.some_no_name")
	t.doubt(!isOne && areAlike(items), "connect.doubt.alike")
}

// areAlike reports whether two students of one class have the same name.
func areAlike(items []mapping.Item) bool {
	numbers := map[string]int64{}
	return slices.ContainsFunc(items, func(item mapping.Item) bool {
		who, number := classOf(item)+"\n"+mapping.FullNameOf(item), item.Number(mapping.EnrolmentID)
		before, known := numbers[who]
		numbers[who] = number
		return known && before != number && mapping.FullNameOf(item) != ""
	})
}

// aboutClasses adds the reasons why the students' classes may be wrong.
func (t *trying) aboutClasses() {
	isNumber := func(item mapping.Item) bool {
		const longest = 20
		return strings.Trim(classOf(item), "0123456789") == "" || item.Text(mapping.ClassName) == "" &&
			len(classOf(item)) > longest
	}
	numbers, nothing := 0, 0
	var names []string
	for _, item := range t.list.Items {
		names = append(names, item.Text(mapping.ClassName))
		if isNumber(item) {
			numbers++
		}
		if classOf(item) == "" {
			nothing++
		}
	}
	areNumbers := numbers == len(names)
	t.doubt(t.Classes == 0, readings.NoClass)
	t.doubt(t.Classes > 0 && areNumbers, "connect.doubt.class_number")
	t.doubt(t.Classes > 0 && !areNumbers && nothing > 0, "connect.doubt.some_no_class")
	t.doubt(discovery.SeveralClasses(names) != "", "connect.doubt.class_several")
	t.doubt(len(discovery.SpelledTwice(names)) > 0, "connect.doubt.spelled")
}

// judgeStatuses adds the reason why teachers could confuse the statuses, if there is one.
func (t *trying) judgeStatuses(context.Context) {
	const shortest = 2
	items := t.list.Items
	names, letters := map[string]bool{}, len(items) > 0
	for _, item := range items {
		name := item.Text(mapping.Name)
		names[name], letters = true, letters && len([]rune(name)) <= shortest
	}
	isNumbered, isSame := slices.ContainsFunc(items, isNumbered), len(names) < len(items)
	t.doubt(isNumbered, "connect.doubt.numbers")
	t.doubt(!isNumbered && isSame, "connect.doubt.same_status")
	t.doubt(!isNumbered && !isSame && letters, "connect.doubt.letters")
	t.leaving()
	place := discovery.OfStudents(t.list.Kept, t.reading.Fields[mapping.Name])
	if place != "" && !slices.Contains(t.reading.Unrelated, place) {
		t.object("owned", readings.Remark{Number: len(items), Place: t.client.Redact(place)}, t.unrelated("owned", place))
	}
}

// isNumbered reports whether a status has only a number as its name.
func isNumbered(status mapping.Item) bool {
	return strings.Trim(status.Text(mapping.Name), "0123456789 ") == ""
}

// isSingleWord reports whether a name is one word in a script that separates the parts of names by spaces.
func isSingleWord(name string) bool {
	const firstIdeograph = 0x2E80
	return name != "" && !strings.ContainsAny(name, " ,\u00a0") &&
		!strings.ContainsFunc(name, func(r rune) bool { return r >= firstIdeograph })
}
