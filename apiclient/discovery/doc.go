// Package discovery guesses how to read a school's service (service document, sections 4.2 and 4.3): the
// paths of its undocumented calls, the place of a list in an answer, the meaning of each field, and the
// paging. It only proposes. People confirm.
//
// It tries every list in an unknown answer for the call. It compares each field's name with known words for
// the fields of package mapping in many languages, tests the field's values, and takes the list that fits
// best. To find the paging it requests the items that should come next.
//
// Unusual choices, with their reasons:
//
//   - It never guesses from values alone which number a save sends: a wrong number marks other students.
//     Either the field's name identifies it, or a person chooses.
//   - A paging parameter counts only when it brings new items. A service that does not know the parameter
//     sends the same page again.
//   - Where nothing says that a list goes on, one request with all parameters shows whether the service knows any.
//   - It counts its requests and sends one at a time, because the service belongs to others.
package discovery
