// Package finder finds students by parts of their names in any script, by class and by
// number. Accents and case do not count.
package finder

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"rollbook/web/roll"
)

// Longest is the most characters of a query: longer than any name.
const Longest = 1000

// longestClass limits the words of a class's name.
const longestClass = 6

// Index is a searchable list of a period's students. It never changes.
type Index struct {
	entries []entry
	classes map[string]bool
}

// entry is one student.
type entry struct {
	student roll.Enrolment
	// name is the folded words, each after a space.
	name    string
	numbers [2]string
	classes []string
}

// Found is the result of a search.
type Found struct {
	// Students are the best matches, the best first.
	Students []roll.Enrolment
	// All is the number of all matches.
	All int
}

// Candidates are enough students to ask which of them a line means.
const Candidates = 5

// Only returns the student that a line means: the only one found, or the only one with exactly its name, in either
// order, or its number. It returns nil for none or several.
func (f Found) Only(line string) *roll.Enrolment {
	if len(f.Students) == 1 {
		return &f.Students[0]
	}
	text := Folded(line)
	isNamed := func(student roll.Enrolment) bool {
		return Folded(student.Given+" "+student.Family) == text || Folded(student.Family+" "+student.Given) == text ||
			student.Student.String() == line
	}
	at := slices.IndexFunc(f.Students, isNamed)
	if at < 0 || slices.ContainsFunc(f.Students[at+1:], isNamed) {
		return nil
	}
	return &f.Students[at]
}

// New makes an index. It lists a student of several classes once, with the first class.
func New(students []roll.Enrolment) *Index {
	folding := newFolding()
	index := &Index{entries: make([]entry, 0, len(students)), classes: make(map[string]bool)}
	position := make(map[roll.EnrolmentID]int, len(students))
	for _, student := range students {
		class := folding.class(student)
		index.classes[class] = true
		if at, known := position[student.ID]; known {
			index.entries[at].classes = append(index.entries[at].classes, class)
			continue
		}
		position[student.ID] = len(index.entries)
		name := student.Name()
		words := append(folding.words(name), folding.spelled(name)...)
		index.entries = append(index.entries, entry{
			student: student, name: " " + strings.Join(words, " "), classes: []string{class},
			numbers: [2]string{student.ID.String(), student.Student.String()},
		})
	}
	return index
}

// class returns the folded name of the student's class as one word.
func (f *folding) class(student roll.Enrolment) string {
	return strings.Join(f.words(cmp.Or(student.ClassName, string(student.Class))), "")
}

// Find returns the students whose names contain every word of the text, the students of a class in it, and
// the student with that number. It returns an error for a text without a letter or a digit, and for one
// longer than Longest.
func (i *Index) Find(text string, most int) (Found, error) {
	if utf8.RuneCountInString(text) > Longest {
		return Found{}, roll.Problem(roll.Meaningless, "find.problem.long", "Limit", Longest)
	}
	words := newFolding().words(text)
	if len(words) == 0 {
		return Found{}, roll.Problem(roll.Meaningless, "find.problem.nothing")
	}
	questions := i.questions(words)
	var best, others []int
	for at := range i.entries {
		switch rank(&i.entries[at], questions) {
		case begins:
			best = append(best, at)
		case inside:
			others = append(others, at)
		case not:
		}
	}
	places := slices.Concat(best, others)
	found := Found{All: len(places)}
	for _, at := range places[:min(len(places), most)] {
		found.Students = append(found.Students, i.entries[at].student)
	}
	return found, nil
}

// question is one interpretation of a text.
type question struct {
	// class is the class in the text, or empty.
	class string
	// words are searched for in the name, the longest first.
	words []string
}

// questions returns the interpretations of the words: as parts of a name, and, for each run of words that is
// a class, as that class and parts of a name.
func (i *Index) questions(words []string) []question {
	all := []question{{words: byLength(words)}}
	for from := range words {
		class := ""
		for until := from + 1; until <= min(len(words), from+longestClass); until++ {
			class += words[until-1]
			if i.classes[class] {
				all = append(all, question{class: class, words: byLength(slices.Concat(words[:from], words[until:]))})
			}
		}
	}
	return all
}

// byLength removes repeated words and sorts them, the longest and most selective first.
func byLength(words []string) []string {
	sorted := slices.Clone(words)
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	slices.SortStableFunc(sorted, func(a, b string) int { return len(b) - len(a) })
	return sorted
}

// The qualities of a match.
const (
	not = iota
	inside
	begins
)

// rank returns the student's best match with the questions.
func rank(e *entry, questions []question) int {
	best := not
	for _, question := range questions {
		if question.class == "" || slices.Contains(e.classes, question.class) {
			best = max(best, answers(e, question.words))
		}
	}
	return best
}

// answers returns how well the student matches: each word must begin a word of the name, be the student's
// number, or be inside the name. A single letter matches only the beginning of a word, in scripts with words
// of several letters.
func answers(e *entry, words []string) int {
	rank := begins
	for _, word := range words {
		at := strings.Index(e.name, word)
		switch {
		case at < 0 && !slices.Contains(e.numbers[:], word):
			return not
		case at < 0 || beginsWord(e.name, word):
		case single(word):
			return not
		default:
			rank = inside
		}
	}
	return rank
}

// beginsWord reports whether a word of the name begins with word.
func beginsWord(name, word string) bool {
	for from := 0; ; {
		at := strings.Index(name[from:], word)
		if at < 0 {
			return false
		}
		if name[from+at-1] == ' ' { // the name begins with a space, so there is always a character before
			return true
		}
		from += at + 1
	}
}

// firstIdeograph begins the scripts in which a letter is a word or a syllable.
const firstIdeograph = 0x2e80

func single(word string) bool {
	r, size := utf8.DecodeRuneInString(word)
	return size == len(word) && r < firstIdeograph
}
