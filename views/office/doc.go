// Package office has the pages of the office: the day, the finder, several days, reports, exports,
// the list for an evacuation and links for covers.
package office
