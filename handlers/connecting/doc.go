// Package connecting contains the pages for connecting a school to its school system and keeping it
// connected: the found calls, the lists of students and statuses, the state of the connection, the proof that
// marks reach the right students, and saves that wait for a decision.
package connecting
