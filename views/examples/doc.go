// Package examples has every page in each of its states, for the demonstration's gallery and for tests. Its
// people and classes are invented.
package examples
