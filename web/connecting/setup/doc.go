// Package setup connects a school to its service for an admin: it tries the credentials
// before it keeps them, finds likely calls by asking, and keeps what it found as a
// draft until the admin puts it in force.
package setup
