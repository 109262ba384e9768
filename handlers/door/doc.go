// Package door contains the pages of a tablet at a classroom door: pairing a device, the tablet's first page, the tiles
// that students tap, and the name and PIN of staff.
package door
