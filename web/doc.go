// Package web is everything that stands behind the pages: configuration, the
// order of middleware, the server, and the program as a value that can be made,
// run and closed.
//
// # Choices
//
//   - echo is imported by this package and by handlers only (imports_test.go): the rest of the
//     program knows contexts and values, and a new version of echo changes two folders.
//   - Pages are compressed at level 1 (compress.go): a roll of 28 is 3 % smaller at level 3 in a
//     third more time, 8 % smaller at level 6 in twice the time.
//   - Garbage may grow to 24 MiB before it is collected (memory.go): little is in use, so that the
//     runtime's own measure would pay for a collection every few pages. What a busy time took goes
//     back to the machine when it is quiet again.
//   - Tests keep the order of packages (ranks_test.go) and the length of files and functions
//     (house_test.go).
package web
