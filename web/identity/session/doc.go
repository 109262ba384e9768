// Package session manages the cookies. No two of them store the same fact.
//
// Sessions stores who is signed in and the chosen school. Its cookie is a random number. Everything else is
// in the database, where a session can be ended.
//
// Devices stores what belongs to a browser, for all its users: its id, its theme, the last opened period and
// classes. All of it is in the signed cookie.
//
// Tablets stores which tablet at a classroom door a device is. Its signed cookie alone proves nothing: the version must
// equal the tablet's in the database. Flows keeps a sign-in at a provider, and Openings the PIN of a tablet's screen,
// each in a signed cookie for one request.
//
// # Choices
//
//   - scs uses our own store (store.Sessions): its own stores open separate connections, and write a session
//     with every request that only reads it.
//   - The store receives the hash of a session's token, so that a reader of the database cannot use a
//     session.
//   - A session is stored before the first byte of an answer is sent (exchange.go), also for an event
//     stream: a browser with the cookie has a stored session.
package session
