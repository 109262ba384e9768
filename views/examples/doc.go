// Package examples has every page in each of its states, for tests: of the pages themselves, and
// of what a browser makes of them.
package examples
