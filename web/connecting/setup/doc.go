// Package setup connects a school to its service for an admin: it tries the credentials before storing them,
// searches for the calls, and stores the result as a draft until the admin puts it in force.
package setup
