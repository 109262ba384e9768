// Package apptest starts the whole program for tests, with a school system, on the test's own machine,
// network and clock, and visits it like people and their browsers.
package apptest
