package setup

import (
	"slices"
	"strings"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
)

// doubts are the doubts about a list.
type doubts []readings.Doubt

// add adds a doubt if it applies.
func (d *doubts) add(applies bool, doubt readings.Doubt) {
	if applies {
		*d = append(*d, doubt)
	}
}

// aboutPeriods returns the doubts about the school periods.
func (s *seeker) aboutPeriods(list mapping.List, _ int) []readings.Doubt {
	var all doubts
	all.add(!mapping.SaysNow(list.Items, s.date), readings.UnknownNow)
	return all
}

// aboutStudents returns the doubts about the students.
func (s *seeker) aboutStudents(list mapping.List, classes int) []readings.Doubt {
	var all doubts
	fields := s.draft.Mapping.Of(mapping.Students).Fields
	if len(list.Items) > 0 {
		all.aboutNames(list.Items)
		all.aboutClasses(list.Items, classes)
	}
	all.add(list.IsRound, readings.Round)
	all.add(len(list.Kept) > 0 && discovery.AllLeft(list.Kept, s.date), readings.AllLeft)
	all.add(fields[mapping.ClassID] == "" &&
		discovery.DividesClass(list.Entries, fields[mapping.ClassName]) != "", readings.PartOfClass)
	all.add(fields[mapping.FullName] == "" && discovery.LacksNamePart(list.Entries, fields), readings.PartOfName)
	return all
}

// aboutNames adds the reasons why the students' names may be wrong.
func (d *doubts) aboutNames(items []mapping.Item) {
	names, single := map[string]bool{}, true
	for _, item := range items {
		name := mapping.FullNameOf(item)
		names[name], single = true, single && isSingleWord(name)
	}
	isOne := len(names) == 1
	d.add(isOne && names[""], readings.NoNames)
	d.add(isOne && !names[""] && len(items) > 1, readings.OneName)
	d.add(single && (!isOne || len(items) == 1), readings.SingleWords)
	d.add(!isOne && names[""], readings.SomeNoName)
	d.add(!isOne && areAlike(items), readings.Alike)
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
func (d *doubts) aboutClasses(items []mapping.Item, classes int) {
	isNumber := func(item mapping.Item) bool {
		const longest = 20
		return strings.Trim(classOf(item), "0123456789") == "" || item.Text(mapping.ClassName) == "" &&
			len(classOf(item)) > longest
	}
	numbers, nothing := 0, 0
	var names []string
	for _, item := range items {
		names = append(names, item.Text(mapping.ClassName))
		if isNumber(item) {
			numbers++
		}
		if classOf(item) == "" {
			nothing++
		}
	}
	areNumbers := numbers == len(items)
	d.add(classes == 0, readings.NoClass)
	d.add(classes > 0 && areNumbers, readings.NumberClasses)
	d.add(classes > 0 && !areNumbers && nothing > 0, readings.SomeNoClass)
	d.add(discovery.SeveralClasses(names) != "", readings.SeveralInOne)
	d.add(len(discovery.SpelledTwice(names)) > 0, readings.SpelledTwice)
}

// aboutStatuses returns the reason why teachers could confuse the statuses, if there is one.
func (*seeker) aboutStatuses(list mapping.List, _ int) []readings.Doubt {
	const shortest = 2
	names, letters := map[string]bool{}, len(list.Items) > 0
	for _, item := range list.Items {
		name := item.Text(mapping.Name)
		names[name], letters = true, letters && len([]rune(name)) <= shortest
	}
	switch {
	case slices.ContainsFunc(list.Items, isNumbered):
		return doubts{readings.NumbersAsName}
	case len(names) < len(list.Items):
		return doubts{readings.SameStatus}
	case letters:
		return doubts{readings.Letters}
	}
	return nil
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
