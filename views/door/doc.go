// Package door has the pages of a tablet at a classroom door: the pages that pair a device, the tablet's first page,
// the tiles that students tap, and the name and PIN of staff. The tablet's roll is that of package taking.
package door
