package imports

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"rollbook/web/lists/tables"
)

// Patterns for folded column names and for values.
var (
	givenPart = regexp.MustCompile(
		`forename|givenname|firstname|vorname|rufname|prenom|voornaam|fornavn|fornamn|etunimi|primeironome|imie|imiona|` +
			`calledname|preferred`)
	// infixPart matches a part of a name that only some have, foreignPart the name of another person.
	infixPart = regexp.MustCompile(
		`tussenvoegsel|infix|prefix|voorvoegsel|vorsatz|namenszusatz|particle|particule|secondsurname|segundoapellido|` +
			`maternalsurname`)
	foreignPart = regexp.MustCompile(
		`parent|guardian|mother|father|carer|contact|teacher|eltern|mutter|vater|lehrer|parents|padre|madre|ouder`)
	classPart = regexp.MustCompile(
		`class|klasse|^form|tutorgroup|homeroom|reggroup|registrationgroup|section|turma|clase|classe|klas|sinif|` +
			`luokka|razred`)
	classLike = regexp.MustCompile(`^\d{1,2} ?[-./]? ?\p{L}{1,3}\d?$|^\p{L}{1,3}[-./ ]?\d{1,2}\p{L}?$`)
	dateLike  = regexp.MustCompile(
		`^(20\d\d-\d\d-\d\d.*|\d{1,2}[./]\d{1,2}[./](\d{2,4}.*)?|(\d{1,2}[-. ]+)?(jan|feb|mar|apr|may|mai|jun|jul|aug|` +
			`sep|oct|` +
			`okt|nov|dec|dez)[a-z]*([-. ]+\d{2,4})?|(3[6-9]|[4-6]\d)\d{3})$`)
)

// settle corrects the column positions by the columns' values, and returns the doubts for a person.
func settle(list *List) (doubts []Doubt) {
	columns := columnsOf(*list)
	if at := list.Places.Of(Class); at >= 0 && len(columns[at].texts) == 0 {
		delete(list.Places, Class) // another column can hold it
	}
	if at := list.Places.Of(Student); at >= 0 && columns[at].share(isPerson) > 0.5 && columns[at].share(isNumber) < 0.5 {
		delete(list.Places, Student)
		if list.Places.Of(FullName) < 0 && list.Places.Of(Given) < 0 && list.Places.Of(Family) < 0 {
			list.Places[FullName] = at
			doubts = append(doubts, Doubt{Kind: GuessedName, Column: list.Header[at]})
		}
	}
	doubts = append(doubts, list.guess(columns, Given, GuessedGiven, func(c column) bool {
		return givenPart.MatchString(c.name) && !foreignPart.MatchString(c.name) && c.share(isPerson) > 0.5
	})...)
	if full := list.Places.Of(FullName); full >= 0 && list.Places.Of(Given) >= 0 && list.Places.Of(Family) < 0 &&
		columns[full].isSingleWord() {
		list.Places[Family] = full
		delete(list.Places, FullName)
	}
	doubts = append(doubts, list.guess(columns, Class, GuessedClass, func(c column) bool {
		return classPart.MatchString(c.name) && len(c.texts) > 0 && c.share(isPerson) < 0.9
	})...)
	doubts = append(doubts, list.guess(columns, Class, GuessedClass,
		func(c column) bool { return c.share(classLike.MatchString) > 0.8 && c.isShared() })...)
	return append(doubts, list.unread(columns)...)
}

// guess takes the only free column that fits for the key, where the list lacks it, and returns a doubt about it.
func (l *List) guess(columns []column, key string, kind DoubtKind, fits func(column) bool) []Doubt {
	var found []int
	for at, one := range columns {
		if l.Places.Of(key) < 0 && !l.isPlaced(at) && fits(one) {
			found = append(found, at)
		}
	}
	if len(found) != 1 {
		return nil
	}
	l.Places[key] = found[0]
	return []Doubt{{Kind: kind, Column: l.Header[found[0]]}}
}

// unread returns doubts about unmapped columns that seem to contain the missing values.
func (l *List) unread(columns []column) []Doubt {
	var doubts []Doubt
	full := l.Places.Of(FullName)
	lacksFamily := l.Places.Of(Family) < 0 && full < 0
	lacksGiven := l.Places.Of(Given) < 0 && (full < 0 || columns[full].isSingleWord())
	for at, one := range columns {
		isPart := one.share(isPerson) > 0.8
		isName := isPart && 2*one.different() > len(one.texts) && !one.isShared()
		switch {
		case l.isPlaced(at):
		case infixPart.MatchString(one.name) && isPart, l.isTwice(at, Given, Family, FullName),
			lacksFamily && isName:
			doubts = append(doubts, Doubt{Kind: UnreadNames, Column: l.Header[at]})
		case l.isTwice(at, Class):
			doubts = append(doubts, Doubt{Kind: UnreadClass, Column: l.Header[at]})
		case lacksGiven && isName:
			doubts = append(doubts, Doubt{Kind: UnreadNames, Column: l.Header[at]})
		case l.Places.Of(Class) < 0 && one.isShared() && one.isShort():
			doubts = append(doubts, Doubt{Kind: UnreadClass, Column: l.Header[at]})
		}
	}
	return doubts
}

// isTwice reports whether the column is the second one with a name for one of the keys.
func (l *List) isTwice(at int, keys ...string) bool {
	return slices.ContainsFunc(StudentColumns(), func(column tables.Column) bool {
		return slices.Contains(keys, column.Key) && slices.Contains(l.Twice, column.Key) && column.HasName(l.Header[at])
	})
}

func (l *List) isPlaced(at int) bool {
	for _, place := range l.Places {
		if place == at {
			return true
		}
	}
	return false
}

// column has the folded name of a column and its filled cells in the first lines of a list.
type column struct {
	name  string
	texts []string
}

// columnsOf describes the named columns of a list.
func columnsOf(list List) []column {
	const looked = 200
	columns := make([]column, len(list.Header))
	for at, name := range list.Header {
		columns[at].name = tables.Fold(name)
		for _, line := range list.Lines[:min(len(list.Lines), looked)] {
			if text := line.Text(at); text != "" {
				columns[at].texts = append(columns[at].texts, text)
			}
		}
	}
	return columns
}

// share returns the share of the filled cells that pass the test.
func (c *column) share(test func(string) bool) float64 {
	failed := slices.DeleteFunc(slices.Clone(c.texts), test)
	return float64(len(c.texts)-len(failed)) / float64(max(1, len(c.texts)))
}

// isShort reports whether every cell has few characters.
func (c *column) isShort() bool {
	const longest = 12
	return !slices.ContainsFunc(c.texts, func(text string) bool { return len(text) > longest })
}

// isSingleWord reports whether most cells are a single word.
func (c *column) isSingleWord() bool {
	return 2*len(strings.Fields(strings.Join(c.texts, " "))) < 3*len(c.texts)
}

// different counts the different cells.
func (c *column) different() int { return len(slices.Compact(slices.Sorted(slices.Values(c.texts)))) }

// isShared reports whether each of several texts is in some cells.
func (c *column) isShared() bool {
	const fewest = 3
	return c.different() > 1 && fewest*c.different() <= len(c.texts)
}

// isPerson reports whether a text can be a part of a person's name.
func isPerson(text string) bool {
	return strings.ContainsFunc(text, unicode.IsLetter) && !strings.ContainsAny(text, "0123456789@/_")
}

// fillClasses copies the class from the line above into lines without one, when most classes appear once
// above their students, as in merged cells. It returns the number of filled lines.
func (l *List) fillClasses() int {
	at := l.Places.Of(Class)
	if at < 0 || len(l.Lines) == 0 || l.Lines[0].Text(at) == "" {
		return 0
	}
	empty := func(line tables.Line) bool { return line.Text(at) == "" && isNumber(line.Text(l.Places.Of(Enrolment))) }
	count := 0
	for _, line := range l.Lines {
		if empty(line) {
			count++
		}
	}
	if 2*count < len(l.Lines) {
		return 0
	}
	l.Lines = slices.Clone(l.Lines)
	class := ""
	for i, line := range l.Lines {
		if class = cmp.Or(line.Text(at), class); empty(line) {
			texts := append(slices.Clone(line.Texts), make([]string, max(0, at+1-len(line.Texts)))...)
			texts[at] = class
			l.Lines[i].Texts = texts
		}
	}
	return count
}
