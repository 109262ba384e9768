// Package web starts and stops the program: it makes and connects the parts behind the pages, and
// runs them until it is told to stop. The parts are in rooms:
//
//	roll        the domain
//	store       the database
//	saving      accepting saves, and sending them until they are settled
//	identity    the visitors: signing in, second steps, sign-in providers, sessions, people, PINs, tablets
//	events      the audit log
//	papers      the tables of the help about security
//	lists       the school's lists: rosters, files, webhooks
//	office      the office's day
//	connecting  the connection of a school
//	edge        middleware, settings and metrics
//	command     the command line
//
// The pages are in rooms of handlers/ with similar names.
//
// # Choices
//
//   - Only this package, edge and handlers import echo (imports_test.go), so that a new version of echo
//     changes three folders.
//   - Pages are compressed at level 1 (edge/compress.go): a roll of 28 is 3 % smaller at level 3 in a
//     third more time, 8 % smaller at level 6 in twice the time.
//   - Garbage may grow to 24 MiB before it is collected (memory.go): little memory is in use, so that
//     the runtime's default would collect every few pages. Memory from a busy time is returned to the
//     machine when it is quiet again.
//   - Tests enforce the order of packages (ranks_test.go) and the length of files and functions
//     (house_test.go).
package web
