// Package mapping reads the lists of the school management service that its document only names (service
// document, sections 4.2 and 4.3): school periods, classes, students, statuses, and the marks of a day.
//
// A [Mapping] is data, stored as JSON for every school. It gives the path of each call, and the place of the
// list and its fields in the answer. One table, in table.go, lists all calls and their fields. The file's
// form, the validation of a mapping, the reading of items and the messages of a check all follow that table.
// A new call needs a row there, its words where people read about it, and its likely paths.
//
// A list is read in four steps:
//
//  1. [Target] fills the path, and the client makes the call.
//  2. [document.Decode] decodes the answer and keeps its numbers as written.
//  3. The reader finds the list by its path and requests page after page until it ends. A list with too many
//     pages or items, or a page that cannot be read, is an error: a shorter list would look as if students
//     had left.
//  4. It reads each field of each item by the kind that the table gives.
//
// Unusual choices, with their reasons:
//
//   - An item without a needed field is left out and counted, and the list is not an error: services have
//     odd entries, and a class must be able to take its roll without them.
//   - An optional field that is unreadable counts as absent, and is reported as a [Problem].
//   - A repeated page ends the list: a service that does not know a parameter sends its first page for ever.
//   - An object can be a list, one member for each id. Its members keep the order of the answer.
//   - A link to a next page is followed only below the base address, because every request carries the
//     credentials.
package mapping
