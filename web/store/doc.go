// Package store stores Rollbook's data in SQL. It and its packages contain every query of the program, written
// once for both engines. Package engine contains their differences, with connections, transactions and
// migrations. Package literal has the values that statements name.
//
// Each table is changed by one package, and any statement may read it. Package people has the accounts, roles,
// sessions, PINs, second factors, links and covers, sign-in providers, and the teachers of classes. Package schools has
// the schools' settings, keys, calendars, webhooks and tablets, and how their services behave. Package saves has saves,
// marks and attempts. Package lists has periods, statuses, students, groups and codes. Package absences has known
// absences and movements. Package audit has the audit log. Package keeping has the rules of how long data is kept. This
// package has the changes that need several of them: the first start, admission to a school, a new connection and its
// proof, a file of students, the erasure of a student, and the end of a school. Its functions call theirs in one
// transaction.
//
// Errors that people can act on are *roll.Error: not found, or not stored. All others are wrapped and
// internal.
//
// # Choices
//
//   - Plain SQL and no mapper: the rule of saves (package sender) is a handful of statements whose locks and
//     conditions must be read together.
//   - SQLite is the default: one file, no second program, enough for a district. A commit is on the disk
//     when it returns (write-ahead log, synchronous FULL). One connection writes and four read. Saves that
//     arrive together are committed together (engine/together.go).
//   - PostgreSQL is for several processes. They share everything through it: sessions, leases, notifications
//     of changes (LISTEN and NOTIFY).
//   - Leases use the database's clock, which all processes share.
//   - A save itself lists its marks (intents), and students with the same outcome share one row (outcomes):
//     a row for each student was most of a save's data. For each student and date only the newest mark is a
//     row, which is also the lock.
//   - Each attempt stores exactly what was sent and answered, in a third of the space of plain compression:
//     without the students' numbers, which the save has, and with a similar text as the dictionary
//     (packed/exchange.go).
//   - A class's marks are cached with the version at which they were read (saves/kept_marks.go). Each transaction
//     that changes marks raises the school's version, and the version is read with the session: an unchanged
//     page needs one statement and costs a third less, a save 2 % more.
//   - A mark belongs to a number of a school's list and to the student that it named (lists/numbers.go). When the
//     number comes to name another student its marks become past: nearly every statement selects past = 0,
//     and a school that moves to another host changes no mark at all (generations.go). When the number names her
//     again she has her marks back (lists/named_again.go). A request for the other student may have replaced an
//     answered one in the school system; it is then sent again within its save's time (saves/giving_back.go).
//   - Each day has the list that was in use at its end. A class is stored once for all days on which it did not
//     change (lists/versions.go); a past day shows these students with today's numbers and names.
//   - A student who is enrolled anew has one mark a date: in the transaction that lists her new number, the marks of
//     the old one move to it (lists/renumbering.go). So the marks stay the one lock and the one queue of what is
//     sent, with all rules of both, and no statement knows of two numbers. An open request with the old number counts
//     as unknown until its lease ends, as when a connection changes; saves name her by the new number, which alone is
//     sent from then on, and attempts keep what was sent. A new generation makes pages of before press for the new
//     number, within the transaction that accepts them; the hash of a press is that of what was asked, so that it is
//     the same when it comes again. Every row of a save and its versions stay, so nothing acknowledged is lost and
//     nothing is shown as saved that was not settled.
//   - Keys begin with the time: random ones would put each save on separate pages of an index.
//   - Migrations run one after the other at a start (goose). Their numbers have gaps, 10 and 16 among them:
//     a migration that was never released was removed, and a number is not used twice. A process that finds
//     a newer schema reports it and does nothing except a backup (engine/outgrown.go).
package store
