package settings

import (
	"rollbook/views/layout"
	"rollbook/web/paths"
)

// AuditView is the page of the audit log. Its choice is sent to Paths.Audit with the fields by, kind and day.
type AuditView struct {
	layout.Page
	Chosen paths.AuditQuery
	// People and Kinds are the choices; the first stands for all.
	People, Kinds []layout.Option
	// Entries are the events, the newest first. Older is the address of those before, empty for none.
	Entries []AuditEntry
	Older   string
}

// AuditEntry is an event in words. Empty texts are not known, or do not apply.
type AuditEntry struct {
	ID, When, What, Who, From string
	// Change is the value before and after; Details are a few words.
	Change, Details string
}
