package store

import (
	"slices"
	"testing"
	"time"

	"rollbook/web/store/postgrestest"
)

// sentence is one promise of the store for every engine.
type sentence struct {
	says  string
	holds func(f *fixture)
}

// conformance tests an engine against every promise. fresh returns the location of an empty database with all
// tables, empty that of one without tables.
func conformance(t *testing.T, fresh, empty func(t *testing.T) string) {
	t.Helper()
	for _, sentence := range slices.Concat(migrationSentences(), newerSentences()) {
		t.Run(sentence.says, func(t *testing.T) {
			t.Parallel()
			sentence.holds(untouched{t, empty(t)})
		})
	}
	for _, sentence := range slices.Concat(
		acceptSentences(),
		generationSentences(), namedAgainSentences(), renumberingSentences(),
		heldSentences(),
		repeatSentences(),
		concurrencySentences(),
		acceptClaimSentences(), namingSentences(),
		claimSentences(),
		checkSentences(),
		closeSentences(),
		expirySentences(),
		stopSentences(),
		clockSentences(),
		dueSentences(),
		probeSentences(),
		storySentences(),
		peopleSentences(),
		listSentences(),
		schoolSentences(),
		stripSentences(),
		connectionDecisionSentences(),
		readSentences(),
		identitySentences(),
		connectSentences(),
		keySentences(),
		webhookSentences(),
		importSentences(), heldListSentences(), listVersionSentences(),
		groupSentences(), factorSentences(), knownSentences(), movementSentences(),
		calendarSentences(),
		boardSentences(),
		lastChangeSentences(), ownClassSentences(), reasonSentences(),
		dayStampSentences(),
		coverSentences(),
		tabletSentences(),
		proofSentences(),
		standingSentences(), admissionSentences(),
		accountLinkSentences(), firstStartSentences(),
		schoolPeopleSentences(), schoolEndSentences(), pinSentences(),
		goneSentences(),
		literalSentences(), auditSentences(), codeSentences(), keepingSentences(), oneStudentSentences(),
	) {
		t.Run(sentence.says, func(t *testing.T) {
			t.Parallel()
			sentence.holds(newFixture(t, fresh(t)))
		})
	}
}

func TestSQLiteKeepsWhatTheStorePromises(t *testing.T) {
	t.Parallel()
	template := newFile(t)
	migrated(t, template)
	conformance(t, func(t *testing.T) string {
		t.Helper()
		location := newFile(t)
		copyFile(t, template, location)
		return location
	}, newFile)
}

func TestPostgreSQLKeepsWhatTheStorePromises(t *testing.T) {
	t.Parallel()
	server, ok := postgrestest.Start(t)
	if !ok {
		return
	}
	pool := newDatabasePool(server, migrated)
	conformance(t, func(t *testing.T) string {
		t.Helper()
		return pool.Lend(t, "goose_db_version")
	}, func(t *testing.T) string { t.Helper(); return server.NewDatabase(t) })
}

// migrated creates the tables of the database at the location.
func migrated(t *testing.T, location string) {
	t.Helper()
	opened, err := Open(t.Context(), location, time.Now)
	must(t, err)
	must(t, opened.Database.Migrate(t.Context()))
	must(t, opened.Close())
}
