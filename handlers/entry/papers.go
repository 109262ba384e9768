package entry

import (
	"fmt"
	"runtime/debug"
	"time"

	"rollbook/views/entry"
	"rollbook/web/edge"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/limits"
	"rollbook/web/identity/people"
	"rollbook/web/identity/session"
	"rollbook/web/language"
	"rollbook/web/lists/drafts"
	"rollbook/web/lists/tables"
	"rollbook/web/papers"
	"rollbook/web/roll"
	"rollbook/web/store/keeping"
)

// securityTopic is the topic of the help that has tables from the program.
const securityTopic = "security"

// papersOf returns the tables of the help about security.
func papersOf(words *language.Words) (*entry.Papers, error) {
	view := &entry.Papers{SignedIn: int(session.Lifetime.Hours()), Limits: limitsOf(words)}
	for _, rule := range keeping.Rules() {
		view.Kept = append(view.Kept,
			entry.KeptData{Kind: string(rule.Kind), Days: rule.Days, Least: rule.Least, Most: rule.Most})
	}
	info, _ := debug.ReadBuildInfo()
	view.Modules = papers.Modules(info)
	var err error
	view.Rows, err = papers.Requirements()
	for _, one := range view.Rows {
		if one.State != papers.Apart {
			view.Apply++
		}
		if one.State == papers.Met {
			view.Met++
		}
	}
	return view, err
}

// limitsOf returns the limits of the program, as it has them.
func limitsOf(words *language.Words) []entry.Limit {
	var all []entry.Limit
	device := limits.Device.Limit()
	for _, one := range []struct {
		name  string
		value any
	}{
		{"password", auth.MinPasswordLength}, {"tries", device.Free},
		{"tries_address", limits.Address.Limit().Free}, {"tries_domain", limits.Domain.Limit().Free},
		{"delay", device.Longest}, {"pin_pause", limits.Pause},
		{"session", session.Lifetime}, {"idle", session.IdleTimeout},
		{"confirmed", session.ConfirmedFor}, {"link", roll.AccountLinkLasts}, {"invitations", people.MostInvitations},
		{"keys", roll.MostKeys}, {"sign_in_body", size(edge.SignInBody)}, {"roll_body", size(edge.RollBody)},
		{"hook_body", size(edge.HookBody)}, {"file", size(tables.MaxBytes)}, {"file_lines", tables.MaxLines},
		{"file_kept", drafts.Lifetime}, {"known", roll.KnownDays},
	} {
		text := fmt.Sprint(one.value)
		switch value := one.value.(type) {
		case int:
			text = words.Number(value)
		case time.Duration:
			text = words.Span(value)
		}
		all = append(all, entry.Limit{Name: one.name, Value: text})
	}
	return all
}

// size returns a number of bytes as KiB or MiB.
func size(bytes int) string {
	const step = 1 << 10
	if bytes >= step*step {
		return fmt.Sprint(bytes/step/step, " MiB")
	}
	return fmt.Sprint(bytes/step, " KiB")
}
