package examples

import (
	"time"

	"rollbook/views/layout"
	"rollbook/views/settings"
	"rollbook/web/roll"
)

// addSettings adds the first page of the settings: without tasks, with many, and for the office.
func addSettings(b Base, all map[string]Example) {
	day, system := settings.IndexRoom{Name: "day", State: "Due at 08:45", Set: true},
		settings.IndexRoom{Name: "connection", State: "Connected", Set: true}
	rolls := []settings.IndexRoom{{Name: "statuses"}, {Name: "groups"}, {Name: "calendar", State: "Set", Set: true}}
	lists := []settings.IndexRoom{{Name: "webhooks"}, {Name: "students"}, {Name: "times", State: "Not sent"}}
	people := settings.IndexGroup{Name: "people",
		Rooms: []settings.IndexRoom{{Name: "people"}, {Name: "sso"}, {Name: "tablets"}, {Name: "school"},
			{Name: "retention"}}}
	page, office := As(b, roll.Admin), As(b, roll.Office)
	page.Nav, office.Nav = layout.NavSettings, layout.NavSettings
	add(all, page, settings.Index, map[string]*settings.IndexView{
		"settings": {Groups: []settings.IndexGroup{
			{Name: "roll", Rooms: append([]settings.IndexRoom{day}, rolls...)}, people,
			{Name: "system", Rooms: append([]settings.IndexRoom{system, {Name: "keys"}}, lists...)},
		}},
		"settings-todo": {
			Groups: []settings.IndexGroup{{Name: "roll", Rooms: rolls}, people, {Name: "system", Rooms: lists}},
			Todo: []settings.IndexTodo{
				{Name: "day", State: "No time is set yet.", Next: "Set when rolls are due", Address: "/schools/oak/settings/day"},
				{Name: "connection", State: "Sending is off.", Next: "Try one mark", Address: "/schools/oak/settings/connection"},
				{Name: "keys", State: "Key not accepted.", Next: "Enter a new key", Address: "/schools/oak/settings/keys"},
			}},
		"settings-office": {Page: office, Groups: []settings.IndexGroup{
			{Name: "roll", Rooms: append([]settings.IndexRoom{day}, rolls...)}, {Name: "people", Rooms: people.Rooms[2:3]},
			{Name: "system", Rooms: lists[1:2]},
		}},
	})
	add(all, inSettings(As(b, roll.Admin), "sso"), settings.SSO, map[string]*settings.SSOView{
		"sso":         done(provider(), b.Words.Text("sso.said.tried")),
		"sso-problem": refused(provider(), b.Words.Text("sso.try.unreached", "Issuer", "https://id.oak.example")),
		"sso-none": done(with(provider(),
			func(v *settings.SSOView) { v.Has, v.Typed = false, roll.TypedProvider{Kind: "google"} }),
			b.Words.Text("sso.said.tried")),
	})
	kept := inSettings(As(b, roll.Admin), "retention")
	add(all, kept, settings.OneStudent, map[string]*settings.OneStudentView{
		"one-student":           oneStudent(),
		"one-student-unsettled": refused(oneStudent(), b.Words.Text("one_student.problem.unsettled")),
	})
	add(all, kept, settings.StudentErased, map[string]*settings.StudentErasedView{"student-erased": {Marks: 312}})
	add(all, kept, settings.Retention, map[string]*settings.RetentionView{
		"retention":       done(retention(), b.Words.Text("retention.kept")),
		"retention-wrong": with(retention(), func(v *settings.RetentionView) { v.Kinds[1].IsWrong = true }),
	})
}

func provider() *settings.SSOView {
	return &settings.SSOView{
		Has: true, Back: "https://roll.oak.example/sign-in/sso/oak/back",
		Link: "https://roll.oak.example/sign-in?school=oak", Typed: roll.TypedProvider{
			Kind: "other", Issuer: "https://id.oak.example", Name: "Oak ID", Client: "rollbook",
			Domains: "oak.example\nupper-school.oak.example", Claim: "groups", Teachers: "staff-teaching\nstaff-cover",
			Office: "staff-office", Admins: "it-admins",
		},
	}
}

// oneStudent returns the page of a student's data.
func oneStudent() *settings.OneStudentView {
	v := &settings.OneStudentView{Student: "Amelie Adeyemi-Hofmann", Number: "40112", File: "#file", Erase: "#erase"}
	for i, name := range []string{"names", "lists", "groups", "marks", "saves", "requests", "known_absences", "audit"} {
		v.Parts = append(v.Parts, settings.DataPart{Name: name, Rows: 1 + 60*i})
	}
	return v
}

func retention() *settings.RetentionView {
	return &settings.RetentionView{SignedIn: 12, Kinds: []settings.RetentionKind{
		{Setting: layout.Setting{Name: "history", Label: "Days", Value: "2192", Least: 400, Most: 7305},
			Next: "612 on 08/01/2027", Unsettled: 3},
		{Setting: layout.Setting{Name: "known", Label: "Days", Value: "366", Least: 14, Most: 3660,
			Wrong: "Nothing was stored: write 14 to 3660 days."}},
		{Setting: layout.Setting{Name: "exchanges"}, Fixed: 30, Next: "58 on 21/11/2026"},
		{Setting: layout.Setting{Name: "sessions"}}, {Setting: layout.Setting{Name: "people"}},
	}}
}

// SchoolKeys is the page with a key in each state.
func SchoolKeys(b Base) *settings.SchoolKeysView {
	return &settings.SchoolKeysView{Page: inSettings(As(b, roll.Admin), "keys"), Keys: []roll.Key{
		{ID: "a", LastFour: "7Q2F", State: roll.KeyInUse, UsedFrom: at(20, 8, 31), LastUsed: at(20, 8, 31)},
		{ID: "b", LastFour: "K0ZD", State: roll.KeyNext, AddedAt: at(20, 8, 40), TriedAt: at(20, 8, 41),
			Tried: roll.KeyWorks},
		{ID: "c", LastFour: "M3XX", State: roll.KeyFormer, UsedUntil: at(20, 8, 31), LastUsed: at(20, 7, 55),
			TriedAt: at(20, 8, 41), Tried: "unauthorized"},
	}}
}

// Webhooks is the page with two secrets and three reports, standard or not.
func Webhooks(b Base, standard bool) *settings.WebhooksView {
	v := &settings.WebhooksView{
		Page: inSettings(As(b, roll.Admin), "webhooks"), Receiver: "https://roll.oak.example/hooks/oak",
		Signing: roll.StandardWebhooks(), Standard: standard,
		Secrets: []roll.WebhookSecret{{ID: "a", LastFour: "Fq8=", AddedAt: at(20, 8, 31)},
			{ID: "b", LastFour: "x0Q=", AddedAt: at(20, 8, 40)}},
		Events: []roll.WebhookEvent{
			{ReceivedAt: at(20, 8, 44), Size: 6144, Body: `{"type":"students.changed","data":{"id":7}}`, Understood: true},
			{ReceivedAt: at(20, 8, 43), Size: 5, Body: "hello"},
		},
	}
	if !standard {
		v.Signing.Signed, v.Signing.Separator = roll.SignedTimeBody, ""
	}
	return v
}

// addTimes adds the page that sets the format of times.
func addTimes(b Base, all map[string]Example) {
	formats := []settings.TimeFormat{{Value: "HH:MM", Example: "08:52"}, {Value: "HH:MM:SS", Example: "08:52:00"},
		{Value: `"{h:MM AM}"`, Example: "8:52 AM"}, {Value: "UTC", Example: "2025-11-20T07:52:00Z"},
		{Value: `"{date}T{HH:MM:SS}"`, Example: "2025-11-20T08:52:00"},
		{Value: `"{date}T{HH:MM:SS}{offset}"`, Example: "2025-11-20T08:52:00+01:00"}}
	times := func(format string, examples ...settings.TimeExample) *settings.TimesView {
		return &settings.TimesView{Format: format, Late: "in", Left: "none", Formats: formats, Examples: examples}
	}
	set := times("sample", settings.TimeExample{Key: "times.sent.late",
		JSON: `{"checkTime":{"at":"2025-11-20T07:52:00Z"},"checkInOrCheckOut":"in"}`},
		settings.TimeExample{Key: "times.sent.left"},
		settings.TimeExample{Key: "times.sent.clear", JSON: `{"checkInOrCheckOut":"clear"}`})
	set.Sample = `{"at":"2025-11-20T07:52:00Z"}`
	wrong := times("none", settings.TimeExample{Key: "times.sent.late"}, settings.TimeExample{Key: "times.sent.left"})
	add(all, settingsPage(b, "times"), settings.Times, map[string]*settings.TimesView{
		"times":       done(set, b.Words.Text("times.kept")),
		"times-wrong": refused(wrong, b.Words.Text("times.problem.no_format")),
	})
}

// addAudit adds the page of the audit log: with events, without one, and with a wrong day.
func addAudit(b Base, all map[string]Example) {
	page := func(change func(*settings.AuditView)) *settings.AuditView {
		return with(&settings.AuditView{
			People: []layout.Option{{Text: "Anyone"}, {Value: "p1", Text: "K. Osei"}, {Value: "command", Text: "Command line"}},
			Kinds: []layout.Option{{Text: "Anything"}, {Value: "people", Text: "People"},
				{Value: "failed", Text: "Failed or not allowed"}},
		}, change)
	}
	add(all, inSettings(As(b, roll.Admin), "audit"), settings.Audit, map[string]*settings.AuditView{
		"audit": page(func(v *settings.AuditView) {
			v.Older = "#older"
			v.Entries = []settings.AuditEntry{
				{ID: "4", When: "20/11/2025 08:31:05", What: "Role changed: J. Rivera-Montgomery of the Upper School",
					Who: "K. Osei", From: "192.0.2.17", Change: "teacher → office"},
				{ID: "3", When: "20/11/2025 08:30:59", What: "Sign-in failed: K. Osei", Who: "Unknown",
					From: "2001:db8:85a3:8d3:1319:8a2e:370:7348", Details: "wrong password"},
				{ID: "2", When: "19/11/2025 23:00:01", What: "Key put in use", Who: "Command line", Change: "...7Q2F → ...K0ZD"},
				{ID: "1", When: "19/11/2025 15:02:10", What: "Tablet paired", Who: "ليلى حداد", From: "192.0.2.17",
					Details: "tablet Door 12"},
			}
		}),
		"audit-none": page(func(v *settings.AuditView) { v.Chosen.By, v.Chosen.Day = "p1", "2025-11-20" }),
		"audit-wrong": refused(page(func(v *settings.AuditView) { v.Chosen.Day = "2025-02-30" }),
			b.Words.Text("audit.day_wrong")),
	})
}

// addSchoolEnd adds the page for renaming and removing a school, before and after the marks were downloaded,
// and the page after the removal.
func addSchoolEnd(b Base, all map[string]Example) {
	now, text := at(20, 8, 31), b.Words.Text
	begun := settings.SchoolView{Name: "Oak School", End: roll.SchoolEnd{
		People: 41, Leaving: 39, Students: 612, Saves: 4100, Marks: 98765, UnderWay: 3, Stopped: 1, Changed: now,
	}}
	unnamed := begun
	unnamed.Name, unnamed.Renames = "", true
	add(all, inSettings(As(b, roll.Admin), "school"), settings.School, map[string]*settings.SchoolView{
		"school": &begun, "school-unnamed": refused(&unnamed, text("ending.problem.name")),
		"school-ready": done(&settings.SchoolView{Name: "Oak School", End: roll.SchoolEnd{
			People: 1, Students: 1, Marks: 1, Exported: now, Changed: now,
		}}, text("ending.renamed")),
		"school-problem": refused(&settings.SchoolView{End: roll.SchoolEnd{
			People: 2, Leaving: 2, Exported: now, Changed: now.Add(time.Minute),
		}}, text("ending.problem.typed")),
	})
	add(all, Stranger(b), settings.SchoolGone, map[string]*settings.SchoolGoneView{
		"school-gone": {Name: "Oak School"}, "school-gone-stays": {Name: "Oak School", Stays: true},
	})
}
