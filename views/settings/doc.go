// Package settings has the pages on which a school is seen to: its keys, reports, groups, calendar
// and times.
package settings
