package exports

import (
	_ "embed"
	"slices"
	"strings"
	"unicode/utf8"

	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

//go:embed england.csv
var england []byte

// The limits of a list of codes: its codes, and the characters of a code and of its label.
const (
	mostCodes    = 200
	longestCode  = 10
	longestLabel = 200
)

// usualCode is a code with the families and the reasons for which it is usual.
type usualCode struct {
	roll.AuthorityCode
	usual []string
}

func (c *usualCode) isUsualFor(names []string) bool {
	return slices.ContainsFunc(c.usual, func(one string) bool {
		folded := tables.Fold(one)
		return folded != "" && slices.ContainsFunc(names, func(name string) bool { return tables.Fold(name) == folded })
	})
}

// England returns the attendance codes of England's Department for Education, as of August 2024.
func England() ([]tables.Line, error) {
	table, err := tables.Read(england, tables.Options{})
	if err != nil {
		return nil, err
	}
	return table.Lines, nil
}

// Adopt reads codes from a table. Its first line names the columns. A status or reason keeps its code if the table
// has that code. Otherwise it gets the usual one: a status by its family, a reason by its text or its key; a school's
// own reason has no key. Adopt returns roll.Meaningless for a table that a person can correct.
func Adopt(lines []tables.Line, present roll.Codes, statuses []roll.Status,
	reasons map[string]string) (roll.Codes, error) {
	read, err := readCodes(lines)
	codes := roll.Codes{OfStatus: make(map[roll.StatusID]string), OfReason: make(map[string]string)}
	for _, code := range read {
		codes.All = append(codes.All, code.AuthorityCode)
	}
	usual := func(before string, of ...string) string {
		if _, ok := codes.Find(before); ok {
			return before
		}
		for _, code := range read {
			if code.isUsualFor(of) {
				return code.Code
			}
		}
		return ""
	}
	for _, status := range statuses {
		codes.OfStatus[status.ID] = usual(present.OfStatus[status.ID], string(status.Family))
	}
	for reason, key := range reasons {
		codes.OfReason[reason] = usual(present.OfReason[reason], reason, key)
	}
	return codes, err
}

func readCodes(lines []tables.Line) (codes []usualCode, err error) {
	rows, headed := tables.Rows(lines, []tables.Column{
		{Key: "code", Names: []string{"code"}, Needed: true},
		{Key: "label", Names: []string{"label", "name", "meaning"}, Needed: true},
		{Key: "counts", Names: []string{"counts", "counts as"}, Needed: true}, {Key: "usual", Names: []string{"usual for"}},
	})
	if !headed {
		return nil, roll.Problem(roll.Meaningless, "codes.problem.columns")
	}
	for _, row := range rows {
		code := usualCode{roll.AuthorityCode{Code: row.Of("code"), Label: row.Of("label"),
			Counts: countingOf(row.Of("counts"))}, strings.Split(row.Of("usual"), ";")}
		twice := slices.ContainsFunc(codes, func(one usualCode) bool { return one.Code == code.Code })
		switch {
		case code.Counts == "":
			return nil, roll.Problem(roll.Meaningless, "codes.problem.counts", "Line", row.Number)
		case code.Code == "" || utf8.RuneCountInString(code.Code) > longestCode ||
			utf8.RuneCountInString(code.Label) > longestLabel:
			return nil, roll.Problem(roll.Meaningless, "codes.problem.code", "Line", row.Number)
		case twice || len(codes) == mostCodes:
			return nil, roll.Problem(roll.Meaningless, "codes.problem.twice", "Line", row.Number)
		}
		codes = append(codes, code)
	}
	return codes, nil
}

// countingOf returns the counting with the name, or "".
func countingOf(name string) roll.Counting {
	for _, counting := range roll.Countings() {
		if tables.Fold(name) == tables.Fold(string(counting)) {
			return counting
		}
	}
	return ""
}
