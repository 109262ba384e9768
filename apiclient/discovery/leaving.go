package discovery

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
)

// Leaving is a proposed rule that leaves out items that no longer count: students who have left, staff,
// unused statuses. Only people can confirm it.
type Leaving struct {
	Rule mapping.Rule
	// Why names the field and the values behind the rule, as the list spells them.
	Why string
	// Items are the positions of the items that the rule leaves out.
	Items []int
	// Said is true when words in the list support the rule. Otherwise the value is only rarer than others.
	Said bool
}

const mostLeavings = 6

// Leavings returns the rules that a list may need on a date (YYYY-MM-DD), those supported by words first. It
// reads all items, and proposes no rule that leaves out every item.
func Leavings(call mapping.Call, items []any, date string) []Leaving {
	var said, other []Leaving
	for _, field := range fieldsOf(items, len(items)) {
		for _, leaving := range field.leaving(call) {
			leaving.Items = leftOut(leaving.Rule, items, date)
			switch {
			case len(leaving.Items) == 0 || len(leaving.Items) == len(items):
			case leaving.Said:
				said = append(said, leaving)
			default:
				other = append(other, leaving)
			}
		}
	}
	all := slices.Concat(said, other)
	return all[:min(len(all), mostLeavings)]
}

func leftOut(rule mapping.Rule, items []any, date string) []int {
	var places []int
	for at, item := range items {
		if !mapping.Keeps([]mapping.Rule{rule}, item, date) {
			places = append(places, at)
		}
	}
	return places
}

// Folded names of fields, and folded values, that mark items which no longer count.
var (
	ends     = regexp.MustCompile(`^(end|ends|ended|until|to|bis|fin|fim|fine|einde|koniec)$|^end(date|day|s?at|s?on|ed|datum)|(date|on|at)?end(date|ed)$|exit|leav|left|withdr|terminat|validto|validuntil|activeuntil|austritt|abgang|sortie|baja|ritiro|delet|archiv|deactiv|dateto$`)
	stays    = regexp.MustCompile(`onroll|enrolled$|^(is)?(currently)?(active|enabled|enrolled|current|attending|registered)$|^(is)?(aktiv|actif|activo|ativo|attivo)$|active$`)
	leaves   = regexp.MustCompile(`delet|archiv|inactive|withdrawn|hasleft|^left$|leaver|exited|disabled|obsolete|retired|expelled|graduated|transferredout|dropped|isstaff|isteacher|staffmember`)
	states   = regexp.MustCompile(`status|state$|lifecycle|aktivitaet|statut|estado|stato$`)
	kinds    = regexp.MustCompile(`type|role|kind|category|group$|status|position|funktion|funcion|fonction`)
	goneWord = regexp.MustCompile(`^(leaver|withdrawn|withdrew|inactive|transferred|graduated|former|archived|deleted|exited|expelled|terminated|alumni|alumnus|unenrolled|` +
		`disenrolled|deregistered|cancelled|canceled|retired|obsolete|deceased|abgegangen|abgemeldet|ehemalig|inaktiv|ausgetreten|geloescht|radie|desinscrit|inactif|baja|inactivo|egresado|retirado|ritirato|inattivo|inativo|uitgeschreven)`)
	goneState = regexp.MustCompile(`^(left|ended|closed|disabled|dropped|removed|parti|sorti|off|no|false)`)
	staffWord = regexp.MustCompile(`^(staff|teach|employee|administrator|admin$|parent|guardian|contact|principal|lehrer|lehrkraft|mitarbeit|personal$|enseignant|professeur|profesor|docente|empleado|insegnante|medewerker|leraar)`)
	notOver   = regexp.MustCompile(`birth|send|weekend|attend|vendor|friend|lend|gender|agenda|legend|hand`)
)

// leaving returns the rules that the field suggests.
func (f *Field) leaving(call mapping.Call) []Leaving {
	switch name := f.joined; {
	case notOver.MatchString(f.name):
		return nil
	case (ends.MatchString(f.name) || ends.MatchString(name)) && f.share(isDayOrNone) >= nearly:
		return []Leaving{{Rule: mapping.Rule{Field: f.Path, NotPassed: true}, Why: f.name, Said: true}}
	case stays.MatchString(f.name) && !leaves.MatchString(f.name):
		return f.without(func(text string) bool { return slices.Contains(list("false 0 no n nein non inactive"), text) })
	case leaves.MatchString(f.name):
		return f.without(func(text string) bool { return slices.Contains(list("true 1 yes y ja oui si"), text) })
	}
	return f.leavingWords(call)
}

// leavingWords returns the rules for a field with few different texts: the texts that mean someone has left
// or is not a student.
func (f *Field) leavingWords(call mapping.Call) []Leaving {
	const most = 15
	isState, isKind := states.MatchString(f.name), kinds.MatchString(f.name)
	if f.distinct()*float64(len(f.values)) > most {
		return nil
	}
	said := f.without(func(text string) bool {
		return call == mapping.Students && goneWord.MatchString(text) || (isState || call == mapping.Statuses) && (goneState.MatchString(text) || goneWord.MatchString(text)) && isState ||
			isKind && call == mapping.Students && staffWord.MatchString(text)
	})
	if len(said) == 0 && call == mapping.Students && isState {
		return f.rarer()
	}
	return said
}

func isWritten(value any) bool { _, isText := value.(string); return isText }

func isDayOrNone(value any) bool { return value == "" || isDay(value) }

// without returns rules that leave out the items whose folded value passes the test.
func (f *Field) without(is func(folded string) bool) []Leaving {
	var out []string
	for _, value := range f.values {
		text := mapping.Value(value)
		if is(folded(text)) && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return []Leaving{{Rule: mapping.Rule{Field: f.Path, IsNot: out}, Why: f.own() + ": " + strings.Join(out, ", "), Said: true}}
}

// own returns the field's name as the list spells it.
func (f *Field) own() string { return lastName(f.Path) }

// rarer returns a rule for each value except the most frequent, when the field has few values.
func (f *Field) rarer() []Leaving {
	const most = 4
	counts := map[string]int{}
	for _, value := range f.values {
		counts[mapping.Value(value)]++
	}
	if len(counts) < 2 || len(counts) > most {
		return nil
	}
	values := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(values, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
	var all []Leaving
	for _, value := range values[1:] {
		all = append(all, Leaving{Rule: mapping.Rule{Field: f.Path, IsNot: []string{value}}, Why: f.own() + ": " + value})
	}
	return all
}

// Doubled returns rules that keep one item for each student who appears twice in a list: the items with one
// value of a field that has few. Student is the path of the number or name that distinguishes students.
func Doubled(items []any, student string) []Leaving {
	const most = 6
	who, err := document.NewPath(student)
	if err != nil || who == nil {
		return nil
	}
	people := func(rule mapping.Rule) (kept, distinct int) {
		different := map[string]bool{}
		for _, item := range items {
			if mapping.Keeps([]mapping.Rule{rule}, item, "") {
				kept, different[mapping.Value(who.First(item, nil))] = kept+1, true
			}
		}
		return kept, len(different)
	}
	_, all := people(mapping.Rule{Field: student})
	var found []Leaving
	for _, field := range fieldsOf(items, len(items)) {
		values := map[string]bool{}
		for _, value := range field.values {
			values[mapping.Value(value)] = true
		}
		for _, value := range slices.Sorted(maps.Keys(values)) {
			rule := mapping.Rule{Field: field.Path, Is: []string{value}}
			if len(values) < 2 || len(values) > most || value == "" {
				continue
			}
			if kept, distinct := people(rule); distinct == all && kept < len(items) {
				found = append(found, Leaving{Rule: rule, Why: field.own() + ": " + value, Items: leftOut(rule, items, "")})
			}
		}
	}
	return found[:min(len(found), mostLeavings)]
}

// PeriodField returns the path of the field that names an item's school period by id or name, or "". Ids
// count only when the field's name says so, since other ids may be equal.
func PeriodField(items []any, ids, names []string) string {
	isOne := func(texts []string) func(any) bool {
		return func(value any) bool {
			return slices.ContainsFunc(texts, func(text string) bool { return folded(text) == folded(mapping.Value(value)) && text != "" })
		}
	}
	best := ""
	for _, field := range fieldsOf(items, len(items)) {
		isNamed := slices.ContainsFunc(field.names, func(name string) bool { return mentions(name, periodWords()) })
		isNamed = isNamed && !strings.Contains(field.name, "grade") && !strings.Contains(field.name, "level")
		if isNamed && field.share(isOne(ids)) == 1 && field.filled() == 1 {
			return field.Path
		}
		if best == "" && field.share(isOne(names)) == 1 && field.filled() == 1 && field.share(isWritten) == 1 || isNamed && field.share(isOne(names)) == 1 {
			best = field.Path
		}
	}
	return best
}
