// Package setup is how an admin connects a school to its service: the credentials
// are tried before they are kept, likely calls are found out by asking, and what was
// found is kept as a draft until the admin puts it in force.
package setup
