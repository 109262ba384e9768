// Package settings has the pages for a school's settings: its keys, reports, groups, calendar and times.
package settings
