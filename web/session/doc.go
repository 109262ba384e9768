// Package session holds the two kinds of cookie, which never know the same fact.
//
// Sessions says who is signed in and which school is chosen. Its cookie is a random
// number; everything else stands in the database, where a session can be ended.
//
// Devices remembers what belongs to a browser whoever uses it: its id, its theme,
// the period and classes it last opened. Its cookie holds all that itself, signed.
package session
