// Package desk takes every press of Save, from whatever page it comes: it reads the form, checks
// whose page it was and whether the school is open, has the press judged and kept, waits a moment
// for its outcome, and hands that back to the page, which only shows it.
package desk
