package part

// Code is a QR code: an SVG path that fills the dark modules of a square.
type Code struct {
	// Side is the width of the square in modules, including the light edge around the code.
	Side int
	// Path is the SVG path; one module is one unit.
	Path string
}
