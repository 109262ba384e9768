package store

import (
	"slices"
	"strconv"
)

// naming is a way to say which rows a statement is about: a condition on the column and its
// arguments, which stand behind those used.
type naming[T ~int64 | ~string] func(column string, used int, ids []T) (condition string, args []any)

// listed holds for the ids and for no other.
func listed[T ~int64 | ~string](column string, used int, ids []T) (condition string, args []any) {
	args = padded(ids)
	return column + ` IN (` + list(used, len(args)) + `)`, args
}

// mostBetween is how many numbers there may be between the ends for each id of a span.
const mostBetween = 2

// spanned holds for the ids and, where they lie close together, as those of a class mostly
// do, also for what lies between them: what else the statement says must leave that out.
// The engines walk from end to end in less than half the time that it takes them to look
// each id up.
func spanned[T ~int64](column string, used int, ids []T) (condition string, args []any) {
	first, last := slices.Min(ids), slices.Max(ids)
	if uint64(last)-uint64(first) >= mostBetween*uint64(len(ids)) {
		return listed(column, used, ids)
	}
	return column + ` BETWEEN $` + strconv.Itoa(used+1) + ` AND $` + strconv.Itoa(used+2), []any{first, last}
}
