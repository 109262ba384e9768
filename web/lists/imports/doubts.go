package imports

import (
	"slices"
	"strings"
	"unicode"

	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// Doubt is a guess about a file that a person should check.
type Doubt struct {
	Kind DoubtKind
	// Column is its name in the file, or the classes; Count counts lines or students.
	Column string
	Count  int
}

// DoubtKind is the kind of a doubt. The catalogue has a sentence for each.
type DoubtKind string

// The doubts.
const (
	GuessedGiven  DoubtKind = "given"    // the column is read as the given name, though its name is unknown
	GuessedClass  DoubtKind = "class"    // the column is read as the class
	GuessedName   DoubtKind = "name"     // the column of the student's number holds names, and is read so
	UnreadNames   DoubtKind = "names"    // the column holds names, and is not read
	UnreadClass   DoubtKind = "groups"   // the column may hold classes, and is not read
	FilledClasses DoubtKind = "filled"   // empty cells of the class took what stands above them
	NoClass       DoubtKind = "unplaced" // students have no class
	NoName        DoubtKind = "nameless" // students have no name
	OddNames      DoubtKind = "digits"   // names hold digits
	DoubledNames  DoubtKind = "doubled"  // given names hold the family's too
	TwoNumbers    DoubtKind = "twice"    // a student stands there under two numbers for saving
	OneOfTwo      DoubtKind = "spelled"  // classes are written in two ways
	PartOfClass   DoubtKind = "part"     // the column divides the classes further
)

// doubtsAbout returns the doubts about the students that were read.
func doubtsAbout(students []roll.Enrolment, known []Doubt) (doubts []Doubt) {
	count := func(kind DoubtKind, is func(roll.Enrolment) bool) {
		found := 0
		for _, student := range students {
			if is(student) {
				found++
			}
		}
		if found > 0 {
			doubts = append(doubts, Doubt{Kind: kind, Count: found})
		}
	}
	if !slices.ContainsFunc(known, func(doubt Doubt) bool { return doubt.Kind == UnreadClass }) {
		count(NoClass, func(one roll.Enrolment) bool { return one.ClassName == "" })
	}
	if !slices.ContainsFunc(known, func(doubt Doubt) bool { return doubt.Kind == UnreadNames }) {
		count(NoName, func(one roll.Enrolment) bool { return one.Name() == "" })
	}
	count(OddNames, func(one roll.Enrolment) bool { return strings.ContainsFunc(one.Name(), unicode.IsDigit) })
	count(DoubledNames, func(one roll.Enrolment) bool {
		words := strings.Fields(one.Given)
		return len(words) > 1 && one.Family != "" && slices.Contains(words, one.Family)
	})
	numbers := map[roll.StudentID]roll.EnrolmentID{}
	count(TwoNumbers, func(one roll.Enrolment) bool {
		before, twice := numbers[one.Student]
		numbers[one.Student] = one.ID
		return one.Student != 0 && twice && before != one.ID
	})
	return append(doubts, spelled(students)...)
}

// spelled returns doubts about classes whose names differ only in punctuation and case.
func spelled(students []roll.Enrolment) (doubts []Doubt) {
	first, told := map[string]string{}, map[string]bool{}
	for _, student := range students {
		folded := tables.Fold(student.ClassName)
		before, known := first[folded]
		if !known {
			first[folded] = student.ClassName
		}
		if known && before != student.ClassName && folded != "" && !told[folded] {
			told[folded] = true
			doubts = append(doubts, Doubt{Kind: OneOfTwo, Column: before + ", " + student.ClassName})
		}
	}
	return doubts
}

// dividing returns a doubt about a column that divides the classes: class A of year 7 is not class A of year 8.
func (l *List) dividing() []Doubt {
	class := l.Places.Of(Class)
	if class < 0 || l.Header == nil {
		return nil
	}
	classes := map[string]bool{}
	for _, line := range l.Lines {
		name := line.Text(class)
		classes[name] = true
		if strings.ContainsFunc(name, unicode.IsDigit) && strings.ContainsFunc(name, unicode.IsLetter) {
			return nil // such as 8A: nothing is missing
		}
	}
	for at, header := range l.Header {
		if l.isPlaced(at) || !gradePart.MatchString(tables.Fold(header)) {
			continue
		}
		pairs := map[[2]string]bool{}
		for _, line := range l.Lines {
			pairs[[2]string{line.Text(class), line.Text(at)}] = true
		}
		if len(pairs) > len(classes) {
			return []Doubt{{Kind: PartOfClass, Column: header}}
		}
	}
	return nil
}
