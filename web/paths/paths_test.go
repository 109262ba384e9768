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
		"/":                        p.Home(),
		"/sign-in":                 p.SignIn(""),
		"/sign-in?next=%2Fa":       p.SignIn("/a"),
		"/sign-out":                p.SignOut(),
		"/preferences":             p.Preferences(),
		"/schools":                 p.Schools(),
		"/help":                    p.Help(""),
		"/help/keys":               p.Help("keys"),
		"/demo/enter":              p.DemoEnter(),
		"/demo/faults":             p.DemoFaults(),
		"/gallery":                 p.Gallery(),
		"/gallery/home":            p.GalleryPage("home", ""),
		"/gallery/home?theme=dark": p.GalleryPage("home", "dark"),
		"/healthz":                 p.Health(),
		"/readyz":                  p.Ready(),
		"/metrics":                 p.Metrics(),
		"/pair":                    p.Pair(),
		"/door":                    p.Door(),
		"/hooks/oak":               p.Hooks("oak"),
		"/schools/oak":             p.School("oak"),
		"/schools/oak/period":      p.ChoosePeriod("oak"),
		"/schools/oak/day/period":  p.OpenPeriod("oak"),
		"/schools/oak/roll":        p.RollAction("oak"),
		"/schools/oak/saves/t":     p.Save("oak", "t"),
		"/schools/oak/roll?period=7&class=9b&date=2025-11-20":          p.Roll("oak", roll),
		"/schools/oak/roll/statuses?period=7&class=9b&date=2025-11-20": p.RollStatuses("oak", roll),
		"/schools/oak/roll/events?period=7&class=9b&date=2025-11-20":   p.RollEvents("oak", roll),
		"/schools/oak/roll?save=t":                                     p.Roll("oak", paths.RollQuery{Save: "t"}),
		"/schools/oak/saves/t/decisions":                               p.SaveDecisions("oak", "t"),
		"/schools/oak/saves/t/request":                                 p.SaveRequest("oak", "t", ""),
		"/schools/oak/saves/t/request?others_save=o":                   p.SaveRequest("oak", "t", "o"),
		"/schools/oak/saves/t/send":                                    p.SaveSend("oak", "t"),
		"/schools/oak/saves/t/by-hand":                                 p.SaveByHand("oak", "t"),
		"/schools/oak/connection":                                      p.Connection("oak"),
		"/schools/oak/connection/key":                                  p.ConnectionKey("oak"),
		"/schools/oak/connection/start":                                p.ConnectionStart("oak"),
		"/schools/oak/connection/send":                                 p.ConnectionSend("oak"), "/schools/oak/settings/connection?checked=1": p.ConnectionChecked("oak"), "/schools/oak/connection/list": p.ConnectionList("oak"),
		"/schools/oak/connection/waiting":                  p.ConnectionWaiting("oak"),
		"/schools/oak/day":                                 p.Day("oak", ""),
		"/schools/oak/day?date=2025-11-20":                 p.Day("oak", "2025-11-20"),
		"/schools/oak/students?q=K.+O":                     p.Students("oak", "K. O"),
		"/schools/oak/students/41/history?date=2025-11-20": p.History("oak", "41", "2025-11-20"),
		"/schools/oak/settings":                            p.Settings("oak", ""),
		"/schools/oak/settings/school/marks.csv":           p.SchoolMarks("oak"),
		"/schools/oak/settings/school/remove":              p.RemoveSchool("oak"),
		"/schools/oak/settings/statuses":                   p.Settings("oak", "statuses"),
		"/schools/oak/exports/summary.xlsx?to=2025-11-20":  p.ExportSummary("oak", "xlsx", paths.ExportQuery{To: "2025-11-20"}), "/schools/oak/exports": p.Exports("oak", paths.ExportQuery{}),
		"/schools/oak/exports/marks.csv?period=7&class=9b&from=2025-11-17&to=2025-11-20": p.ExportMarks("oak", "csv", paths.ExportQuery{
			Period: "7", Class: "9b", From: "2025-11-17", To: "2025-11-20",
		}),
		"/schools/oak/exports/print?period=7&class=9b&date=2025-11-20": p.PrintDay("oak", roll),
		"/schools/oak/exports/paper?period=7&class=9b&date=2025-11-20": p.PaperRoll("oak", roll),
		"/schools/oak/students/41/month?period=7&month=2025-11":        p.StudentMonth("oak", "41", "7", "2025-11"),
		"/schools/oak/evacuation":                                      p.Evacuation("oak", ""),
		"/schools/oak/evacuation?copy=list":                            p.Evacuation("oak", "list"),
		"/schools/oak/month?period=7&class=9b&month=2025-11":           p.ClassMonth("oak", roll, "2025-11"),
		"/schools/oak/month?period=7&class=9b&month=2025-11&week=2":    p.ClassWeek("oak", roll, "2025-11", 2),
		"/schools/oak/settings/codes/england":                          p.CodesOf("oak", "england"),
		"/schools/oak/settings/calendar/days":                          p.CalendarAdd("oak"), "/schools/oak/settings/calendar/days/x/remove": p.CalendarRemove("oak", "x"), "/schools/oak/absences/reasons": p.AbsenceReasons("oak"), "/schools/oak/absences/file": p.AbsenceFile("oak"),
		"/schools/oak/reminders":                          p.Reminders("oak"),
		"/schools/oak/evacuation/worker.js":               p.EvacuationWorker("oak"),
		"/schools/oak/day/cells?period=7&date=2025-11-20": p.DayCells("oak", paths.DayQuery{Period: "7", Date: "2025-11-20"}),
		"/schools/oak/day/events?date=2025-11-20":         p.DayEvents("oak", paths.DayQuery{Date: "2025-11-20"}),
		"/cover/s":                                                 p.Cover("s"),
		"/schools/oak/covers?period=7&class=9b":                    p.Covers("oak", "7", "9b"),
		"/schools/oak/covers/x/revoke":                             p.CoverRevoke("oak", "x"),
		"/schools/oak/students/tray":                               p.Tray("oak"),
		"/schools/oak/students?tray=4&tray=5":                      p.Find("oak", paths.FindQuery{Tray: []string{"4", "5"}}),
		"/schools/oak/students?q=a&date=2025-11-20&open=4&saved=t": p.Find("oak", paths.FindQuery{Text: "a", Date: "2025-11-20", Open: "4", Save: "t"}),
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
		if got := p.School("oak"); got != "/rollbook/schools/oak" {
			t.Errorf("below %q: got %s", base, got)
		}
		if got := p.Home(); got != "/rollbook/" {
			t.Errorf("below %q: got %s", base, got)
		}
	}
	if got := paths.New("/").Home(); got != "/" {
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
	address, err := url.Parse(paths.New("/base").Roll("oak", paths.RollQuery{Class: text, Date: text}))
	if err != nil {
		t.Fatalf("%q as a parameter: %v", text, err)
	}
	if got := address.Query(); got.Get("class") != text || got.Get("date") != text {
		t.Errorf("%q came back as %q", text, got)
	}
	address, err = url.Parse(paths.New("/base").SaveRequest("oak", text, ""))
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
		"/door/worker.js":            p.DoorWorker(),
		"/door/away":                 p.DoorAway(),
		"/door/kept":                 p.DoorKept(),
		"/door/refused":              p.DoorRefused(),
		"/door/refused/roll":         p.DoorRefusedRoll(),
		"/schools/a%2Fb/day/refused": p.DayRefused("a/b"),
		"/door/manifest.webmanifest": p.DoorManifest(),
		"/demo/connect":              p.DemoConnect(),
		"/gallery?q=a+b&width=360":   p.GalleryAs("a b", "360", ""),
		"/demo/tablet":               p.DemoTablet(),
		"/demo/network":              p.DemoNetwork(),
	} {
		if got != "/rollbook"+want {
			t.Errorf("%s, want it at %s", got, want)
		}
	}
}
