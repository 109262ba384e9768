package web

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/apiclient"
	"rollbook/web/edge/settings"
	"rollbook/web/roll"
	"rollbook/web/vault"
)

const sealedKey = "live_0123456789"

// opened is the program on the database with the master keys, newest first.
func opened(t *testing.T, database string, keys ...vault.MasterKey) (*App, error) {
	t.Helper()
	config := settings.Config{Database: vault.NewSecret(database), MasterKeys: keys}
	app, err := New(t.Context(), config, time.Now, slog.New(slog.DiscardHandler), nil, func(*echo.Echo, *echo.Group, *App) error { return nil })
	if err == nil {
		t.Cleanup(func() {
			if err := app.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	return app, err
}

func mustOpen(t *testing.T, database string, keys ...vault.MasterKey) *App {
	t.Helper()
	app, err := opened(t, database, keys...)
	if err != nil {
		t.Fatal(err)
	}
	return app
}

// sealedWith is a new database whose schools' keys are sealed with the master key.
func sealedWith(t *testing.T, key vault.MasterKey, schools ...roll.SchoolID) (database string) {
	t.Helper()
	database = "sqlite:" + filepath.Join(t.TempDir(), "rollbook.db")
	app := mustOpen(t, database, key)
	for _, id := range schools {
		school := roll.School{ID: id, Name: string(id), Zone: time.UTC, BaseURL: "https://service.example", Tenant: "t", Code: string(id), Call: time.Second, Apply: time.Second}
		if err := app.Connecting.AddSchool(t.Context(), school, apiclient.NewKey(sealedKey)); err != nil {
			t.Fatal(err)
		}
	}
	return database
}

func (a *App) opensAll(t *testing.T, schools ...roll.SchoolID) {
	t.Helper()
	for _, school := range schools {
		key, err := a.Store.KeyInUse(t.Context(), school)
		if err != nil {
			t.Fatal(err)
		}
		if value, err := a.Vault.Open(school, key.Sealed); err != nil || value.Reveal() != sealedKey {
			t.Errorf("the key of %s: %v", school, err)
		}
	}
}

func TestAfterAStartWithBothTheOldMasterKeyIsNotNeeded(t *testing.T) {
	t.Parallel()
	older, newer := vault.RandomMasterKey(), vault.RandomMasterKey()
	database := sealedWith(t, older, "north", "south")
	both := mustOpen(t, database, newer, older)
	if uses, err := both.MasterKeyUses(t.Context()); err != nil || uses[0].Sealed != 0 || uses[1].Sealed != 2 {
		t.Fatalf("before: %+v, %v", uses, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	running.Go(func() {
		if err := both.Run(ctx, listener); err != nil {
			t.Error(err)
		}
	})
	for {
		uses, err := both.MasterKeyUses(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if uses[0].Sealed == 2 && uses[1].Sealed == 0 {
			break
		}
	}
	stop()
	running.Wait()
	mustOpen(t, database, newer).opensAll(t, "north", "south")
	if _, err := opened(t, database, older); !errors.Is(err, vault.ErrWrongKey) {
		t.Errorf("the old master key alone: %v", err)
	}
}

func TestWhileMasterKeysAreExchangedNeitherAloneStarts(t *testing.T) {
	t.Parallel()
	older, newer := vault.RandomMasterKey(), vault.RandomMasterKey()
	database := sealedWith(t, older, "north", "south")
	both := mustOpen(t, database, newer, older)
	// The process is killed after the first of two.
	values, err := both.Store.SealedOtherwise(t.Context(), both.Vault.Headers()[0])
	if err != nil || len(values) != 2 {
		t.Fatalf("%d values, %v", len(values), err)
	}
	if err := both.Store.Reseal(t.Context(), values[0], both.Vault.Seal(values[0].School, sealedKey)); err != nil {
		t.Fatal(err)
	}
	for _, key := range []vault.MasterKey{older, newer, vault.RandomMasterKey()} {
		if _, err := opened(t, database, key); !errors.Is(err, vault.ErrWrongKey) {
			t.Errorf("one master key alone: %v", err)
		}
	}
	again := mustOpen(t, database, newer, older)
	again.opensAll(t, "north", "south")
	if resealed, err := again.resealOnce(t.Context()); err != nil || resealed != 1 {
		t.Errorf("%d resealed, %v", resealed, err)
	}
	mustOpen(t, database, newer).opensAll(t, "north", "south")
}

func TestSeveralProcessesSealAnewAtOnce(t *testing.T) {
	t.Parallel()
	older, newer := vault.RandomMasterKey(), vault.RandomMasterKey()
	schools := []roll.SchoolID{"a", "b", "c", "d", "e", "f"}
	database := sealedWith(t, older, schools...)
	var all sync.WaitGroup
	for range 3 {
		app := mustOpen(t, database, newer, older)
		all.Go(func() {
			if _, err := app.resealOnce(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	mustOpen(t, database, newer).opensAll(t, schools...)
}

func TestASecretThatDoesNotOpenStaysAndIsReportedAndTheRestIsSealedAgain(t *testing.T) {
	t.Parallel()
	older, newer := vault.RandomMasterKey(), vault.RandomMasterKey()
	database := sealedWith(t, older, "north", "south")
	both := mustOpen(t, database, newer, older)
	values, err := both.Store.SealedOtherwise(t.Context(), both.Vault.Headers()[0])
	if err != nil {
		t.Fatal(err)
	}
	damaged := append([]byte(nil), values[0].Value...)
	damaged[len(damaged)-1] ^= 1
	if err := both.Store.Reseal(t.Context(), values[0], damaged); err != nil {
		t.Fatal(err)
	}
	if resealed, err := both.resealOnce(t.Context()); resealed != 1 || !errors.Is(err, vault.ErrTampered) {
		t.Errorf("%d resealed, %v", resealed, err)
	}
	if uses, err := both.MasterKeyUses(t.Context()); err != nil || uses[1].Sealed != 1 {
		t.Errorf("after: %+v, %v", uses, err)
	}
}

func TestADatabaseWithoutSchoolsFollowsItsMasterKey(t *testing.T) {
	t.Parallel()
	older, newer := vault.RandomMasterKey(), vault.RandomMasterKey()
	database := sealedWith(t, older)
	if _, err := opened(t, database, newer); !errors.Is(err, vault.ErrWrongKey) {
		t.Errorf("another master key: %v", err)
	}
	mustOpen(t, database, newer, older)
	mustOpen(t, database, newer)
}

func TestWebhookSecretsAreSealedAnewToo(t *testing.T) {
	t.Parallel()
	older, newer := vault.RandomMasterKey(), vault.RandomMasterKey()
	database := sealedWith(t, older, "north")
	const secret = "whsec_bm9ib2R5IGtub3dzIHRoaXMgc2VjcmV0IQ=="
	if err := mustOpen(t, database, older).Lists.Hooks.AddSecret(t.Context(), "north", secret); err != nil {
		t.Fatal(err)
	}
	if resealed, err := mustOpen(t, database, newer, older).resealOnce(t.Context()); err != nil || resealed != 2 {
		t.Errorf("%d resealed, %v", resealed, err)
	}
	after := mustOpen(t, database, newer)
	kept, err := after.Store.WebhookSecrets(t.Context(), "north")
	if err != nil || len(kept) != 1 {
		t.Fatalf("%d secrets, %v", len(kept), err)
	}
	if opened, err := after.Vault.Open("north", kept[0].Sealed); err != nil || opened.Reveal() != secret {
		t.Errorf("the secret: %v", err)
	}
}
