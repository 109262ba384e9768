// Package desk receives every press of Save, from any page: it parses the form, checks the page's owner and
// that the school is open, has the press checked and stored, waits briefly for its outcome, and returns that
// to the page, which only shows it.
package desk
