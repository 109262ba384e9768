// Package desk takes every press of Save, from whatever page it comes: it reads the form, sees
// whose page it was and whether the school is open, has the press judged and kept, waits a moment
// for its outcome, and hands what became of it back to the page, which only says how that is shown.
package desk
