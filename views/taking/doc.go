// Package taking has the pages of those who take a roll: the classes, the roll with its answers, and
// what became of a save.
package taking
