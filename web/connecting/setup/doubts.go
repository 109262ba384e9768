package setup

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
	"rollbook/web/connecting/services"
	"rollbook/web/roll"
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

// judgeStudents shows all students by class, and compares the list with other lists.
func (t *trying) judgeStudents(ctx context.Context) {
	list := t.list
	students := make([]roll.Enrolment, len(list.Items))
	for i, item := range list.Items {
		students[i] = services.EnrolmentOf(item)
	}
	t.Distinct, t.Groups = len(roll.Listed(students)), t.groups(students)
	hasName := func(student roll.Enrolment) bool { return student.Name() != "" }
	t.Classes, t.Nameless = 0, len(students) > 0 && !slices.ContainsFunc(students, hasName)
	for _, group := range t.Groups {
		if group.Part == readings.Class && group.Name != "" {
			t.Classes++
		}
	}
	if t.draft.Asks(t.call) { // an item without a candidate number is still on the list
		t.Items += list.Unreadable + list.Duplicates
	}
	if !t.draft.Mapping.Of(mapping.People).Absent || !t.draft.Mapping.Of(mapping.Classes).Absent {
		t.Students = t.sample(list.Items)
	}
	t.doubt(list.IsRound, "connect.doubt.round")
	t.doubt(len(list.Kept) > 0 && discovery.AllLeft(list.Kept, t.date), "connect.doubt.all_left")
	t.Ways[readings.AskLeft] = t.leaving()
	t.comparePeriods(ctx)
	t.compareClasses(ctx)
}

// groups returns the students by class, in the order of the list, and then those who are left out, listed twice or
// without a number.
func (t *trying) groups(students []roll.Enrolment) (all []readings.Group) {
	roll.MarkNamesakes(students)
	places := map[roll.ClassID]int{}
	for _, student := range students {
		at, isKnown := places[student.Class]
		if !isKnown {
			at, places[student.Class] = len(all), len(all)
			all = append(all, readings.Group{Name: t.client.Redact(student.NameOfClass())})
		}
		name := cmp.Or(student.Name(), student.ID.String())
		if student.Namesake != roll.NoNamesake {
			name += " · " + student.ID.String()
		}
		all[at].Students = append(all[at].Students, t.client.Redact(name))
		all[at].Namesakes = all[at].Namesakes || student.Namesake == roll.NamesakeInClass
	}
	for _, group := range []readings.Group{
		{Part: readings.Left, Students: t.names(t.list.Left, len(t.list.Left))},
		{Part: readings.Twice, Students: t.namesOf(t.list.Twice)},
		{Part: readings.Unnumbered, Students: t.namesOf(t.list.Unnumbered)},
	} {
		if len(group.Students) > 0 {
			all = append(all, group)
		}
	}
	return all
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
