package saves

import "rollbook/web/roll"

// head is a student's newest mark, with the save that first marked her on the date.
type head struct {
	roll.Mark
	// first is nil if that was the mark's own save.
	first *roll.Mark
	// firstKnown is false if an earlier version of the program stored the mark.
	firstKnown bool
	// next is the version of the mark that replaces it, above those of other students whom the number named between.
	next int64
}

// takenKnown is 1 for marks m with the saves that took and changed them.
const takenKnown = `CASE WHEN m.known = m.seq OR m.seq = 1 THEN 1 ELSE 0 END`

// How a mark follows the one before it.
const (
	// anew is a student's first mark, or a person's first after taps.
	anew = iota
	changes
	// repeated is a mark of the same value, which does not count as a change.
	repeated
)

// followedBy returns how a mark of the save follows the head, which is nil for a student without a mark.
func (h *head) followedBy(save roll.Save) int {
	switch {
	case h == nil:
		return anew
	case h.Same(save.Intent):
		return repeated
	case h.firstTaps() && !save.By.Taps():
		return anew
	}
	return changes
}

// firstTaps reports whether the first mark is known to be a tap.
func (h *head) firstTaps() bool {
	first := h.By
	if h.first != nil {
		first = h.first.By
	}
	return h.firstKnown && first.Taps()
}
