// Package connecting has the pages on which an admin connects a school to its school system and
// keeps it connected: the calls that were found, the lists of students and statuses, the health of
// the connection, the proof that marks reach the right students, and saves that wait for a decision.
package connecting
