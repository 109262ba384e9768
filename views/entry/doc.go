// Package entry has the pages for signing in and for people who are not at work in a school yet: sign-in, a cover's
// link, the demonstration's first page, the choice of a school, a person's account and preferences, the help and the
// gallery.
package entry
