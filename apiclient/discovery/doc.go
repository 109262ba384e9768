// Package discovery guesses how a school's service is read (service document, sections 4.2
// and 4.3): which paths its undocumented calls have, where a list stands in an answer, which
// field is which, and how a long list goes on. It only proposes; people confirm.
package discovery
