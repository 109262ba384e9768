package language

import (
	"slices"
	"strings"
	"testing"

	"rollbook/web/roll"
	"rollbook/web/roll/constants"
)

// families are the values at the end of each family's keys.
func families(t *testing.T) map[Family][]string {
	t.Helper()
	of := func(folder, kind string, none ...string) []string {
		return slices.DeleteFunc(constants.In(t, folder, kind), func(value string) bool { return value == "" || slices.Contains(none, value) })
	}
	var needs []string
	for _, outcome := range roll.Outcomes(roll.Outcome.NeedsPerson) {
		needs = append(needs, string(outcome))
	}
	accounts := of("web/roll", "Role", string(roll.Covering), string(roll.AtDoor))
	held, empty, kinds, calls := of("views/part", "Held"), of("views/taking", "HomeEmpty"), of("web/roll", "TroubleKind"), of("apiclient/mapping", "Call")
	findings := strings.Fields(strings.ReplaceAll(strings.Join(of("apiclient/mapping", "Finding"), "\n"), " ", "_"))
	rooms := []string{"students", "connection", "webhooks", "day", "statuses", "keys", "times", "calendar", "codes", "groups", "teachers", "people", "school", "tablets", "audit", "retention", "sso"}
	questions, objections := of("web/connecting/readings", "Question", "number"), []string{"total", "pages", "more", "full", "fault", "several", "overlap", "repeats", "lists", "period", "twice", "shared", "emptied", "owned"}
	columns := []string{"enrolment", "student", "given", "family", "name", "class"}
	failures := []string{"400", "401", "403", "denied", "404", "405", "408", "409", "410", "413", "415", "421", "422", "429", "500", "503", "unkept"}
	events := strings.Fields(strings.ReplaceAll(strings.Join(of("web/events", "names"), " "), "-", "_"))
	return map[Family][]string{
		FactorMailKeys: append(of("web/identity/factors", "Change"), "subject", "not_you"),
		AuditEventKeys: events, AuditKindKeys: {"sign_ins", "people", "tablets", "keys", "system", "settings", "exports", "others", "failed"},
		AuditReasonKeys: {"wrong", "password", "too_many", "too_long", "busy", "failed", "wrong_code", "used_code", "signature", "sso_expired", "sso_cancelled", "sso_provider", "sso_foreign", "sso_groups", "sso_blocked", "sso_unknown", "sso_only", "sso_unverified", "sso_unsaid", "sso_kind", "sso_admin", "sso_again"},
		DemoStateKeys:   of("views/part", "DemoFault"), DemoFaultKeys: of("views/part", "DemoFault"),
		GalleryLookKeys: {"light", "dark"}, GalleryRoomKeys: {"taking", "office", "door", "connecting", "settings", "entry"},
		DemoRoleKeys: accounts, SettingsNextKeys: of("handlers/settings", "todo"), SettingsStateKeys: of("handlers/settings", "todo"), DemoAsKeys: accounts, DemoDoesKeys: accounts, RoleKeys: accounts, BylineKeys: of("web/roll", "Role"),
		HelpPictureKeys: {"roll", "marks", "office", "tablets"},
		HomeEmptyKeys:   empty, HomeTodoKeys: empty, HomeAdminTodoKeys: empty,
		RollEmptyKeys: of("views/taking", "EmptyReason"), RollEmptyTodoKeys: of("views/taking", "EmptyReason"),
		PressProblemKeys: of("views/part", "Problem"), NeedKeys: needs,
		FamilyKeys: append(of("web/roll", "Family"), "unknown"), FamilyChoiceKeys: of("web/roll", "Family"), FamilyLetterKeys: of("web/roll", "Family", string(roll.Other)),
		HeldKeys: held, HeldCountKeys: held, HeldWaitingKeys: held,
		ConnectionStateKeys:   of("views/part", "LightState"),
		ConnectionProblemKeys: {"dns", "refused", "certificate", "tls", "forbidden_address", "proxy", "misconfigured", "settings", "other"},
		ConnectionWordKeys:    of("web/roll", "ConnectionDecisionKind"),
		EventKeys:             of("views/part", "EventKind"),
		TapRefusalKeys:        of("web/roll", "TapRefusal"),
		PlaceKeys:             of("web/roll", "Place"), UnlistedKeys: of("web/roll", "UnlistedAnswer"), ClassCheckKeys: of("web/roll", "ClassCheckAnswer"),
		MoveKeys: of("web/roll", "Move"), MovePressKeys: of("web/roll", "Move"),
		OutcomeKeys:      of("web/roll", "Outcome", string(roll.Superseded)),
		ExportColumnKeys: {"date", "class", "number", "name", "status", "code", "reason", "authorised", "time", "outcome", "by", "at", "changed_by", "changed_at", "in", "out", "back"}, ExportKindKeys: {"csv", "xlsx"},
		ExportProblemKeys: {"date", "month", "future", "reversed", "too_long", "too_much", "no_period", "no_class"},
		SumKeys: {
			"name", "students", "possible", "attended", "attended_rate", "authorised", "authorised_rate", "unauthorised", "unauthorised_rate",
			"late", "late_rate", "impossible", "unknown", "closed", "before", "empty",
		},
		CountingKeys:      of("web/roll", "Counting", ""),
		ExportRangeKeys:   {"today", "this_week", "last_week", "this_month", "last_month", "last_days"},
		RetentionNameKeys: of("web/store/keeping", "Kind"), RetentionWhyKeys: of("web/store/keeping", "Kind"), RetentionUntilKeys: {"sessions", "lists", "people", "settings"},
		RoomKeys: rooms, RoomAboutKeys: rooms, SSOKindKeys: {"google", "microsoft", "other"}, RoomGroupKeys: {"roll", "people", "system"},
		SecurityStateKeys: of("web/papers", "State"),
		SecurityLimitKeys: {"password", "tries", "tries_address", "tries_domain", "delay", "pin_pause", "session", "idle", "confirmed", "link", "invitations", "keys", "sign_in_body", "roll_body", "hook_body", "file", "file_lines", "file_kept", "known"},
		StudentPartKeys:   {"names", "lists", "days_listed", "groups", "marks", "saves", "requests", "remarks", "changed_elsewhere", "held", "named_instead", "refused_at_tablets", "known_absences", "movements", "told_missing", "audit"},
		KeyStateKeys:      of("web/roll", "KeyState"), KeySinceKeys: of("web/roll", "KeyState"),
		KeyResultKeys:    {"works", "unauthorized", "unreached", "forbidden_address", "misconfigured", "settings", "other"},
		KeyStepKeys:      {"make", "test", "use", "revoke"},
		SigningFieldKeys: {"header", "prefix", "time_header", "id_header", "signed", "algorithm", "encoding", "separator", "secret"},
		SignedKeys:       {"id_time_body", "time_body", "body"}, SigningAlgorithmKeys: of("web/roll", "SigningAlgorithm"),
		SigningEncodingKeys: {"base64", "hex"}, SigningSeparatorKeys: {"none", "space", "comma"}, SigningSecretKeys: {"base64", "text"},
		ListSourceKeys: {"service", "file", "typed"}, ListColumnKeys: columns, ListColumnAboutKeys: columns,
		FileFaultKeys: append(of("web/lists/tables", "Code"), of("web/lists/imports", "tables.Code")...),
		CallKeys:      calls, CallReadKeys: calls, CallWithoutKeys: calls, CallElsewhereKeys: {"students", "statuses"}, FindingKeys: findings,
		PartKeys: {
			"list", "id", "name", "from", "to", "current", "enrolmentId", "studentId", "givenName", "familyName", "fullName", "knownAs",
			"classId", "className", "photo", "status", "statusId", "date", "comments", "checkIn", "checkOut", "period", "teacher", "teacherEmail",
		},
		FileDoubtKeys: of("web/lists/imports", "DoubtKind"), ListProblemKeys: {"held", "leavers", "not_whole", "other_period", "twice", "shared", "other"}, ObjectionKeys: objections, ObjectionKeepKeys: objections, ObjectionDoKeys: {"lists", "period", "twice"}, StillNeededKeys: {"students", "statuses"}, MissingKeys: of("web/connecting/readings", "Need"), LetterKeys: append(slices.DeleteFunc(of("web/connecting/readings", "Need"), func(need string) bool { return slices.Contains([]string{"answer", "count", "compare"}, need) }), "title", "copy", "mail", "all"),
		PeopleAskKeys: questions, ListPartKeys: {"left", "twice", "unnumbered"}, PeopleNoKeys: questions, PeopleChooseKeys: questions, LeftKeys: {"students", "classes", "statuses"},
		CredentialKeys: of("web/connecting/readings", "Field"), CredentialHelpKeys: of("web/connecting/readings", "Field"),
		CredentialProblemKeys: append(of("apiclient", "AddressProblem"), "not_reached_dns", "not_reached_refused", "not_reached_certificate",
			"not_reached_tls", "not_reached_proxy", "not_reached_other", "redirects", "something_else", "missing", "is_key", "unsendable", "needed", "not_accepted", "slug", "zone"),
		FailureKeys: failures, FailureTodoKeys: failures, SignInProblemKeys: of("views/entry", "SignInProblem"),
		TimesProblemKeys: {"unknown", "template_long", "template_json", "template_placeholder", "template_time", "no_format"},
		PeopleRoleKeys:   accounts, PeopleDoneKeys: {"role", "disable", "enable", "pin", "withdraw", "factors", "demand"},
		AgentBrowserKeys: {"chrome", "edge", "firefox", "opera", "safari", "samsung"}, AgentSystemKeys: {"android", "chromebook", "ipad", "iphone", "linux", "mac", "windows"},
		AccountLinkKindKeys: of("views/entry", "AccountLinkKind"), AccountLinkTitleKeys: of("views/entry", "AccountLinkKind"), AccountLinkAboutKeys: of("views/entry", "AccountLinkKind"),
		TabletStateKeys: of("web/roll", "TabletState"), TabletModeKeys: of("web/roll", "TabletMode"), TabletUseKeys: of("web/roll", "TabletMode"),
		GlossaryKeys: glossary(), ClassOrderKeys: {"listed", string(roll.BySurname), string(roll.ByGivenName)},
		LinkOverKeys: of("views/entry", "LinkOver"), LinkOverHeadingKeys: of("views/entry", "LinkOver"),
		NoticeSubjectKeys: kinds, NoticeTextKeys: kinds,
	}
}

func TestAKeyIsDistinguishedFromOtherFamilies(t *testing.T) {
	t.Parallel()
	if value, ok := EventKeys.Value("event.kept"); !ok || value != "kept" {
		t.Errorf("of its own family it is %q, %t", value, ok)
	}
	if value, ok := EventKeys.Value("roll.need_refused"); ok {
		t.Errorf("of another family it is %q", value)
	}
}
