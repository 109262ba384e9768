package engine

import (
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// List returns placeholders such as "$3,$4,$5" that start after used.
func List(used, length int) string {
	text := make([]byte, 0, 6*length)
	for i := 1; i <= length; i++ {
		text = strconv.AppendInt(append(text, ",$"...), int64(used+i), 10)
	}
	return strings.TrimPrefix(string(text), ",")
}

// Tuples returns rows of placeholders such as "($1,$2),($3,$4)".
func Tuples(rows, columns int) string {
	all := make([]string, rows)
	for row := range rows {
		all[row] = "(" + List(row*columns, columns) + ")"
	}
	return strings.Join(all, ",")
}

// Padded returns the ids as arguments. It repeats the last one, so that only few list lengths occur and their
// statements can be cached.
func Padded[T ~int64 | ~string](ids []T) []any {
	if len(ids) == 0 {
		return nil
	}
	length := 1
	for length < len(ids) {
		length *= 2
	}
	args := make([]any, length)
	for i := range args {
		args[i] = ids[min(i, len(ids)-1)]
	}
	return args
}

// Milliseconds converts a time for a column; 0 is none.
func Milliseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// Instant reverses Milliseconds.
func Instant(milliseconds int64) time.Time {
	if milliseconds == 0 {
		return time.Time{}
	}
	return time.UnixMilli(milliseconds).UTC()
}

// ToTime scans a column of milliseconds into a time.
func ToTime(into *time.Time) sql.Scanner { return (*timeColumn)(into) }

type timeColumn time.Time

// Scan implements sql.Scanner.
func (c *timeColumn) Scan(value any) error {
	milliseconds, err := wholeNumber(value)
	*c = timeColumn(Instant(milliseconds))
	return err
}

// ToBool scans a column of flags into a truth value.
func ToBool(into *bool) sql.Scanner { return (*boolColumn)(into) }

type boolColumn bool

// Scan implements sql.Scanner.
func (c *boolColumn) Scan(value any) error {
	flag, err := wholeNumber(value)
	*c = flag != 0
	return err
}

// ToLines scans a column of lines into its lines.
func ToLines(into *[]string) sql.Scanner { return (*linesColumn)(into) }

type linesColumn []string

// Scan implements sql.Scanner.
func (c *linesColumn) Scan(value any) error {
	text, ok := value.(string)
	if !ok {
		return fmt.Errorf("a column contains %T, not lines", value)
	}
	*c = strings.FieldsFunc(text, func(char rune) bool { return char == '\n' })
	return nil
}

// wholeNumber returns a driver's value as the whole number that it must be.
func wholeNumber(value any) (int64, error) {
	number, ok := value.(int64)
	if !ok {
		return 0, fmt.Errorf("a column contains %T, not a whole number", value)
	}
	return number, nil
}

// Flag converts a truth value for a column.
func Flag(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}
