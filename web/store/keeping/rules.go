// Package keeping has the rules of how long data is kept, and deletes what is older. One table drives the deletions and
// the pages that show the rules.
package keeping

import (
	"slices"

	"rollbook/web/store/engine"
)

// Kind is a kind of data.
type Kind string

// The kinds. The catalogue has a name and a purpose of each.
const (
	History   Kind = "history"
	Exchanges Kind = "exchanges"
	Known     Kind = "known"
	Drafts    Kind = "drafts"
	Audit     Kind = "audit"
	Webhooks  Kind = "webhooks"
	Openings  Kind = "openings"
	Notices   Kind = "notices"
	Links     Kind = "links"
	Tablets   Kind = "tablets"
	Devices   Kind = "devices"
	Failures  Kind = "failures"
	PINs      Kind = "pins"
	Sessions  Kind = "sessions"
	Lists     Kind = "lists"
	People    Kind = "people"
	Settings  Kind = "settings"
)

// Rule is how long a kind of data is kept.
type Rule struct {
	Kind Kind
	// Days is the number of days; 0 for data that does not go by its age.
	Days int
	// Least and Most limit the days that a school may set. Both are 0 if it may set none.
	Least, Most int
	aged        []aged
}

// Ours reports whether a school may set the days.
func (r Rule) Ours() bool { return r.Most > 0 }

// Rules returns the rules. History goes by the date of its rolls (history.go).
func Rules() []Rule {
	return []Rule{
		// Least is more than the days for which the office may correct a roll.
		{Kind: History, Days: 6*365 + 2, Least: 400, Most: 7305},
		{Kind: Known, Days: 366, Least: 14, Most: 3660, aged: []aged{
			{table: "known_absences", key: "school, id", column: "last_date", dated: true},
			{table: "movements", key: "school, id", column: "date", dated: true},
		}},
		{Kind: Exchanges, Days: 30, aged: []aged{{
			table: "attempts", key: "id", column: "claimed_at", more: exact, set: "exchange = '', packed = $3, packing = 0",
			args: []any{[]byte{}},
		}}},
		{Kind: Audit, Days: 2 * 366, aged: []aged{{table: "audit", key: "id", column: "id", stamped: true}}},
		{Kind: Webhooks, Days: 7, aged: []aged{
			{table: "webhook_messages", key: "school, message", column: "until", ends: true},
			{table: "webhook_events", key: "school, id", column: "received_at"},
		}},
		{Kind: Openings, Days: 7, aged: []aged{
			{table: "opened_rolls", key: "school, date, period, class", column: "opened_at"},
			{table: "roll_openings", key: "school, date, class", column: "opened_at"},
			{table: "reminders", key: "school, date, class, teacher", column: "reminded_at"},
		}},
		{Kind: Drafts, Days: 1, aged: []aged{
			{table: "import_drafts", key: "school, person", column: "expires_at", ends: true},
			{table: "held_details", key: "school, press", column: "ends_at", ends: true},
			{table: "mapping_drafts", key: "school", column: "drafted_at"},
		}},
		{Kind: Notices, Days: 90, aged: []aged{{table: "notices", key: "school, kind, since", column: "sent_at"}}},
		{Kind: Links, Days: 7, aged: []aged{
			{table: "account_links", key: "id", column: "ends_at"},
			{table: "covers", key: "person", where: "link IN (SELECT id FROM cover_links WHERE ends_at < $1)"},
			{table: "cover_links", key: "id", column: "ends_at"},
		}},
		// A tablet removed by mistake can be paired again with its name and classes.
		{Kind: Tablets, Days: 7, aged: []aged{
			{table: "pairings", key: "id", column: "ends_at"},
			{table: "tablet_classes", key: "tablet, place", where: "tablet IN (SELECT id FROM tablets WHERE " + unused + ")"},
			{table: "tablets", key: "id", where: unused},
		}},
		{Kind: Devices, Days: 180,
			aged: []aged{{table: "known_devices", key: "person, device", column: "last_at", everywhere: true}}},
		{Kind: Failures, Days: 2, aged: []aged{
			{table: "sign_in_failures", key: "subject", column: "last_at", everywhere: true},
			{table: "pin_tries", key: "place, person", column: "last_at", everywhere: true, more: ` AND place = 'sign-in'`},
			// A challenge of a passkey is accepted once, within a day.
			{table: "used_challenges", key: "challenge", column: "used_at", everywhere: true},
		}},
		// Wrong PINs in a row are limited even with long pauses between them. Those that may lock a name stay.
		{Kind: PINs, Days: 90, aged: []aged{{
			table: "pin_tries", key: "place, person", column: "last_at", everywhere: true,
			more: ` AND (place LIKE 'tablet %' OR person LIKE 'nobody %')`,
		}}},
		{Kind: Sessions}, {Kind: Lists}, {Kind: People}, {Kind: Settings},
	}
}

// Of returns the rule of the kind.
func Of(kind Kind) Rule {
	rules := Rules()
	return rules[slices.IndexFunc(rules, func(rule Rule) bool { return rule.Kind == kind })]
}

const (
	// exact is the condition of the index of attempts that still have their request and answer.
	exact = ` AND (length(packed) > 0 OR length(exchange) > 0)`
	// unused is true for tablets that were removed, or never paired.
	unused = `(revoked_at > 0 AND revoked_at < $1 OR version = 0 AND made_at < $1)`
)

// aged are rows of a table that go by their age.
type aged struct {
	table, key string
	// column has the instant from which a row is kept, or its date. Where is the condition if that is not enough; $1 is
	// the instant or date before which rows go.
	column, where string
	// ends is true if column has the instant until which a row is kept, stamped if its texts begin with the instant.
	dated, ends, stamped bool
	// everywhere is true for rows that belong to no school.
	everywhere bool
	// more is a further condition. Set empties columns, with its arguments, in place of deleting the whole
	// row.
	more, set string
	args      []any
}

func (a aged) condition() string {
	if a.where != "" {
		return a.where
	}
	return a.column + ` < $1` + a.more
}

// Store deletes by the rules, and stores the days that schools set. It is safe for concurrent use.
type Store struct{ Database *engine.Database }
