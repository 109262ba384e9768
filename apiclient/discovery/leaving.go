package discovery

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
)

// Leaving is a way to leave out the items of a list that count no more: students who have left, statuses
// that are not used. Only people can say whether it is right.
type Leaving struct {
	// List is the JSONPath (RFC 9535) of the list with a filter that leaves them out.
	List string
	// Field is the path, inside an item, of the field that tells it.
	Field string
	// Items are the places of those that are left out.
	Items []int
	// Said tells that the words in the list say it; else the value is only rarer than others.
	Said bool
}

const mostLeavings = 6

// Leavings returns the filters that a list may need on a date (YYYY-MM-DD), those that words speak for
// first. It proposes nothing that leaves everybody out, and nothing for a list that has a filter.
func Leavings(call mapping.Call, path string, items []any, date string) []Leaving {
	if strings.Contains(path, "?") {
		return nil
	}
	var said, other []Leaving
	for _, field := range Fields(items) {
		for _, condition := range field.leaving(call, date) {
			leaving := Leaving{List: filtered(path, condition.keep), Field: field.Path, Said: condition.said}
			for at, item := range items {
				kept, err := mapping.Select([]any{item}, "$[?"+condition.keep+"]")
				if err == nil && len(kept) == 0 { // a value can hold what a path must not
					leaving.Items = append(leaving.Items, at)
				}
			}
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

// filtered adds a filter to the path of a list. A path that selects items already, as ".*" does, selects
// fewer.
func filtered(path, keep string) string {
	return strings.TrimSuffix(strings.TrimSuffix(path, "[*]"), ".*") + "[?" + keep + "]"
}

// condition is the filter of a JSONPath that selects those who stay. said is true where words in the list
// say it.
type condition struct {
	keep string
	said bool
}

// leaving returns the conditions that a field offers.
func (f *Field) leaving(call mapping.Call, date string) []condition {
	at := "@" + strings.TrimPrefix(f.Path, "$")
	is := func(words []string) bool { return slices.Contains(words, f.name) }
	_, isNumber := f.values[0].(json.Number)
	switch {
	case is(leavingDates()) && isNumber && f.share(isDay) == 1:
		return f.leftByNumber(at, date)
	case is(leavingDates()) && f.share(isDateOrNone) >= nearly:
		return []condition{{fmt.Sprintf("!%s || %s == null || %s == '' || %s > %s", at, at, at, at, literal(date)), true}}
	case is(stayingFlags()):
		return f.without(at, list("false 0 no n nein non"))
	case is(leavingFlags()):
		return f.without(at, list("true 1 yes y ja oui si"))
	case is(states()):
		said := f.without(at, leftWords())
		if len(said) == 0 && call == mapping.Students {
			return f.rarer(at)
		}
		return said
	}
	return nil
}

// leftByNumber leaves out those whose date, counted since 1970, is not after the date.
func (f *Field) leftByNumber(at, date string) []condition {
	end, err := time.Parse(time.DateOnly, date)
	first, ok := numberOf(f.values[0])
	if err != nil || !ok {
		return nil
	}
	until := end.Unix() + int64((12*time.Hour)/time.Second)
	if first > int64(100*365*24*time.Hour/time.Second) {
		until *= 1000
	}
	return []condition{{fmt.Sprintf("!%s || %s == null || %s <= 0 || %s > %d", at, at, at, at, until), true}}
}

// Names of fields that tell who counts no more: dates, flags that say it or the contrary, and states.
func leavingDates() []string {
	return list(`exitdate dateexit exitedon leavedate leavingdate dateleft lefton leftdate dateofleaving withdrawaldate withdrawnon terminationdate
		austrittsdatum abgangsdatum datesortie fechabaja dataritiro deactivatedat deletedat archivedat`)
}

func stayingFlags() []string {
	return list("isactive active enabled isenabled aktiv actif activo attivo iscurrent currentlyenrolled isenrolled")
}

func leavingFlags() []string {
	return list(`tobedeleted deleted isdeleted archived isarchived inactive isinactive withdrawn iswithdrawn hasleft left isleaver leaver exited
		disabled isdisabled obsolete retired`)
}

func states() []string {
	return list("status state studentstatus enrolmentstatus enrollmentstatus recordstatus lifecycle activestatus aktivitaet statut estado stato")
}

// leftWords lists the states of those who count no more, folded.
func leftWords() []string {
	return list(`left leaver withdrawn inactive transferred transferredout graduated former archived deleted exited expelled terminated
		ended closed disabled retired obsolete alumni unenrolled unenrolled dropped droppedout
		abgegangen ehemalig ehemaliger inaktiv ausgetreten parti sorti inactif baja inactivo egresado ritirato inattivo inativo uitgeschreven`)
}

func isDateOrNone(value any) bool { return value == "" || isDate(value) }

// without leaves out those whose value is one of the words.
func (f *Field) without(at string, words []string) []condition {
	var keep []string
	for _, value := range f.values {
		part := at + " != " + literal(value)
		if slices.Contains(words, folded(Text(value))) && !slices.Contains(keep, part) {
			keep = append(keep, part)
		}
	}
	if len(keep) == 0 {
		return nil
	}
	return []condition{{strings.Join(keep, " && "), true}}
}

// rarer offers to leave out each value but the commonest, where there are few.
func (f *Field) rarer(at string) []condition {
	const most = 4
	counts := map[string]int{}
	for _, value := range f.values {
		counts[literal(value)]++
	}
	if len(counts) < 2 || len(counts) > most {
		return nil
	}
	values := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(values, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
	var all []condition
	for _, value := range values[1:] {
		all = append(all, condition{at + " != " + value, false})
	}
	return all
}

// literal writes a value as it stands in a JSONPath.
func literal(value any) string {
	if text, isText := value.(string); isText {
		return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
	}
	return string(document.JSON(value))
}
