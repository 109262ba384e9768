// Package connecting has the pages where an admin connects a school to its school system and maintains the
// connection.
package connecting
