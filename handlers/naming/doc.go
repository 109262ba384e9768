// Package naming returns what pages call students, classes, people and periods.
package naming
