// Package taking has the pages for taking a roll: the classes, the roll with its answers, and the result of a
// save.
package taking
