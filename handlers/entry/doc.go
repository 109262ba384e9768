// Package entry contains the pages for coming in: signing in, a cover's link, the demonstration's first page,
// and a person's own settings.
package entry
