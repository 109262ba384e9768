// Package door has the pages of a tablet at a classroom door: those that pair a device, and the tablet's
// first page. The roll that it shows is that of package taking.
package door
