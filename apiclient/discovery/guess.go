package discovery

import (
	"cmp"
	"slices"
	"strings"

	"rollbook/apiclient/mapping"
)

// Guess is the probable reading of an answer.
type Guess struct {
	// List is a JSONPath to the list. It is empty when the answer contains no list that fits.
	List string
	// Fields maps the names of [mapping.Fields] to JSONPaths.
	Fields map[string]string
	// Warning is the problem that people should check when the guess is uncertain.
	Warning Warning
	// Candidates are the numbers among which a person must choose the enrolment id. Each maps the fields to
	// read if it is chosen, with the student's own number where that follows. None of them is in Fields.
	Candidates []map[string]string
	// Score compares guesses about several answers of one call.
	Score int
	// Items is the length of the list in this answer.
	Items int
}

// Sure reports whether field names decided the whole guess, so that people need only look at it.
func (g Guess) Sure() bool { return g.Score > 0 && g.Warning == "" }

// Warning names a way in which a guess can be wrong.
type Warning string

// The warnings, the gravest first. The empty warning means that no problem is known.
const (
	// NoEnrolment means that no number in the list can be the one that a save sends.
	NoEnrolment Warning = "no enrolment"
	// OtherStudents means that no name identifies the number that a save sends. A wrong number would mark
	// another student.
	OtherStudents Warning = "other students"
	// Compare means that values, not names, decided something.
	Compare Warning = "compare"
)

// The scores of a match between a name and a role.
const (
	certain = 100 // exactly a word of the role
	likely  = 50  // a word with many uses
	hinted  = 30  // a word of the role at the end of the name
	needed  = 20  // no match, but no other field is possible
)

// Read guesses which list in an answer belongs to the call, and the meaning of each field.
func Read(call mapping.Call, document any) Guess {
	best := Guess{}
	for _, list := range Lists(document) {
		guess := ReadList(call, list)
		about := rowOf(call).about
		switch name := lastName(list.Path); {
		case about != "" && guess.Score > 0 && mentions(folded(name), words(about)):
			guess.Score++ // of groups of statuses, the list inside that is called statuses
		case SaysGone(name):
			guess.Score /= 2
		case call == mapping.Students && patterns.Match("others", folded(name)):
			guess.Score = min(guess.Score, 1)
		}
		if guess.Score > best.Score {
			best = guess
		}
	}
	return best
}

// ReadList guesses the meaning of each field in a known list.
func ReadList(call mapping.Call, list List) Guess {
	guess := Guess{List: list.Path, Fields: map[string]string{}, Items: len(list.Items)}
	fields := Fields(list.Items)
	if len(fields) == 0 {
		return guess
	}
	matcher, row := &matcher{fields: fields, taken: map[string]bool{}, found: guess.Fields}, rowOf(call)
	if row.begin != nil {
		row.begin(matcher, list)
	}
	matcher.match(row.roles())
	row.complete(matcher)
	if slices.Contains(mapping.Fields(call), mapping.Teacher) {
		matcher.takeTeacher(list.Items)
	}
	guess.Score, guess.Warning = matcher.rate(row.needsName)
	guess.Candidates = matcher.proposed
	return guess
}

// matcher gives each role the field that fits it best.
type matcher struct {
	fields []*Field
	taken  map[string]bool
	found  map[string]string
	score  int
	unsure bool

	proposed []map[string]string
	warning  Warning
}

// fit is a candidate field for a role, with its score.
type fit struct {
	role  string
	field *Field
	score int
}

func (m *matcher) match(roles []role) {
	var fits []fit
	for _, role := range roles {
		for _, field := range m.fields {
			if score := role.fits(field); score > 0 {
				fits = append(fits, fit{role.name, field, score})
			}
		}
	}
	slices.SortStableFunc(fits, func(a, b fit) int { return cmp.Compare(b.score, a.score) })
	for _, fit := range fits {
		if m.found[fit.role] == "" && !m.taken[fit.field.Path] {
			m.give(fit.role, fit.field, fit.score)
		}
	}
}

func (m *matcher) give(role string, field *Field, score int) {
	m.found[role], m.taken[field.Path] = field.Path, true
	m.score += score
}

// fits scores how well a field fits the role. It returns 0 when the values contradict the role.
func (r role) fits(f *Field) int {
	if f.share(r.is) < nearly || f.foreign || f.outer && r.name != mapping.ClassID && r.name != mapping.ClassName {
		return 0
	}
	if (r.name == mapping.ClassID || r.name == mapping.ClassName) && f.tellsApart() {
		return 0
	}
	if at := slices.Index(r.words, f.joined); at >= 0 {
		return certain - at/len(words("id"))
	}
	// The name alone decides, unless the object around it changes its meaning.
	if at := slices.Index(r.words, f.name); at >= 0 && (f.bare || !slices.Contains(words("name"), f.name)) {
		return certain - 1 - at/len(words("id"))
	}
	if at := slices.Index(r.vague, f.name); at >= 0 && f.bare {
		return likely - at
	}
	for _, word := range r.words {
		if len(word) >= shortestHint && strings.HasSuffix(f.name, word) {
			return hinted
		}
	}
	return 0
}

// shortestHint is the least length of a word that counts at the end of a name.
const shortestHint = 5

// rate scores the whole guess. A guess without an id scores 0. Students without the number that a save sends
// score lower than any others. A list that needs a name or a status scores 0 without one.
func (m *matcher) rate(needsName bool) (score int, warning Warning) {
	ids := []string{mapping.ID, mapping.EnrolmentID, mapping.StudentID} // each call has ID or the other two
	hasName := m.has(mapping.Name, mapping.FullName, mapping.FamilyName, mapping.GivenName,
		mapping.Status, mapping.StatusID, mapping.From)
	switch {
	case m.warning == NoEnrolment && (m.has(ids...) || hasName && m.hasStudent()):
		return 1, NoEnrolment
	case len(m.proposed) == 0 && !m.has(ids...), needsName && !hasName:
		return 0, ""
	case m.warning != "":
		return m.score, m.warning
	case m.unsure || !hasName:
		return m.score, Compare
	}
	return m.score, ""
}

// hasStudent reports whether some free number is named for the student.
func (m *matcher) hasStudent() bool {
	return slices.ContainsFunc(m.free(isID), func(f *Field) bool { return f.subject() == aboutStudent })
}

// has reports whether one of the roles has a field.
func (m *matcher) has(roles ...string) bool {
	return slices.ContainsFunc(roles, func(role string) bool { return m.found[role] != "" })
}
