// Package office has the office's pages: the day, the search for students, several days, reports, exports,
// the list for an evacuation and links for covers.
package office
