package settings

import (
	"rollbook/views/layout"
	"rollbook/views/part"
)

// TabletSheetView shows the codes of many tablets once, for printing.
type TabletSheetView struct {
	layout.Page
	// Codes is empty if every class has a tablet.
	Codes []SheetCode
	// PairAt is the page where the letters are entered.
	PairAt string
	// Until is the time when the codes end, formatted for people.
	Until string
}

// SheetCode is the code of one tablet: Letters in two halves, and Image as a QR code.
type SheetCode struct {
	Name    string
	Classes []string
	Letters string
	Image   part.Code
}
