// Package discovery guesses how a school's service is read (service document, sections 4.2
// and 4.3): the paths of its undocumented calls, the place of a list in an answer, the
// meaning of each field, and how a long list goes on. It only proposes; people confirm.
//
// It tries every list in an unknown answer for the call. It compares the name of each field with
// the words that the fields of package mapping go by in many languages, tests the field's values,
// and takes the list that fits best. To find out how that goes on, it asks for the items that
// should come next.
//
// Choices that are unusual, and why:
//
//   - Which number a save sends is never guessed from values alone: with a wrong one, marks go to
//     other students. Only a name that says so decides, else a person is asked.
//   - A parameter for pages counts only when it brings items that did not come before. A service
//     that does not know it answers with the same page.
//   - Requests are counted and come one after the other: the service belongs to somebody else.
package discovery
