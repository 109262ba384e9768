package load_test

import (
	"cmp"
	"flag"
	"path/filepath"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web"
	"rollbook/web/edge/settings"
	"rollbook/web/store"
	"rollbook/web/vault"
)

// An older build of the program to measure in turns with this one, as an absolute path, and the share of its cost at
// which a benchmark fails. Without a share it only reports.
var (
	against = flag.String("against", "", "a build of the program to measure in turns with this one")
	most    = flag.Float64("most", 0, "fail when a cost is that many times the cost of the other build")
)

// wantNoMore reports a cost, and beside it the cost of the other build. It fails when the cost is too many times as
// large.
func wantNoMore(b *testing.B, unit string, costs ...float64) {
	b.Helper()
	b.ReportMetric(costs[0], unit)
	if len(costs) == 1 {
		return
	}
	b.ReportMetric(costs[1], "against-"+unit)
	// The first run of a benchmark is a single one. A benchmark that fails loses its metrics, so all are logged.
	if *most == 0 || b.N == 1 {
		return
	}
	say := b.Logf
	if costs[0] > *most*costs[1] {
		say = b.Errorf
	}
	say("%s: %.2f, %.2f of the other build", unit, costs[0], costs[1])
}

// builds returns this program's binary, and the other build if there is one.
func builds(this string) []string {
	if *against == "" {
		return []string{this}
	}
	return []string{this, *against}
}

// fitTables brings the tables of a filled database to the version that the binary makes on an empty one.
func fitTables(b *testing.B, location, binary string) {
	b.Helper()
	config := settings.Config{Database: vault.NewSecret("sqlite:" + filepath.Join(b.TempDir(), "rollbook.db"))}
	timeToAnswer(b, &apptest.Deployment{
		Program: &apptest.Program{App: &web.App{Config: config}}, Binary: binary, Key: vault.RandomMasterKey(),
	})
	empty, err := store.Open(b.Context(), config.Database.Reveal(), time.Now)
	apptest.Must(b, err)
	made, err := empty.Database.Provider()
	apptest.Must(b, err)
	version, err := made.GetDBVersion(b.Context())
	apptest.Must(b, cmp.Or(err, empty.Close()))
	filled, err := store.Open(b.Context(), location, time.Now)
	apptest.Must(b, err)
	tables, err := filled.Database.Provider()
	apptest.Must(b, err)
	_, err = tables.DownTo(b.Context(), version)
	apptest.Must(b, cmp.Or(err, filled.Close()))
}
