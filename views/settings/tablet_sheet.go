package settings

import (
	"rollbook/views/layout"
	"rollbook/views/part"
)

// TabletSheetView shows the codes of many tablets, once, to be printed.
type TabletSheetView struct {
	layout.Page
	// Codes is empty where every class has a tablet.
	Codes []SheetCode
	// PairAt is the page on which the letters are typed.
	PairAt string
	// Until is the time at which the codes end, as people read it.
	Until string
}

// SheetCode is the code of one tablet: Letters in two halves, and Image for a camera.
type SheetCode struct {
	Name    string
	Classes []string
	Letters string
	Image   part.Code
}
