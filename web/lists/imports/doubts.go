package imports

import (
	"slices"
	"strings"
	"unicode"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// Doubt is a guess about a file that a person should check.
type Doubt struct {
	Kind DoubtKind
	// Column is its name in the file, or the classes; Count counts lines or students.
	Column string
	Count  int
}

// Sentence describes the doubt.
func (d Doubt) Sentence(words *language.Words) string {
	return words.Count(language.FileDoubtKeys.Of(string(d.Kind)), d.Count, "Column", Shortened(d.Column))
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
	Alike         DoubtKind = "alike"    // students of one class have the same name
	AllLeft       DoubtKind = "all_left" // all students have left
	SeveralInOne  DoubtKind = "several"  // a class is called like several
)

// doubt adds a doubt about a number of lines or students, unless it is 0.
func (r *Reading) doubt(kind DoubtKind, count int) {
	if count > 0 {
		r.Doubts = append(r.Doubts, Doubt{Kind: kind, Count: count})
	}
}

func (r *Reading) doubts(kind DoubtKind) bool {
	return slices.ContainsFunc(r.Doubts, func(doubt Doubt) bool { return doubt.Kind == kind })
}

// doubtStudents adds the doubts about the students that were read.
func (r *Reading) doubtStudents() {
	var classes []string
	kinds := []DoubtKind{NoClass, NoName, OddNames, DoubledNames, TwoNumbers, Alike}
	counts := make([]int, len(kinds))
	numbers, names := map[roll.StudentID]roll.EnrolmentID{}, map[[2]string]roll.EnrolmentID{}
	for _, one := range r.All {
		name, words := one.Name(), strings.Fields(one.Given)
		sameNumber, sameName := numbers[one.Student], names[[2]string{name, one.ClassName}]
		for at, applies := range []bool{
			one.ClassName == "" && !r.doubts(UnreadClass),
			name == "" && !r.doubts(UnreadNames),
			strings.ContainsFunc(name, unicode.IsDigit),
			len(words) > 1 && one.Family != "" && slices.Contains(words, one.Family),
			one.Student != 0 && sameNumber != 0 && sameNumber != one.ID,
			name != "" && one.ClassName != "" && sameName != 0 && sameName != one.ID,
		} {
			if applies {
				counts[at]++
			}
		}
		numbers[one.Student], names[[2]string{name, one.ClassName}] = one.ID, one.ID
		classes = append(classes, one.ClassName)
	}
	for at, kind := range kinds {
		r.doubt(kind, counts[at])
	}
	if name := discovery.SeveralClasses(classes); name != "" {
		r.Doubts = append(r.Doubts, Doubt{Kind: SeveralInOne, Column: name})
	}
	for _, pair := range discovery.SpelledTwice(classes) {
		r.Doubts = append(r.Doubts, Doubt{Kind: OneOfTwo, Column: pair[0] + ", " + pair[1]})
	}
}

// sameChildren counts the lines of a child who is listed with another number above: one of the same name, born on the
// same day. It returns 0 where students have numbers of their own.
func (l *List) sameChildren(items []any) int {
	if l.Places.Of(Student) >= 0 {
		return 0
	}
	count, numbers := 0, map[string]string{}
	for at, line := range l.Lines {
		born, number := mapping.Born(items[at]), line.Text(l.Places.Of(Enrolment))
		given, family := named(line.Text(l.Places.Of(Given)), line.Text(l.Places.Of(Family)),
			line.Text(l.Places.Of(FullName)))
		who := given + " " + family + " " + born
		if before, known := numbers[who]; known && before != number && born != "" {
			count++
		}
		numbers[who] = number
	}
	return count
}

// dividing returns a doubt about a column that divides the classes: class A of year 7 is not class A of year 8.
func (l *List) dividing(items []any) []Doubt {
	class := l.Places.Of(Class)
	if class < 0 || l.Header == nil {
		return nil
	}
	column := discovery.DividesClass(items, "$"+document.Segment(l.Header[class]))
	if column == "" {
		return nil
	}
	return []Doubt{{Kind: PartOfClass, Column: column}}
}
