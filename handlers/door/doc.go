// Package door has the pages of a tablet at a classroom door: how a device is paired, and where a
// tablet begins.
package door
