package settings

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/settings"
	"rollbook/web/events"
	"rollbook/web/language"
	"rollbook/web/lists/tables"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/store/audit"
)

// AuditPage is the page of the school's audit log.
type AuditPage struct{ base }

// The events of a page, and of a part of a file.
const (
	auditOnPage = 50
	auditInPart = 500
)

// failedEvents is the choice of all refusals.
const failedEvents = "failed"

// Get shows the chosen events, the newest first.
func (p *AuditPage) Get(v *visit.Visit) error {
	chosen, search, problem := auditSearch(v)
	search.Most = auditOnPage + 1
	v.Refuse(problem)
	view := &settings.AuditView{Page: p.page(v), Chosen: chosen, Kinds: auditKinds(v.Words)}
	view.Address = p.pages.Paths.To(paths.Settings, v.School.ID, "audit")
	view.People = layout.Options(v.Words.Text("audit.anyone"), visit.Read(v, p.store.PeopleOfSchool),
		func(one roll.MemberOfSchool) layout.Option {
			return layout.Option{Value: string(one.Person), Text: one.Name}
		})
	view.People = append(view.People, layout.Option{Value: audit.Command, Text: v.Words.Text("audit.command")})
	if problem != nil {
		return p.pages.Show(v, settings.Audit(view))
	}
	found := visit.Checked(p.store.Audit(v.Ctx, v.School.ID, search))(v)
	if len(found) > auditOnPage {
		found = found[:auditOnPage]
		older := chosen
		older.Before = found[auditOnPage-1].ID
		view.Older = p.pages.Paths.To(paths.Audit, v.School.ID, older)
	}
	for _, event := range found {
		view.Entries = append(view.Entries, auditEntry(v, event))
	}
	return p.pages.Show(v, settings.Audit(view))
}

// auditSearch returns the choice of the address, and the problem of a wrong day.
func auditSearch(v *visit.Visit) (chosen paths.AuditQuery, search audit.Search, problem error) {
	chosen = paths.AuditQuery{By: v.QueryParam("by"), Kind: v.QueryParam("kind"), Day: v.QueryParam("day")}
	search = audit.Search{By: roll.PersonID(chosen.By), Refused: chosen.Kind == failedEvents,
		Before: v.QueryParam("before")}
	for _, kind := range events.Kinds() {
		if kind.Name == chosen.Kind {
			search.Names = kind.Events
		}
	}
	if chosen.Day == "" {
		return chosen, search, nil
	}
	day, err := roll.ParseDate(chosen.Day)
	if err != nil {
		return chosen, search, roll.Problem(roll.Malformed, "audit.day_wrong").Because(err)
	}
	search.From, search.To = day.AddDays(-1).End(v.School.Zone), day.End(v.School.Zone)
	return chosen, search, nil
}

// auditKinds returns the choices of events.
func auditKinds(words *language.Words) []layout.Option {
	options := layout.Options(words.Text("audit.anything"), events.Kinds(), func(kind events.Kind) layout.Option {
		return layout.Option{Value: kind.Name, Text: words.Text(language.AuditKindKeys.Of(kind.Name))}
	})
	return append(options, layout.Option{Value: failedEvents, Text: words.Text(language.AuditKindKeys.Of(failedEvents))})
}

// auditEntry returns the event in words.
func auditEntry(v *visit.Visit, event audit.Event) settings.AuditEntry {
	entry := settings.AuditEntry{
		ID: event.ID, When: v.Words.Numeric(v.Local(event.At)) + " " +
			v.SecondsOf(event.At), What: eventText(v.Words, event.Name), Who: auditWho(v.Words, event),
		From: event.From, Change: cmp.Or(event.After, event.Before),
	}
	if event.Before != "" && event.After != "" {
		entry.Change = v.Words.Text("audit.change", "Before", event.Before, "After", event.After)
	}
	about := []string{reasonText(v.Words, event.Reason), event.About}
	if event.Tablet != "" {
		about = append([]string{v.Words.Text("audit.tablet", "Name", cmp.Or(event.TabletName, string(event.Tablet)))},
			about...)
	}
	entry.Details = strings.Join(slices.DeleteFunc(about, func(text string) bool { return text == "" }), ", ")
	if whom := cmp.Or(event.PersonName, string(event.Person)); whom != "" && whom != entry.Who {
		entry.What = v.Words.Text("audit.of", "Event", entry.What, "Name", whom)
	}
	return entry
}

// auditWho names the one who acted. Who failed to sign in to an account is not known.
func auditWho(words *language.Words, event audit.Event) string {
	switch {
	case event.By == audit.Command:
		return words.Text("audit.command")
	case event.By != "":
		return cmp.Or(event.ByName, string(event.By))
	case event.Person != "" && !event.Refused:
		return cmp.Or(event.PersonName, string(event.Person))
	}
	return words.Text("audit.nobody")
}

// key returns the end of a catalogue's key for the name.
func key(name string) string { return strings.NewReplacer("-", "_", " ", "_").Replace(name) }

// eventText returns the words for the event with the name. An event of another version of the program has none.
func eventText(words *language.Words, name string) string {
	if slices.ContainsFunc(events.Kinds(), func(kind events.Kind) bool { return slices.Contains(kind.Events, name) }) {
		return words.Text(language.AuditEventKeys.Of(key(name)))
	}
	return name
}

// auditReasons returns the reasons with words.
func auditReasons() []string {
	return []string{"wrong", "password", "too-many", "too-long", "busy", "failed", "wrong code", "used code", "signature",
		"sso expired", "sso cancelled", "sso provider", "sso foreign", "sso groups", "sso blocked", "sso unknown", "sso only",
		"sso unverified", "sso unsaid", "sso kind", "sso admin", "sso again"}
}

func reasonText(words *language.Words, reason string) string {
	if slices.Contains(auditReasons(), reason) {
		return words.Text(language.AuditReasonKeys.Of(key(reason)))
	}
	return eventText(words, reason)
}

// File sends all chosen events as a text with separators.
func (p *AuditPage) File(v *visit.Visit) error {
	_, search, problem := auditSearch(v)
	if problem != nil {
		return problem
	}
	if err := visit.Download(v, string(v.School.ID)+"-audit.csv", visit.CSV); err != nil {
		return err
	}
	text, err := tables.NewText(v.Response(), v.Words.Separator())
	if err != nil {
		return err
	}
	var heads []string
	for _, name := range []language.Key{"audit.when", "audit.kind", "audit.who", "audit.from", "audit.before",
		"audit.after", "audit.details", "audit.event", "audit.by"} {
		heads = append(heads, v.Words.Text(name))
	}
	if err := text.Write(tables.Texts(heads...)...); err != nil {
		return err
	}
	search.Most = auditInPart
	for {
		part, err := p.store.Audit(v.Ctx, v.School.ID, search)
		if err != nil {
			return err
		}
		for _, event := range part {
			entry := auditEntry(v, event)
			search.Before = event.ID
			err = errors.Join(err, text.Write(tables.Texts(v.Local(event.At).Format(time.RFC3339), entry.What, entry.Who,
				entry.From, event.Before, event.After, entry.Details, event.Name, string(event.By))...))
		}
		if err != nil || len(part) < auditInPart {
			return errors.Join(err, text.Close())
		}
	}
}
