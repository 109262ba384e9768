package discovery

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"rollbook/apiclient/mapping"
)

// Leaving is a way to leave those items of a list out that count no more: students who have left, statuses
// that are not used. Only people can say whether it is right.
type Leaving struct {
	// List is the JSONPath (RFC 9535) of the list without them: that of the list and a filter.
	List string
	// Field is the path inside an item that tells it.
	Field string
	// Items are the places of those that are left out.
	Items []int
	// Said tells that the words in the list say it; else the value is only rarer than others.
	Said bool
}

const mostLeavings = 6

// Leavings are the filters that a list may need on a date (YYYY-MM-DD), those that words speak for first.
// Nothing is proposed that leaves everybody out, and nothing for a list that has a filter.
func Leavings(call mapping.Call, path string, items []any, date string) []Leaving {
	if strings.Contains(path, "?") {
		return nil
	}
	var all []Leaving
	for _, field := range Fields(items) {
		for _, condition := range field.leaving(call, date) {
			leaving := Leaving{List: filtered(path, condition.keep), Field: field.Path, Said: condition.said}
			for at, item := range items {
				if condition.left(value(item, field.Path)) {
					leaving.Items = append(leaving.Items, at)
				}
			}
			_, err := mapping.Select(items, leaving.List) // a value can hold what a path must not
			if err == nil && len(leaving.Items) > 0 && len(leaving.Items) < len(items) {
				all = append(all, leaving)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Leaving) int { return order(b.Said) - order(a.Said) })
	return all[:min(len(all), mostLeavings)]
}

func order(said bool) int {
	if said {
		return 1
	}
	return 0
}

// filtered is the path of a list with a filter. One that selects items already, as ".*" does, selects fewer.
func filtered(path, keep string) string {
	return strings.TrimSuffix(strings.TrimSuffix(path, "[*]"), ".*") + "[?" + keep + "]"
}

func value(item any, path string) any {
	found, err := mapping.Select(item, path)
	if err != nil || len(found) == 0 {
		return nil
	}
	return found[0]
}

// condition tells who is left out, and keep in the words of a JSONPath who stays.
type condition struct {
	keep string
	left func(any) bool
	said bool
}

// leaving are the conditions that a field offers.
func (f *Field) leaving(call mapping.Call, date string) []condition {
	at := "@" + strings.TrimPrefix(f.Path, "$")
	is := func(words []string) bool { return slices.Contains(words, f.name) }
	switch {
	case is(leavingDates()) && f.share(isDay) == 1:
		if _, isNumber := f.values[0].(json.Number); isNumber {
			return f.leftByNumber(at, date)
		}
		fallthrough
	case is(leavingDates()) && f.share(isDateOrNone) >= nearly:
		return []condition{{
			keep: fmt.Sprintf("!%s || %s == null || %s == '' || %s > %s", at, at, at, at, literal(date)),
			left: func(value any) bool { text, ok := value.(string); return ok && text != "" && text <= date }, said: true,
		}}
	case is(stayingFlags()):
		return f.equal(at, true, func(value any) bool { return truth(value) == no })
	case is(leavingFlags()):
		return f.equal(at, true, func(value any) bool { return truth(value) == yes })
	case is(states()):
		said := f.equal(at, true, func(value any) bool { return slices.Contains(leftWords(), folded(Text(value))) })
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
	left := func(value any) bool { number, ok := numberOf(value); return ok && number > 0 && number <= until }
	return []condition{{keep: fmt.Sprintf("!%s || %s == null || %s == 0 || %s > %d", at, at, at, at, until), left: left, said: true}}
}

// What fields are called that tell who counts no more: dates, flags that say it or the contrary, and states.
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

// leftWords are states of those who count no more, folded.
func leftWords() []string {
	return list(`left leaver withdrawn inactive transferred transferredout graduated former archived deleted exited expelled terminated
		ended closed disabled retired obsolete alumni unenrolled unenrolled dropped droppedout
		abgegangen ehemalig ehemaliger inaktiv ausgetreten parti sorti inactif baja inactivo egresado ritirato inattivo inativo uitgeschreven`)
}

func isDateOrNone(value any) bool { return value == "" || isDate(value) }

type truthValue int

const (
	unclear truthValue = iota
	yes
	no
)

// truth is what a flag says in whatever form.
func truth(value any) truthValue {
	switch strings.ToLower(Text(value)) {
	case "true", "1", "yes", "y", "ja", "oui", "si":
		return yes
	case "false", "0", "no", "n", "nein", "non":
		return no
	}
	return unclear
}

// equal leaves out those with any of the values that are so.
func (f *Field) equal(at string, said bool, so func(any) bool) []condition {
	var keep []string
	for _, value := range f.values {
		part := at + " != " + literal(value)
		if so(value) && !slices.Contains(keep, part) {
			keep = append(keep, part)
		}
	}
	if len(keep) == 0 {
		return nil
	}
	return []condition{{strings.Join(keep, " && "), so, said}}
}

// rarer offers each value but the commonest, where there are few.
func (f *Field) rarer(at string) []condition {
	const most = 4
	counts := map[string]int{}
	for _, value := range f.values {
		counts[Text(value)]++
	}
	if len(counts) < 2 || len(counts) > most {
		return nil
	}
	common := ""
	for text, count := range counts {
		if count > counts[common] || count == counts[common] && text < common {
			common = text
		}
	}
	delete(counts, common)
	var all []condition
	for _, value := range f.values {
		text := Text(value)
		if counts[text] > 0 {
			all = append(all, f.equal(at, false, func(other any) bool { return other != nil && Text(other) == text })...)
			delete(counts, text)
		}
	}
	return all
}

// literal is a value in a JSONPath.
func literal(value any) string {
	text, isText := value.(string)
	if !isText {
		written, err := json.Marshal(value)
		if err != nil {
			return "null" // cannot be: it was decoded from JSON
		}
		return string(written)
	}
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
}
