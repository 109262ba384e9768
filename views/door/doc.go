// Package door has the pages of a tablet at a classroom door: the pages that pair a device, and the tablet's
// first page. The tablet's roll is that of package taking.
package door
