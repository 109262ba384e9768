package faults_test

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// TestNothingReachesAnotherConnectionHoweverOftenTheProgramIsKilled kills the program while an admin moves
// the school between two hosts and people press Save.
func TestNothingReachesAnotherConnectionHoweverOftenTheProgramIsKilled(t *testing.T) {
	t.Parallel()
	movesUnderKills(t, "sqlite:"+filepath.Join(t.TempDir(), "rollbook.db"), killsWanted(t, 6, 3))
}

// TestNothingOnPostgreSQLReachesAnotherConnectionHoweverOftenTheProgramIsKilled is the same test on
// PostgreSQL.
func TestNothingOnPostgreSQLReachesAnotherConnectionHoweverOftenTheProgramIsKilled(t *testing.T) {
	t.Parallel()
	onPostgreSQL(t, killsWanted(t, 4, 0), movesUnderKills)
}

func movesUnderKills(t *testing.T, location string, kills int) {
	t.Helper()
	binary, err := apptest.BuildProgram(t)
	apptest.Must(t, err)
	d := apptest.DeployOn(t, binary, location, time.Second, "")
	other := httptest.NewServer(d.Sandbox)
	t.Cleanup(other.Close)
	at := apptest.NewPort(t)
	running := d.Start(t, at)
	crowd := gather(t, d, "8B", "9A", "7A")
	ada := d.As(t, apptest.Administrator)
	inspected, chance := inspect(t, d), rand.New(rand.NewPCG(4, 5))
	hosts := noteHost(t, inspected, make(map[int64]string))
	form := credentials(t, d)
	enter := func(address string) error {
		form.Set("address", address)
		_, err := ada.Try(ada.T.Context(), http.MethodPost, apptest.ConnectPath, apptest.FormBody(form), apptest.OfForm(nil)...)
		return err
	}
	for kill := range kills {
		crowd.wait(t, time.Duration(chance.Int64N(int64(400*time.Millisecond))))
		entered := make(chan error, 1)
		go func() { entered <- enter([]string{other.URL, d.Service.URL}[kill%2]) }()
		crowd.wait(t, time.Duration(chance.Int64N(int64(1500*time.Millisecond))))
		running.Kill()
		if err := <-entered; err != nil {
			t.Logf("a change met the kill: %v", err)
		}
		hosts = noteHost(t, inspected, hosts)
		running = d.Begin(t, at)
		running.AwaitReady(t)
	}
	for _, address := range []string{d.Service.URL, other.URL} {
		apptest.Must(t, enter(address))
		hosts = noteHost(t, inspected, hosts)
		crowd.wait(t, 2*time.Second)
	}
	crowd.disperse()
	apptest.Eventually(t, "nothing is under way", func() bool {
		counts := apptest.Outcomes(t, inspected)
		return counts[roll.Waiting]+counts[roll.Confirming] == 0
	})
	crowd.wantKept(t, inspected)
	crowd.wantSentTo(t, inspected, hosts)
	running.Terminate(t)
}

// credentials makes an admin enter the school's system, with all values but its address.
func credentials(t *testing.T, d *apptest.Deployment) url.Values {
	t.Helper()
	known, err := d.Sandbox.Schools()
	apptest.Must(t, err)
	return url.Values{"tenant": {known[0].Tenant}, "code": {apptest.HarbourCode}, "key": {d.NewKey(t, apptest.HarbourCode).Reveal()}}
}

// noteHost records the host of the school's service for the generation of the connection.
func noteHost(t *testing.T, inspected *store.Store, hosts map[int64]string) map[int64]string {
	t.Helper()
	school, err := inspected.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	if noted, known := hosts[school.Connected]; known && noted != school.BaseURL {
		t.Errorf("generation %d was at %s and is at %s", school.Connected, noted, school.BaseURL)
	}
	hosts[school.Connected] = school.BaseURL
	return hosts
}

// wantSentTo expects every request of a press to have been sent to the host of its generation.
func (c *crowd) wantSentTo(t *testing.T, inspected *store.Store, hosts map[int64]string) {
	t.Helper()
	sent := make(map[string]int)
	for token := range c.acknowledged {
		story, err := inspected.Story(t.Context(), apptest.Harbour, token)
		apptest.Must(t, err)
		connected := story.Save.Generation
		for connected > 1 && hosts[connected] == "" {
			connected--
		}
		for _, attempt := range story.Attempts {
			exchange, kept, err := attempt.Exchanged()
			apptest.Must(t, err)
			if !kept || exchange.URL == "" {
				continue
			}
			if !strings.HasPrefix(exchange.URL, hosts[connected]) {
				t.Errorf("a mark of generation %d, at %s, went to %s", story.Save.Generation, hosts[connected], exchange.URL)
			}
			sent[hosts[connected]]++
		}
	}
	if len(sent) < 2 {
		t.Errorf("sent were %v", sent)
	}
	t.Logf("%d connections, sent to %v", len(hosts), sent)
}
