// Package apptest starts the whole program for tests, beside a school system, on a machine,
// network and clock of the test's own, and visits it as people and their browsers do.
package apptest
