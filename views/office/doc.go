// Package office has the office's pages: the day, the search for students, a mark's history, months, exports,
// reminders, the list for an evacuation and links for covers.
package office
