// Package connecting has the pages on which an admin connects a school to its school system and
// keeps it connected.
package connecting
