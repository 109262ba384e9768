package settings

import (
	"rollbook/views/layout"
	"rollbook/web/language"
)

// RetentionView is the page that sets for how many days a school keeps its data.
type RetentionView struct {
	layout.Page
	Kinds []RetentionKind
	// Least and Most are the limits of the days.
	Least, Most int
	Kept        bool
}

// RetentionKind is a kind of data.
type RetentionKind struct {
	// Name is the field's, Days its text.
	Name, Days string
	// Label and About describe the data.
	Label, About language.Key
	Wrong        bool
}
