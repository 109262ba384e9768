// Package settings has the pages on which a school is set up and seen to: its connection to the
// school system and the proof that marks reach the right students, keys, reports, lists, groups,
// calendar and times.
package settings
