package connecting

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rollbook/views/connecting"
	"rollbook/web/language"
	"rollbook/web/roll"
	"rollbook/web/saving/sender"
)

// The limits of the statuses in a form.
const (
	statusesMost = 100
	aliasesMost  = 20
	nameLength   = 100
)

func tooLong(name string) bool { return utf8.RuneCountInString(name) > nameLength }

// statusRowsIn parses the form. It returns an error for a form that no page sends.
func statusRowsIn(form url.Values) ([]connecting.StatusRow, error) {
	ids := form["id"]
	malformed := roll.Problem(roll.Malformed, "problem.what.400")
	if len(ids) == 0 || len(ids) > statusesMost {
		return nil, malformed
	}
	for _, name := range []string{"name", "letter", "family", "order", "aliases"} {
		if len(form[name]) != len(ids) {
			return nil, malformed
		}
	}
	rows := make([]connecting.StatusRow, len(ids))
	for i, id := range ids {
		rows[i] = connecting.StatusRow{
			Status: roll.Status{Name: strings.TrimSpace(form["name"][i]), Letter: strings.TrimSpace(form["letter"][i]),
				Family: roll.Family(form["family"][i])},
			Number: strings.TrimSpace(id), Order: strings.TrimSpace(form["order"][i]), Aliases: form["aliases"][i],
		}
	}
	for _, name := range []string{"time", "remove"} {
		for _, text := range form[name] {
			i, err := strconv.Atoi(text)
			if err != nil || i < 0 || i >= len(ids) {
				return nil, malformed
			}
			rows[i].CarriesTime, rows[i].Removed = rows[i].CarriesTime || name == "time", rows[i].Removed || name == "remove"
		}
	}
	return rows, nil
}

// judge makes statuses and other names from the rows, or records the rows' problems. If the list is not the
// school's own, ids and names stay, and so do statuses that are not in the form.
func judge(rows []connecting.StatusRow, before []roll.Status, own bool,
	letterOf func(roll.Family) string) ([]roll.Status, map[string]roll.StatusID) {
	known := make(map[roll.StatusID]roll.Status, len(before))
	for _, status := range before {
		known[status.ID] = status
	}
	var all []roll.Status
	places, names, letters := make(map[roll.StatusID]int), make(map[string]bool), make(map[string]bool)
	for i, row := range rows {
		status, place, problem := statusOf(row, len(rows))
		was, isKnown := known[status.ID]
		if isLeftOut(row, own, isKnown || problem != "") {
			continue
		}
		if !own {
			status.Name = was.Name
		}
		_, isTwice := places[status.ID]
		name, letter := sender.Fold(status.Name), sender.Fold(status.Letter)
		rows[i].Problem = cmp.Or(problem,
			language.Either(name == "" || own && tooLong(status.Name), "status_list.problem.name", ""),
			language.Either(isTwice, "status_list.problem.id_twice", ""),
			language.Either(names[name], "status_list.problem.name_twice", ""),
			language.Either(letter != "" && letters[letter], "status_list.problem.letter_twice", ""))
		places[status.ID], names[name], letters[letter] = place, true, true
		all = append(all, status)
	}
	for _, status := range before {
		if _, isThere := places[status.ID]; !own && !isThere {
			places[status.ID] = len(all) + len(rows)
			all = append(all, status)
		}
	}
	aliases := judgeAliases(rows, names, own)
	slices.SortStableFunc(all, func(a, b roll.Status) int { return places[a.ID] - places[b.ID] })
	return roll.GuessStatuses(all, letterOf), aliases
}

// isLeftOut reports whether a row is no status: empty, removed, or not listed by the school system any more.
func isLeftOut(row connecting.StatusRow, own, isListed bool) bool {
	return row.Number == "" && row.Name == "" || row.Removed && own || !isListed && !own
}

// statusOf parses a row. The problem is a message key.
func statusOf(row connecting.StatusRow, last int) (status roll.Status, place int, problem language.Key) {
	id, err := roll.ParseStatusID(row.Number)
	place, placeErr := last, error(nil)
	if row.Order != "" {
		place, placeErr = strconv.Atoi(row.Order)
	}
	problem = cmp.Or(language.Either(err != nil, "status_list.problem.id", ""),
		language.Either(placeErr != nil || place < 0 || place > 10*statusesMost, "status_list.problem.order", ""),
		language.Either(utf8.RuneCountInString(row.Letter) > roll.LetterLimit, "status_list.problem.letter", ""),
		language.Either(row.Family != "" && !slices.Contains(roll.Families(), row.Family), "status_list.problem.family", ""))
	row.ID = id
	return row.Status, place, problem
}

// judgeAliases parses the other names of each row. A name may belong to only one status.
func judgeAliases(rows []connecting.StatusRow, names map[string]bool, own bool) map[string]roll.StatusID {
	aliases := make(map[string]roll.StatusID)
	for i, row := range rows {
		id, err := roll.ParseStatusID(row.Number)
		if err != nil || row.Removed && own {
			continue
		}
		for n, name := range namesIn(row.Aliases) {
			switch {
			case tooLong(name) || n >= aliasesMost:
				rows[i].Problem = "status_list.problem.aliases"
			case names[sender.Fold(name)]:
				rows[i].Problem = "status_list.problem.name_twice"
			}
			names[sender.Fold(name)], aliases[name] = true, id
		}
	}
	return aliases
}

// namesIn returns the names between commas, of Latin or Arabic script.
func namesIn(text string) []string {
	parts := mapped(strings.FieldsFunc(text, func(char rune) bool { return char == ',' || char == '،' }),
		strings.TrimSpace)
	return slices.DeleteFunc(parts, func(name string) bool { return name == "" })
}
