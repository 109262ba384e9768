package connecting

// MovedView holds the marks that waited when the connection changed, or when the database was copied. A
// person decides about them.
type MovedView struct {
	// All counts the marks, Same those whose student is the same in the present list.
	All, Same int
	// CopiedAt is the time when the database was copied, as a day and a clock; it may be empty.
	CopiedAt string
	// MayDecide is true for readers who may send and drop the marks; MaySend is true once sending is on.
	MayDecide, MaySend bool
	// Rest lists the other marks, one by one.
	Rest []Kept
}

// leads reports whether the page's main action is to send the marks whose students are the same.
func (m *MovedView) leads() bool { return m != nil && m.MayDecide && m.MaySend && m.Same > 0 }
