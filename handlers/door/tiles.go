package door

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/views/door"
	"rollbook/web/roll"
)

// tilesOf returns the students of the sheet for the door: only whether they are in.
func tilesOf(read *taking.Sheet) []door.Tile {
	names := shortNames(read.Roster.Rows,
		func(student roll.Enrolment) string { return naming.StudentName(read.Visit.Words, student) })
	tiles := make([]door.Tile, len(read.Roster.Rows))
	for i, student := range read.Roster.Rows {
		mark := read.Marks[student.ID]
		tiles[i] = door.Tile{Enrolment: student.ID, Name: names[i], Seen: mark.Version, State: door.Out}
		_, held := read.Held[student.ID]
		switch {
		case held:
			tiles[i].State = door.Undecided
		case isIn(read, mark):
			tiles[i].State, tiles[i].Clock = door.In,
				cmp.Or(naming.WallTime(read.Visit, mark.Observed), read.Visit.ClockOf(mark.MarkedAt))
		case mark.Outcome.Pending() && mark.Status.Family.IsIn():
			tiles[i].State = door.Kept
		}
	}
	return tiles
}

// isIn reports whether the school system has confirmed that the student is there.
func isIn(read *taking.Sheet, mark roll.Mark) bool {
	if !mark.Outcome.Returned() {
		return false
	}
	family, _ := read.Chip(mark)
	return family.IsIn()
}

// shortNames returns the first names with the initial of the family name. Equal ones also get their numbers
// in the list.
func shortNames(students []roll.Enrolment, whole func(roll.Enrolment) string) []string {
	names, count := make([]string, len(students)), make(map[string]int)
	for i, student := range students {
		names[i] = cmp.Or(shortName(student), whole(student))
		count[names[i]]++
	}
	for i, student := range students {
		if count[names[i]] > 1 {
			names[i] += door.NumberOf(student.Number)
		}
	}
	return names
}

// shortName returns "" for a student without a name. A whole name without a family name of its own is cut at
// its last word: a tile has no full name.
func shortName(student roll.Enrolment) string {
	words := strings.FieldsFunc(student.Given, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	family := strings.TrimSpace(student.Family)
	switch {
	case len(words) == 0:
		return family
	case family == "" && len(words) == 1:
		return words[0]
	case family == "":
		family = words[len(words)-1]
	}
	_, size := utf8.DecodeRuneInString(family)
	return words[0] + " " + family[:size] + "."
}
