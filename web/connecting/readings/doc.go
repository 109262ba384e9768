// Package readings describes how a school's lists are read or may be read: the draft that an
// admin works on, what came of trying each list, and what a person is asked about it. It asks nobody and keeps
// nothing.
package readings
