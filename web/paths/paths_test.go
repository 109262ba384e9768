package paths_test

import (
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rollbook/web/paths"
)

func TestEveryAddressIsTheOneThatTheDesignNames(t *testing.T) {
	t.Parallel()
	p := paths.New("")
	roll := paths.RollQuery{Period: "7", Class: "9b", Date: "2025-11-20"}
	for want, got := range map[string]string{
		"/":                  p.To(paths.Home),
		"/sign-in":           p.To(paths.SignIn),
		"/sign-in?next=%2Fa": p.To(paths.SignIn, "/a"),
		"/sign-out":          p.To(paths.SignOut),
		"/preferences":       p.To(paths.Preferences),
		"/schools":           p.To(paths.Schools),
		"/help":              p.To(paths.Help, ""), "/help/keys": p.To(paths.Help, "keys"),
		"/demo/enter":              p.To(paths.DemoEnter),
		"/demo/faults":             p.To(paths.DemoFaults),
		"/gallery":                 p.To(paths.Gallery),
		"/gallery/home":            p.To(paths.GalleryPage, "home"),
		"/gallery/home?theme=dark": p.To(paths.GalleryPage, "home", "dark"),
		"/healthz":                 p.To(paths.Health),
		"/readyz":                  p.To(paths.Ready),
		"/metrics":                 p.To(paths.Metrics),
		"/pair":                    p.To(paths.Pair),
		"/door":                    p.To(paths.Door),
		"/hooks/oak":               p.To(paths.Hooks, "oak"),
		"/schools/oak":             p.To(paths.School, "oak"),
		"/schools/oak/day/period":  p.To(paths.OpenPeriod, "oak"),
		"/schools/oak/roll":        p.To(paths.Roll, "oak"),
		"/schools/oak/saves/t":     p.To(paths.Save, "oak", "t"),
		"/schools/oak/roll?period=7&class=9b&date=2025-11-20":          p.To(paths.Roll, "oak", roll),
		"/schools/oak/roll/statuses?period=7&class=9b&date=2025-11-20": p.To(paths.RollStatuses, "oak", roll),
		"/schools/oak/roll/events?period=7&class=9b&date=2025-11-20":   p.To(paths.RollEvents, "oak", roll),
		"/schools/oak/roll?save=t":                                     p.To(paths.Roll, "oak", paths.RollQuery{Save: "t"}),
		"/schools/oak/saves/t/decisions":                               p.To(paths.SaveDecisions, "oak", "t"),
		"/schools/oak/saves/t/request":                                 p.To(paths.SaveRequest, "oak", "t"),
		"/schools/oak/saves/t/request?others_save=o":                   p.To(paths.SaveRequest, "oak", "t", "o"),
		"/schools/oak/saves/t/send":                                    p.To(paths.SaveSend, "oak", "t"),
		"/schools/oak/saves/t/by-hand":                                 p.To(paths.SaveByHand, "oak", "t"),
		"/schools/oak/connection":                                      p.To(paths.Connection, "oak"),
		"/schools/oak/connection/key":                                  p.To(paths.ConnectionKey, "oak"),
		"/schools/oak/connection/start":                                p.To(paths.ConnectionStart, "oak"),
		"/schools/oak/connection/send":                                 p.To(paths.ConnectionSend, "oak"), "/schools/oak/settings/connection?checked=1": p.To(paths.ConnectionChecked, "oak"), "/schools/oak/connection/list": p.To(paths.ConnectionList, "oak"),
		"/schools/oak/connection/count":         p.To(paths.ConnectionCount, "oak"),
		"/schools/oak/settings/connection#list": p.To(paths.ConnectionWhole, "oak"),
		"/schools/oak/connection/waiting":       p.To(paths.ConnectionWaiting, "oak"),
		"/schools/oak/day":                      p.To(paths.Day, "oak"),
		"/schools/oak/day?date=2025-11-20":      p.To(paths.Day, "oak", "2025-11-20"),
		"/schools/oak/students":                 p.To(paths.Find, "oak"), "/schools/oak/students/search": p.To(paths.SearchStudents, "oak"),
		"/schools/oak/students/41/history?date=2025-11-20": p.To(paths.History, "oak", "41", "2025-11-20"),
		"/schools/oak/settings":                            p.To(paths.Settings, "oak", ""),
		"/schools/oak/settings/school/marks.csv":           p.To(paths.SchoolMarks, "oak"),
		"/schools/oak/settings/school/remove":              p.To(paths.RemoveSchool, "oak"),
		"/schools/oak/settings/statuses":                   p.To(paths.Settings, "oak", "statuses"),
		"/schools/oak/exports/summary.xlsx?to=2025-11-20":  p.To(paths.SummaryFile, "oak", "xlsx", paths.ExportQuery{To: "2025-11-20"}), "/schools/oak/exports": p.To(paths.Exports, "oak", paths.ExportQuery{}),
		"/schools/oak/exports/marks.csv?period=7&class=9b&from=2025-11-17&to=2025-11-20": p.To(paths.ExportMarks, "oak", "csv", paths.ExportQuery{
			Period: "7", Class: "9b", From: "2025-11-17", To: "2025-11-20",
		}),
		"/schools/oak/exports/print?period=7&class=9b&date=2025-11-20": p.To(paths.PrintDay, "oak", roll),
		"/schools/oak/exports/paper?period=7&class=9b&date=2025-11-20": p.To(paths.PaperRoll, "oak", roll),
		"/schools/oak/students/41/month?period=7&month=2025-11":        p.To(paths.StudentMonth, "oak", "41", "7", "2025-11"),
		"/schools/oak/evacuation":                                      p.To(paths.Evacuation, "oak"),
		"/schools/oak/evacuation?copy=list":                            p.To(paths.Evacuation, "oak", "list"),
		"/schools/oak/month?period=7&class=9b&month=2025-11":           p.To(paths.ClassMonth, "oak", roll.Period, roll.Class, "2025-11"),
		"/schools/oak/month?period=7&class=9b&month=2025-11&week=2":    p.To(paths.ClassMonth, "oak", roll.Period, roll.Class, "2025-11", 2),
		"/schools/oak/settings/codes/england":                          p.To(paths.CodesOf, "oak", "england"),
		"/schools/oak/settings/calendar/days":                          p.To(paths.CalendarAdd, "oak"), "/schools/oak/settings/calendar/days/x/remove": p.To(paths.CalendarRemove, "oak", "x"), "/schools/oak/absences/reasons": p.To(paths.AbsenceReasons, "oak"), "/schools/oak/absences/file": p.To(paths.AbsenceFile, "oak"),
		"/schools/oak/reminders":                          p.To(paths.Reminders, "oak"),
		"/schools/oak/evacuation/worker.js":               p.To(paths.EvacuationWorker, "oak"),
		"/schools/oak/day/cells?period=7&date=2025-11-20": p.To(paths.DayCells, "oak", paths.DayQuery{Period: "7", Date: "2025-11-20"}),
		"/schools/oak/day/events?date=2025-11-20":         p.To(paths.DayEvents, "oak", paths.DayQuery{Date: "2025-11-20"}),
		"/cover/s":                              p.To(paths.Cover, "s"),
		"/schools/oak/covers?period=7&class=9b": p.To(paths.Covers, "oak", "7", "9b"),
		"/schools/oak/covers/x/revoke":          p.To(paths.CoverRevoke, "oak", "x"),
		"/schools/oak/students/tray":            p.To(paths.Tray, "oak"),
		"/schools/oak/students?tray=4&tray=5":   p.To(paths.Find, "oak", paths.FindQuery{Tray: []string{"4", "5"}}),
		"/schools/oak/students?q=8B+a&sought=s&date=2025-11-20&open=4&saved=t": p.To(paths.Find, "oak", paths.FindQuery{Class: "8B a", Sought: "s", Date: "2025-11-20", Open: "4", Save: "t"}),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestEveryAddressBeginsWithTheBasePath(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"/rollbook", "/rollbook/", "rollbook"} {
		p := paths.New(base)
		if got := p.To(paths.School, "oak"); got != "/rollbook/schools/oak" {
			t.Errorf("below %q: got %s", base, got)
		}
		if got := p.To(paths.Home); got != "/rollbook/" {
			t.Errorf("below %q: got %s", base, got)
		}
	}
	if got := paths.New("/").To(paths.Home); got != "/" {
		t.Errorf("below /: got %s", got)
	}
}

func TestAwkwardTextSurvivesAnAddress(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"9 b", "a/b", "..", "%2F", "100%", "٩ب", "a?b#c", "a+b&c=d", "\"><script>", "naïve\u0000", "é\u0301", "\\", "a;b",
	} {
		survives(t, text)
	}
	rapid.Check(t, func(r *rapid.T) { survives(t, rapid.String().Draw(r, "text")) })
}

func survives(t *testing.T, text string) {
	t.Helper()
	address, err := url.Parse(paths.New("/base").To(paths.Roll, "oak", paths.RollQuery{Class: text, Date: text}))
	if err != nil {
		t.Fatalf("%q as a parameter: %v", text, err)
	}
	if got := address.Query(); got.Get("class") != text || got.Get("date") != text {
		t.Errorf("%q came back as %q", text, got)
	}
	address, err = url.Parse(paths.New("/base").To(paths.SaveRequest, "oak", text))
	if err != nil {
		t.Fatalf("%q in a path: %v", text, err)
	}
	segment := strings.TrimSuffix(strings.TrimPrefix(address.EscapedPath(), "/base/schools/oak/saves/"), "/request")
	if got, err := url.PathUnescape(segment); err != nil || got != text || strings.Contains(segment, "/") {
		t.Errorf("%q came back from a path as %q (%v)", text, segment, err)
	}
}

func TestOnlyOwnAddressesAreOwned(t *testing.T) {
	t.Parallel()
	p := paths.New("/rollbook")
	for _, own := range []string{"/rollbook/", "/rollbook/schools/oak/roll?class=9%20b&date=2025-11-20"} {
		if !p.Owns(own) {
			t.Errorf("%q was refused", own)
		}
	}
	for _, foreign := range []string{
		"", "/", "/rollbookish/", "/rollbook", "//evil.example/rollbook/", "https://evil.example/rollbook/", "/rollbook//evil.example",
		"/\\evil.example", "/rollbook/\\evil", "javascript:alert(1)", "/rollbook/../x", "/rollbook/%2e%2e/x", "/rollbook/\r\nX: y", "%zz",
		" /rollbook/", "rollbook/", "\t//evil.example",
	} {
		if p.Owns(foreign) {
			t.Errorf("%q was accepted", foreign)
		}
	}
	if root := paths.New(""); root.Owns("//evil.example") || !root.Owns("/schools") {
		t.Error("without a base path, another host was accepted or an own path refused")
	}
}

func TestAddressesThatATabletOpensOfflineAreBelowTheDoor(t *testing.T) {
	t.Parallel()
	p := paths.New("/rollbook")
	for want, got := range map[string]string{
		"/door/worker.js":            p.To(paths.DoorWorker),
		"/door/away":                 p.To(paths.DoorAway),
		"/door/kept":                 p.To(paths.DoorKept),
		"/door/refused":              p.To(paths.DoorRefused),
		"/door/refused/roll":         p.To(paths.DoorRefusedRoll),
		"/schools/a%2Fb/day/refused": p.To(paths.DayRefused, "a/b"),
		"/door/manifest.webmanifest": p.To(paths.DoorManifest),
		"/demo/connect":              p.To(paths.DemoConnect),
		"/gallery?q=a+b&width=360":   p.To(paths.Gallery, "a b", "360"),
		"/demo/tablet":               p.To(paths.DemoTablet),
		"/demo/network":              p.To(paths.DemoNetwork),
	} {
		if got != "/rollbook"+want {
			t.Errorf("%s, want it at %s", got, want)
		}
	}
}
