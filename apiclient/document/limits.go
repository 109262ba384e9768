package document

import "errors"

// The limits of a document. A list of 5,000 students with 60 facts each has 300,000 values and 60 names.
const (
	// MaxValues limits the values: [1,1,1,... would need fifty times its size in memory.
	MaxValues = 400_000
	// MaxNames limits the different names of members. An object keyed by id has one for each entry.
	MaxNames = 20_000
	// MaxDepth limits the lists and objects inside each other.
	MaxDepth = 64
	// MaxName, MaxText and MaxNumber limit the bytes of one name, text and number. A text can hold a photograph.
	MaxName   = 1000
	MaxText   = 1 << 20
	MaxNumber = 100
)

// ErrTooLarge refuses a document that exceeds one of the limits.
var ErrTooLarge = errors.New("the document is too large")
