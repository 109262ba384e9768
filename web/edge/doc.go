// Package edge is what a request meets before a page: the server, the order of checks that need no
// school, and the reading of forms and files.
package edge
