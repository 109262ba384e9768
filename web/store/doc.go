// Package store keeps Rollbook's data in SQL. Every query that the program makes
// is in this folder, written once for both engines; what differs between them is
// in package engine, with connections, transactions and migrations. Package literal has the values that
// statements name.
//
// Errors that people can do something about come out as *roll.Error: not found,
// or not kept. Everything else is wrapped and internal.
//
// The rule of saves (package sender) is read in this order: accept.go keeps a press, claim.go
// takes a lease on what goes into one request, settle.go closes the attempt and moves its marks
// on, closes what nobody closed and stops what waited too long. Each is done in one way only, whoever
// asks for it; claimable.go has the conditions. Ways around reading a class's marks, before a lease and before
// its end, cost 6 % less of a save's CPU, and were one more place for every column that a mark has.
//
// # Choices
//
//   - Plain SQL and no mapper: the rule of saves (package sender) is a handful of statements whose
//     locks and conditions must be read together.
//   - SQLite is the first home: one file, nothing to run beside the program, enough for a district.
//     A commit is on the disk when it returns (write-ahead log, synchronous FULL), one connection
//     writes and four read. Saves that arrive together are committed together (engine/together.go).
//   - PostgreSQL is for several processes. They share everything through it: sessions, leases, what
//     has changed (LISTEN and NOTIFY).
//   - Leases are measured with the database's clock, which all processes share.
//   - The save itself lists the marks that it wants (intents), and students with the same outcome
//     share one row (outcomes): a row for each student was most of what a save added. Of each
//     student and date only the newest mark is a row, which is the lock as well.
//   - Each attempt keeps exactly what was sent and answered, in a third of the room that compressing
//     alone takes: without the numbers of students, which the save has, and with a similar text as the
//     dictionary (exchanges.go).
//   - A class's marks are kept in memory for the version at which they were read (kept_marks.go). Each
//     transaction that changes marks raises the version of the school, and the session is read with it:
//     a page that nothing has changed for asks one statement and costs a third less, a save 2 % more.
//   - A mark belongs to a number of a school's list and to whom that named (numbers.go). Where the number
//     comes to name another student its marks become past: nearly every statement asks for past = 0, and a
//     school that moves to another host changes no mark at all (generations.go).
//   - Keys begin with the time: random ones put each save on pages of its own in an index.
//   - Migrations run one after the other at a start (goose). Their numbers have gaps, 10 and 16
//     among them: a migration that was never released was taken out, and a number is not used
//     twice. A process that finds a newer schema says so and stays out, except to back it up
//     (engine/outgrown.go).
package store
