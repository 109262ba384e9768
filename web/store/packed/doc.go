// Package packed encodes the store's data about saves and attempts as compactly as it can, and decodes it:
// the students of a save, the students of an attempt, its request and answer.
package packed
