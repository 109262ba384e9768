// Package entry contains the pages outside the schools: signing in, links to accounts and for covers, the first school,
// a person's own account and preferences, the help, and the demonstration's own pages.
package entry
