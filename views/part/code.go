package part

// Code is a QR code, as a path that fills the dark modules of a square.
type Code struct {
	// Side is the width of the square in modules, including the light edge around the code.
	Side int
	// Path is written for SVG, one module being one unit.
	Path string
}
