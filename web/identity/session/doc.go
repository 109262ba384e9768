// Package session holds the cookies, which never know the same fact.
//
// Sessions says who is signed in and which school is chosen. Its cookie is a random
// number; everything else stands in the database, where a session can be ended.
//
// Devices remembers what belongs to a browser whoever uses it: its id, its theme,
// the period and classes it last opened. Its cookie holds all that itself, signed.
//
// Tablets says which tablet at a classroom door a device is. Its cookie is signed too, and proves
// nothing alone: the tablet's version in the database must be the same.
//
// # Choices
//
//   - scs keeps sessions in a store of ours (store.Sessions): its own stores open connections of
//     their own, and write a session with every request that only reads it.
//   - The store gets the hash of a session's token: who reads the database becomes nobody.
//   - A session is stored before the first byte of an answer leaves (exchange.go), also of an event
//     stream: a browser that has the cookie has the session.
package session
