package part

import (
	"fmt"
	"strings"

	"rsc.io/qr"
)

// Code is a QR code: an SVG path that fills the dark modules of a square.
type Code struct {
	// Side is the width of the square in modules, including the light edge around the code.
	Side int
	// Path is the SVG path; one module is one unit.
	Path string
}

// quietZone is the width of the light margin around a QR code, in modules (ISO/IEC 18004, section 9.1).
const quietZone = 4

// CodeOf returns the QR code of the text, with enough redundancy for a crease in the paper (level M).
func CodeOf(text string) (Code, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return Code{}, fmt.Errorf("draw a code for a camera: %w", err)
	}
	var path strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; {
			width := 0
			for x+width < code.Size && code.Black(x+width, y) {
				width++
			}
			if width > 0 {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", x+quietZone, y+quietZone, width, width)
			}
			x += max(width, 1)
		}
	}
	return Code{Side: code.Size + 2*quietZone, Path: path.String()}, nil
}
