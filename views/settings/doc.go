// Package settings has the pages of a school's settings, such as its people, tablets, keys, groups and times, of its
// audit log, and of all data about one student.
package settings
