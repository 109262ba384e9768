package discovery

import (
	"cmp"
	"slices"
	"strings"

	"rollbook/apiclient/mapping"
)

// Guess is the probable reading of an answer.
type Guess struct {
	// List is a JSONPath to the list; empty where the answer holds nothing that could be it.
	List string
	// Fields are JSONPaths by the names of [mapping.Fields].
	Fields map[string]string
	// Warning tells people what to look at where the guess is not sure.
	Warning Warning
	// Candidates are the numbers among which a person must choose the enrolment's. Each holds the fields that
	// are read if it is chosen, with the student's own number where that becomes known. None of them is among
	// Fields.
	Candidates []map[string]string
	// Score compares guesses about several answers to the same question.
	Score int
	// Items is the length of the list, as far as this answer goes.
	Items int
}

// Sure tells whether names say how the list is read: people need only look at it.
func (g Guess) Sure() bool { return g.Score > 0 && g.Warning == "" }

// Warning names a way in which a guess can be wrong.
type Warning string

// The warnings, the gravest first; the empty one means that nothing is known to be wrong.
const (
	// NoEnrolment: no number in the list can be the one that a save sends.
	NoEnrolment Warning = "no enrolment"
	// OtherStudents: no name says which number a save sends, and a wrong one is another student's.
	OtherStudents Warning = "other students"
	// Compare: something was guessed from what stands there.
	Compare Warning = "compare"
)

// How much a name says.
const (
	certain = 100 // it is exactly a word of the role
	likely  = 50  // it is a word that many things have
	hinted  = 30  // a word of the role stands at its end
	needed  = 20  // nothing says it, but nothing else can be it
)

// Read guesses where the list of a call stands in an answer, and which field is which.
func Read(call mapping.Call, document any) Guess {
	best := Guess{}
	for _, list := range Lists(document) {
		guess := ReadList(call, list)
		if guess.Score > best.Score {
			best = guess
		}
	}
	return best
}

// ReadList guesses which field is which in a list that is known.
func ReadList(call mapping.Call, list List) Guess {
	guess := Guess{List: list.Path, Fields: map[string]string{}, Items: len(list.Items)}
	fields := Fields(list.Items)
	if len(fields) == 0 {
		return guess
	}
	matcher := &matcher{fields: fields, taken: map[string]bool{}, found: guess.Fields}
	if call == mapping.Students {
		matcher.takeEnrolment()
	}
	matcher.match(rolesOf(call))
	switch call {
	case mapping.Students:
		matcher.completeStudents()
	case mapping.People:
		matcher.unsure = !matcher.has(mapping.StudentID)
		matcher.takeStudent()
		matcher.completeNames()
	case mapping.Day:
		matcher.completeDay()
	case mapping.Periods, mapping.Classes, mapping.Statuses:
		matcher.completeID(call)
	}
	guess.Score, guess.Warning = matcher.rate(call)
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

// fit is a field that may have a role, with its score.
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

// fits scores how well a field fits the role, 0 where its values speak against it.
func (r role) fits(f *Field) int {
	if f.share(r.is) < nearly || f.outer && r.name != mapping.ClassID && r.name != mapping.ClassName {
		return 0
	}
	if at := slices.Index(r.words, f.joined); at >= 0 {
		return certain - at/len(idWords())
	}
	// The name alone, where the object around it does not make it something else.
	if at := slices.Index(r.words, f.name); at >= 0 && (f.bare || !slices.Contains(nameWords(), f.name)) {
		return certain - 1 - at/len(idWords())
	}
	if at := slices.Index(r.vague, f.name); at >= 0 && f.bare {
		return likely - at
	}
	return r.hints(f)
}

// shortestHint is the length from which a word says something at the end of a name.
const shortestHint = 5

func (r role) hints(f *Field) int {
	for _, word := range r.words {
		if len(word) >= shortestHint && strings.HasSuffix(f.name, word) {
			return hinted
		}
	}
	return 0
}

// rate scores the whole guess. Without an id it scores nothing; students without the number that a save
// sends score less than any others.
func (m *matcher) rate(call mapping.Call) (score int, warning Warning) {
	ids := []string{mapping.ID, mapping.EnrolmentID, mapping.StudentID} // each call has the one or the others
	hasName := m.has(mapping.Name, mapping.FullName, mapping.FamilyName, mapping.GivenName, mapping.Status, mapping.StatusID, mapping.From)
	switch {
	case m.warning == NoEnrolment && (m.has(ids...) || hasName && m.hasStudent()):
		return 1, NoEnrolment
	case len(m.proposed) == 0 && !m.has(ids...), (call == mapping.Day || call == mapping.People) && !hasName:
		return 0, ""
	case m.warning != "":
		return m.score, m.warning
	case m.unsure || !hasName:
		return m.score, Compare
	}
	return m.score, ""
}

// hasStudent tells whether a number is named for the student, under whatever name.
func (m *matcher) hasStudent() bool {
	return slices.ContainsFunc(m.free(isID), func(f *Field) bool { return f.subject() == aboutStudent })
}

// has tells whether one of the roles has a field.
func (m *matcher) has(roles ...string) bool {
	return slices.ContainsFunc(roles, func(role string) bool { return m.found[role] != "" })
}
