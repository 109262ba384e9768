package packed

import (
	"fmt"
	"strconv"
	"strings"

	"rollbook/web/roll"
)

// Intents encodes the kept rows of a save for the column intents: ",enrolment:version:student" for each
// student, and a comma after the last. Where that is shorter, it writes the difference to the previous
// student: "~3".
func Intents(kept []roll.Kept) string {
	var text []byte
	var before roll.StudentID
	for i, row := range kept {
		text = append(strconv.AppendInt(append(text, ','), int64(row.Enrolment), 10), ':')
		text = append(strconv.AppendInt(text, row.Version, 10), ':')
		student, difference := row.Student.String(), differs+(row.Student-before).String()
		if i > 0 && len(difference) < len(student) {
			student = difference
		}
		text, before = append(text, student...), row.Student
	}
	if len(text) > 0 {
		text = append(text, ',')
	}
	return string(text)
}

// differs begins a student given as the difference to the previous one.
const differs = "~"

// ReadIntents reverses Intents.
func ReadIntents(text string) ([]roll.Kept, error) {
	var all []roll.Kept
	var before roll.StudentID
	for one := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' }) {
		kept, err := readIntent(one, before)
		if err != nil {
			return nil, fmt.Errorf("read what a save wants: %w", err)
		}
		all, before = append(all, kept), kept.Student
	}
	return all, nil
}

func readIntent(one string, before roll.StudentID) (kept roll.Kept, err error) {
	enrolment, rest, _ := strings.Cut(one, ":")
	version, student, _ := strings.Cut(rest, ":")
	student, relative := strings.CutPrefix(student, differs)
	for _, number := range []struct {
		text string
		into *int64
	}{{enrolment, (*int64)(&kept.Enrolment)}, {version, &kept.Version}, {student, (*int64)(&kept.Student)}} {
		if *number.into, err = strconv.ParseInt(number.text, 10, 64); err != nil {
			return kept, err
		}
	}
	if relative {
		kept.Student += before
	}
	return kept, nil
}
