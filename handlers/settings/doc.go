// Package settings has the pages of a school's settings: its keys, reports, groups, calendar
// and times.
package settings
