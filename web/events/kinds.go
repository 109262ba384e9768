package events

import "strings"

// names are the names of events, with spaces between.
type names string

// The names of all events, by the kind that people look for.
const (
	signIns names = `sign-in sign-in-refused session-ended password-changed password-change-refused
		password-link-made password-link-used password-link-refused password-link-not-sent account-link-refused
		factor-added factor-removed factor-used factor-refused factor-demanded factor-not-mailed confirmation-refused
		pin-set pin-removed pin-lifted pin-refused pin-paused pin-locked`
	people names = `person-added person-linked role-changed person-disabled person-enabled person-change-refused
		invitation-made invitation-used invitation-withdrawn invitation-not-mailed cover-link-made cover-link-revoked
		cover-link-refused first-link-made first-admin-begun first-school-added`
	tablets names = `tablet-added tablet-paired tablet-pairing-asked tablet-pairing-approved tablet-pairing-refused
		tablet-code-made tablet-changed tablet-moved tablet-revoked tablet-refused`
	keys names = `key-entered key-added key-tried key-exchanged key-removed webhook-signing-changed
		webhook-secret-added webhook-secret-removed webhook-refused`
	system names = `connection-entered connection-lists-used private-addresses-changed sending-switched-on
		connection-imported sending-started marks-called-right list-taken other-students-answered
		kept-mark-decided kept-marks-sent`
	settings names = `factor-demand-changed day-changed times-changed school-days-changed closed-days-added
		closed-days-removed school-year-opened student-list-kept student-list-read-again statuses-changed
		statuses-source-changed periods-changed group-made group-changed group-removed class-teachers-changed
		student-erased codes-changed
		movement-kept movement-removed known-absence-kept known-absence-ended absence-reasons-changed retention-changed
		provider-changed provider-removed reminder-mailed teachers-reminded school-added school-renamed school-removed`
	exports names = `marks-exported marks-printed connection-exported audit-exported school-exported
		student-exported student-data-opened month-opened evacuation-opened database-copied database-restored`
	others names = `refused cross-site-refused`
)

// Kind is a kind of events, with the names of its events.
type Kind struct {
	Name   string
	Events []string
}

// Kinds returns the kinds of events that people look for. The catalogue has their words.
func Kinds() []Kind {
	var kinds []Kind
	for _, one := range []struct {
		name   string
		events names
	}{
		{"sign_ins", signIns}, {"people", people}, {"tablets", tablets}, {"keys", keys}, {"system", system},
		{"settings", settings}, {"exports", exports}, {"others", others},
	} {
		kinds = append(kinds, Kind{one.name, strings.Fields(string(one.events))})
	}
	return kinds
}
