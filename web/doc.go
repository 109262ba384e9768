// Package web starts and stops the program: it makes the parts behind the pages, joins them, and runs
// them until it is told to stop. The parts lie in rooms:
//
//	roll        the domain
//	store       all that is kept
//	saving      accepting saves, and sending them until they are settled
//	identity    who acts: signing in, sessions, people, PINs, tablets
//	lists       the school's lists: rosters, files, webhooks
//	office      the office's day
//	connecting  the connection of a school
//	edge        what a request meets before a page; settings and metrics
//	command     the command line
//
// handlers/ has the pages in rooms of similar names.
//
// # Choices
//
//   - echo is imported by this package, by edge and by handlers only (imports_test.go): the rest of the
//     program knows contexts and values, and a new version of echo changes three folders.
//   - Pages are compressed at level 1 (edge/compress.go): a roll of 28 is 3 % smaller at level 3 in a
//     third more time, 8 % smaller at level 6 in twice the time.
//   - Garbage may grow to 24 MiB before it is collected (memory.go): little is in use, so that the
//     runtime's own measure would pay for a collection every few pages. What a busy time took goes
//     back to the machine when it is quiet again.
//   - Tests keep the order of packages (ranks_test.go) and the length of files and functions
//     (house_test.go).
package web
