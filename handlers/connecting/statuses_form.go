package connecting

import (
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

// statusForm is the form of the statuses, row by row.
type statusForm struct {
	words   *language.Words
	rows    []connecting.StatusRow
	isWrong bool
	removed map[int]bool
}

// statusFormOf parses the form. It returns an error for a form that no page sends.
func statusFormOf(words *language.Words, form url.Values) (*statusForm, error) {
	ids := form["id"]
	read := &statusForm{words: words, removed: make(map[int]bool)}
	malformed := roll.Problem(roll.Malformed, "problem.what.400")
	if len(ids) == 0 {
		return nil, malformed
	}
	for _, name := range []string{"name", "letter", "family", "order", "aliases"} {
		if len(form[name]) != len(ids) || len(ids) > statusesMost {
			return nil, malformed
		}
	}
	for i, id := range ids {
		read.rows = append(read.rows, connecting.StatusRow{
			ID: strings.TrimSpace(id), Name: strings.TrimSpace(form["name"][i]), Letter: strings.TrimSpace(form["letter"][i]),
			Family: roll.Family(form["family"][i]), Order: strings.TrimSpace(form["order"][i]), Aliases: form["aliases"][i],
		})
	}
	for name, mark := range map[string]func(int){
		"time":   func(i int) { read.rows[i].CarriesTime = true },
		"remove": func(i int) { read.removed[i] = true },
	} {
		for _, text := range form[name] {
			i, err := strconv.Atoi(text)
			if err != nil || i < 0 || i >= len(ids) {
				return nil, malformed
			}
			mark(i)
		}
	}
	return read, nil
}

// refuse records the problem of a row, if it has one.
func (f *statusForm) refuse(row int, problem language.Key) {
	if problem != "" {
		f.rows[row].Problem, f.isWrong = f.words.Text(problem), true
	}
}

// placed is a status with its new position.
type placed struct {
	roll.Status
	place int
}

// judge makes statuses and other names from the rows, or records their problems. If the list is not the
// school's own, ids and names stay, and so do statuses that are not in the form.
func (f *statusForm) judge(before []roll.Status, own bool) ([]roll.Status, map[string]roll.StatusID) {
	known := make(map[roll.StatusID]roll.Status, len(before))
	for _, status := range before {
		known[status.ID] = status
	}
	var all []placed
	aliases := make(map[string]roll.StatusID)
	names, letters, ids := make(map[string]bool), make(map[string]bool), make(map[roll.StatusID]bool)
	for i, row := range f.rows {
		if f.removed[i] && own || row.ID == "" && row.Name == "" {
			continue
		}
		status, problem := f.status(i, len(f.rows), known, own)
		if !own && problem == "gone" {
			continue
		}
		switch {
		case problem == "" && ids[status.ID]:
			problem = "status_list.problem.id_twice"
		case problem == "" && names[sender.Fold(status.Name)]:
			problem = "status_list.problem.name_twice"
		case problem == "" && status.Letter != "" && letters[sender.Fold(status.Letter)]:
			problem = "status_list.problem.letter_twice"
		}
		f.refuse(i, problem)
		ids[status.ID], names[sender.Fold(status.Name)], letters[sender.Fold(status.Letter)] = true, true, true
		all = append(all, status)
	}
	for _, status := range before {
		if !own && !ids[status.ID] {
			all = append(all, placed{status, len(all) + len(f.rows)})
		}
	}
	f.judgeAliases(names, aliases, own)
	slices.SortStableFunc(all, func(a, b placed) int { return a.place - b.place })
	return completed(all), aliases
}

// status parses a row. The problem is a message key, or "gone".
func (f *statusForm) status(i, last int, known map[roll.StatusID]roll.Status, own bool) (placed, language.Key) {
	row := f.rows[i]
	status := placed{roll.Status{Name: row.Name, Letter: row.Letter, Family: row.Family, CarriesTime: row.CarriesTime}, last}
	id, err := roll.ParseStatusID(row.ID)
	if err != nil {
		return status, "status_list.problem.id"
	}
	status.ID = id
	if !own {
		was, found := known[id]
		if !found {
			return status, "gone"
		}
		status.Name = was.Name
	}
	if row.Order != "" {
		if status.place, err = strconv.Atoi(row.Order); err != nil || status.place < 0 || status.place > 10*statusesMost {
			return status, "status_list.problem.order"
		}
	}
	switch {
	case status.Name == "" || own && tooLong(status.Name):
		return status, "status_list.problem.name"
	case utf8.RuneCountInString(status.Letter) > roll.LetterLimit:
		return status, "status_list.problem.letter"
	case status.Family != "" && !slices.Contains(roll.Families(), status.Family):
		return status, "status_list.problem.family"
	}
	return status, ""
}

// judgeAliases parses the other names of each row. A name may belong to only one status.
func (f *statusForm) judgeAliases(names map[string]bool, aliases map[string]roll.StatusID, own bool) {
	for i, row := range f.rows {
		id, err := roll.ParseStatusID(row.ID)
		if err != nil || f.removed[i] && own {
			continue
		}
		count := 0
		for name := range strings.SplitSeq(row.Aliases, ",") {
			if name = strings.TrimSpace(name); name == "" {
				continue
			}
			count++
			switch {
			case tooLong(name) || count > aliasesMost:
				f.refuse(i, "status_list.problem.aliases")
			case names[sender.Fold(name)]:
				f.refuse(i, "status_list.problem.name_twice")
			}
			names[sender.Fold(name)] = true
			aliases[name] = id
		}
	}
}

// completed guesses the fields that the rows leave empty: the family from the name, and a letter.
func completed(all []placed) []roll.Status {
	statuses := make([]roll.Status, len(all))
	for i, one := range all {
		statuses[i] = one.Status
	}
	guessed := roll.GuessStatuses(statuses)
	for i, one := range statuses {
		switch {
		case one.Family != "":
			guessed[i].Family, guessed[i].CarriesTime = one.Family, one.CarriesTime
		case one.Letter != "":
			guessed[i].Family = roll.GuessFamily(one.Name)
			guessed[i].CarriesTime = one.CarriesTime || guessed[i].Family == roll.Late || guessed[i].Family == roll.LeftEarly
		}
	}
	return guessed
}
