// Package mapping reads those lists of the school management service that its document only names
// (service document, sections 4.2 and 4.3): school periods, classes, students, statuses, and the
// marks of a day.
//
// How each is asked for, and where its list and its fields stand in the answer, is data: a [Mapping],
// kept as JSON for every school. Which calls there are and which fields each has stands in one table,
// in table.go. Everything else goes by it: the file's form, what is wrong with a mapping, how items
// are read, what a check says. A further call is a row of that table, with its words where people
// read of it and where it is looked for.
//
// An unknown answer is read in this order:
//
//  1. [Target] fills the path, and the client makes the call.
//  2. The answer is decoded with its numbers as they are written.
//  3. The list is found by its path, and asked for page by page until it ends. A list that has more
//     pages or items than allowed, or a page that cannot be asked for, is an error: a shorter list
//     would look as if students had left.
//  4. Each field of each item is read as what the table says it is.
//
// Choices that are unusual, and why:
//
//   - An item without a needed field is left out and counted, and the list is no error: a service has
//     odd entries, and a class must be able to take its roll without them.
//   - A field that may be absent and is unreadable counts as absent, and is told as a [Problem].
//   - A page that came before ends the list: a service that does not know a parameter answers with
//     its first page for ever.
//   - An object can be a list, one member for each id. Its members come in the order of the answer.
//   - A link to a next page is followed below the base address only: the credentials go with it.
package mapping
