package setup

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// objections adds the objections that a list of any call may have.
func (t *trying) objections() {
	for _, gap := range t.list.Gaps {
		kind := kindOf(gap)
		t.object(kind, readings.Remark{Number: int(gap.Number), Read: gap.Read, Place: t.client.Redact(gap.Place)},
			t.unrelated(kind, gap.Place))
	}
	t.objectToOne()
	about := func(kind string, students []mapping.Item, choices func() []readings.Choice) {
		if len(students) > 0 {
			t.object(kind, readings.Remark{Number: len(students), Read: t.Items,
				Names: t.namesOf(students[:min(len(students), shownPeople)])}, choices()...)
		}
	}
	about("period", t.list.Foreign, t.periodChoices)
	about("shared", t.list.Shared, func() []readings.Choice { return nil })
	about("twice", t.list.Twice, t.onceChoices)
}

// objectToOne objects to a list with others like it beside it.
func (t *trying) objectToOne() {
	list := t.reading.List
	beside, all := discovery.Beside(t.found.Look.Document, list)
	if len(beside) == 0 || slices.Contains(t.reading.Unrelated, list) {
		return
	}
	remark, choices := readings.Remark{Read: t.Items}, []readings.Choice{t.unrelated("lists", list)}
	for _, other := range beside {
		remark.Names, remark.Number = append(remark.Names, t.client.Redact(nameOfList(other.Path))),
			remark.Number+len(other.Items)
	}
	if all != "" && t.isShowable(all) {
		together := t.choice(language.ObjectionDoKeys.Of("lists"), func(reading *Reading) { reading.List = all })
		choices = append([]readings.Choice{together}, choices...)
	}
	t.object("lists", remark, choices...)
}

// nameOfList is the last name of a path.
func nameOfList(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// kindOf returns the objection for a gap.
func kindOf(gap mapping.Gap) string {
	named := []document.SignKind{document.Total, document.Pages, document.Full, document.Fault, document.Overlap,
		document.Several, document.Repeats}
	if slices.Contains(named, gap.Kind) {
		return string(gap.Kind)
	}
	return string(document.More)
}

// periodChoices offers to leave out the students of other school periods, or not to read their period.
func (t *trying) periodChoices() []readings.Choice {
	rule := mapping.Rule{Field: t.reading.Fields[mapping.SchoolPeriod], OfPeriod: true}
	none := t.unrelated("period", rule.Field)
	delete(none.Reading.Fields, mapping.SchoolPeriod)
	return []readings.Choice{t.keeping(language.ObjectionDoKeys.Of("period"), rule), none}
}

// onceChoices offers the rules that keep one number of each student, and the choice to keep both.
func (t *trying) onceChoices() (all []readings.Choice) {
	fields := t.reading.Fields
	student := cmp.Or(fields[mapping.StudentID], fields[mapping.FullName], fields[mapping.FamilyName])
	for _, leaving := range discovery.Doubled(t.list.Kept, student) {
		choice := t.keeping(language.ObjectionDoKeys.Of("twice"), leaving.Rule)
		choice.Why = leaving.Why
		all = append(all, choice)
	}
	return append(all, t.choice(language.ObjectionKeepKeys.Of("twice"),
		func(reading *Reading) { reading.Twice = true }))
}

// keeping returns the choice of a further rule.
func (t *trying) keeping(press roll.MessageKey, rule mapping.Rule) readings.Choice {
	return t.choice(press, func(reading *Reading) { reading.Keep = append(reading.Keep, rule) })
}

// namesOf returns the names of some students.
func (t *trying) namesOf(students []mapping.Item) []string {
	var names []string
	for _, student := range students {
		names = append(names, t.client.Redact(cmp.Or(mapping.FullNameOf(student), number(student, mapping.StudentID),
			number(student, mapping.EnrolmentID))))
	}
	return names
}

// leaving returns the further rules that the list suggests, and adds a question for those that its words support, until
// a person has decided. If the list has rules, leaving also returns the choice to leave out no item, with the names of
// those who are left out: any answer can be changed later.
func (t *trying) leaving() (ways []readings.Choice) {
	reading := t.reading
	for _, leaving := range discovery.Leavings(t.call, t.list.Kept, nil, t.date, t.code) {
		field := leaving.Rule.Field
		if !t.isShowable(leaving.Why+field) || field == reading.Fields[mapping.Name] ||
			field == reading.Fields[mapping.SchoolPeriod] {
			continue
		}
		way, declined := t.leavingOut(leaving.Rule), leaving.Rule
		var left []any
		for _, at := range leaving.Items {
			left = append(left, t.list.Kept[at])
		}
		way.Samples, way.Count = t.names(left, shownPeople), len(left)
		ways = append(ways, way)
		if declined.Declined = true; leaving.Stated && !discovery.IsDeclined(leaving.Rule, reading.Keep) {
			t.Doubts = append(t.Doubts, readings.Remark{
				Key: language.LeftKeys.Of(string(t.call)), Number: way.Count, Read: len(t.list.Kept), Names: way.Samples,
				Why: leaving.Why, Choices: []readings.Choice{way, t.keeping("connect.keep_them", declined)},
			})
		}
	}
	leavesOut := func(rule mapping.Rule) bool { return !rule.Declined }
	if unfiltered := mapping.Unfiltered(reading.List); slices.ContainsFunc(reading.Keep, leavesOut) ||
		unfiltered != reading.List {
		everybody := t.choice("connect.everybody", func(reading *Reading) { reading.Keep, reading.List = nil, unfiltered })
		everybody.Samples, everybody.Count = t.names(t.list.Left, namedLeft), len(t.list.Left)
		ways = append(ways, everybody)
	}
	return ways
}

// leavingOut returns the choice of a rule, also of one that was declined before.
func (t *trying) leavingOut(rule mapping.Rule) readings.Choice {
	return t.choice("connect.leave_out", func(reading *Reading) {
		reading.Keep = slices.DeleteFunc(slices.Clone(reading.Keep),
			func(other mapping.Rule) bool { return other.Declined && other.Field == rule.Field })
		reading.Keep = append(reading.Keep, rule)
	})
}

// namedLeft limits the names of those who are left out.
const namedLeft = 200

// names returns the names of the first entries, and the numbers of namesakes among them.
func (t *trying) names(entries []any, most int) []string {
	fields, bearers := t.reading.Fields, make(map[string]int)
	entries = entries[:min(len(entries), most)]
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = cmp.Or(t.nameIn(entry, fields), t.at(entry, fields[mapping.Name]))
		bearers[names[i]]++
	}
	for i, entry := range entries {
		if number := t.at(entry, fields[mapping.EnrolmentID]); names[i] == "" {
			names[i] = number
		} else if bearers[names[i]] > 1 && number != "" {
			names[i] += " · " + number
		}
	}
	return names
}

// comparePeriods requests the students of another school period once. A service that does not know the parameter
// sends the same list.
func (t *trying) comparePeriods(ctx context.Context) {
	other := slices.IndexFunc(t.draft.Periods, func(period readings.Period) bool { return period.ID != t.draft.Period.ID })
	first := t.items()
	if other < 0 || len(first) == 0 || mapping.IsByClass(t.call, t.reading) {
		return
	}
	place, another := t.place(), t.draft.Periods[other]
	place.Period = another.ID
	tried, again := t.draft.Period.Name, t.search.Look(ctx, t.call, t.reading.Path, place)
	t.note(tried != "" && document.Same(itemsOf(again, t.reading), first),
		readings.Remark{Key: "connect.same_for", Names: []string{another.Name}, Why: tried})
}

// emptyClasses is the place of the sign that classes have no students on a list.
const emptyClasses = "classes"

// compareClasses looks for classes of the school system that have no students on the list, or fewer than they say,
// where nothing says that the list is whole. It requests them once. Without one class in common the names mean
// something else.
func (t *trying) compareClasses(ctx context.Context) {
	if !t.list.IsSilent || len(t.list.Items) == 0 || mapping.IsByClass(t.call, t.reading) ||
		slices.Contains(t.reading.Unrelated, emptyClasses) {
		return
	}
	listed := map[string]int{}
	for _, student := range t.list.Items {
		listed[document.Fold(student.Text(mapping.ClassName))]++
	}
	found, _ := t.search.Try(ctx, mapping.Classes, mapping.DefaultOf(mapping.Classes).Path, t.place())
	classes, counted, isShort := itemsOf(found, found.Reading), 0, false
	var empty []string
	for _, class := range classes {
		name := t.at(class, found.Reading.Fields[mapping.Name])
		says, _ := document.CountsMembers(class)
		counted, isShort = counted+int(says), isShort || int(says) > listed[document.Fold(name)]
		if listed[document.Fold(name)] == 0 {
			empty = append(empty, name)
		}
	}
	switch {
	case len(empty) == len(classes):
	case isShort:
		t.object("total", readings.Remark{Number: counted, Read: t.Items, Place: emptyClasses},
			t.unrelated("total", emptyClasses))
	case len(empty) > 0:
		t.object("emptied", readings.Remark{Number: len(empty), Read: t.Items, Names: empty[:min(len(empty), shownPeople)]},
			t.unrelated("emptied", emptyClasses))
	}
}
