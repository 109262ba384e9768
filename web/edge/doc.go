// Package edge handles a request before its page does: the server, the checks that need no school, in order,
// and the parsing of forms and files.
package edge
