// Package roll is the domain of Rollbook: the words that people use, and the
// rules that hold whatever stands around them. Who may mark which date, what an
// answer of the school system means for what was asked, when a save must stop.
//
// It imports the standard library only, does no input or output, and takes the
// time as an argument.
package roll
