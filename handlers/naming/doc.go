// Package naming returns the names of students, classes, periods and reasons on pages.
package naming
