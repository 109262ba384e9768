// Package examples has every page in each of its states, for the gallery of the demonstration and
// for tests: of the pages themselves, and of what a browser makes of them. The people and classes
// in it are made up.
package examples
