// Package settings contains the pages of a school's settings: its keys, webhooks, groups, calendar and times.
package settings
