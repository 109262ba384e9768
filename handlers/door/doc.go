// Package door contains the pages of a tablet at a classroom door: pairing a device, and a tablet's first
// page.
package door
