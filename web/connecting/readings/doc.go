// Package readings describes how a school's lists are read or may be read: the draft that an admin works on,
// the trial of each list, and the questions to a person. It makes no calls and stores nothing.
package readings
