// Package discovery guesses how a school's service is read (service document, sections 4.2
// and 4.3): which paths its undocumented calls have, where a list stands in an answer, which
// field is which, and how a long list goes on. It only proposes; people confirm.
//
// An unknown answer is read so: every list in it is tried for the call. Each field of a list is
// compared with the words that the fields of package mapping go by in many languages, and with
// what may stand there; the list that fits best is taken. How it goes on is tried by asking for
// the items that should come next.
//
// Choices that are unusual, and why:
//
//   - Which number a save sends is never guessed from values alone: with a wrong one, marks go to
//     other students. Only a name that says so decides, else a person is asked.
//   - A parameter for pages counts only when it brings items that did not come before. A service
//     that does not know it answers with the same page.
//   - Requests are counted and come one after the other: the service belongs to somebody else.
package discovery
