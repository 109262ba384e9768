// Package web starts and stops the program: it makes and connects the parts behind the pages, and
// runs them until it is told to stop. The parts are in rooms:
//
//	roll        the domain
//	store       the database
//	saving      accepting saves, and sending them until they are settled (handlers/taking, desk)
//	identity    the visitors: signing in, second steps, sign-in providers, sessions, people, PINs, tablets
//	            (handlers/entry, factor, door)
//	events      the audit log
//	lists       the school's lists: rosters, files, webhooks (handlers/connecting, settings)
//	office      the office's day (handlers/office, absences)
//	connecting  the connection of a school (handlers/connecting)
//	ending      renaming and removing a school (handlers/settings)
//	papers      the tables of the help about security
//	language    the texts that people read
//	paths       the addresses
//	live        signals of changes
//	vault       the encryption of keys and secrets
//	edge        middleware, settings and metrics
//	command     the command line
//	demo        the demonstration
//	deploy      files for operators
//	without     tests on a machine that lacks a program
//
// The rooms of handlers/ that are not named here serve every page: visit, naming.
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
