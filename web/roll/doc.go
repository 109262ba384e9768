// Package roll is the domain of Rollbook: the words that people use, and rules that do not depend on pages or
// storage. They decide who may mark which date, what an answer of the school system means for a request, and
// when a save must stop.
//
// It imports only the standard library, does no input or output, and takes the time as an argument.
package roll
