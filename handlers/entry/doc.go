// Package entry contains the pages by which people come in: signing in, a cover's link, the demonstration's
// first page, and a person's own settings.
package entry
