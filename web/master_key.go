package web

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"rollbook/web/vault"
)

// keyCheckNote is the note that identifies the database's master key.
const keyCheckNote = "master_key_check"

// MasterKeyUse describes the use of one master key.
type MasterKeyUse struct {
	// ID identifies the key without revealing it.
	ID string
	// Sealed counts the secrets of the database that only this key opens.
	Sealed int
}

// MasterKeyUses describes each master key, the sealing one first. A key that seals nothing and is not the
// first can be removed.
func (a *App) MasterKeyUses(ctx context.Context) ([]MasterKeyUse, error) {
	counts, err := a.Store.SealedBy(ctx)
	if err != nil {
		return nil, err
	}
	var uses []MasterKeyUse
	for _, header := range a.Vault.Headers() {
		uses = append(uses, MasterKeyUse{ID: hex.EncodeToString(header[1:]), Sealed: counts[string(header)]})
	}
	return uses, nil
}

// checkMasterKey refuses master keys that do not open the database's values. During an exchange of keys that
// may require two of them. Once everything is sealed with the newest key, the database belongs to that key.
func (a *App) checkMasterKey(ctx context.Context) error {
	counts, err := a.Store.SealedBy(ctx)
	if err != nil {
		return err
	}
	for header := range counts {
		if a.Vault.Lacks([]byte(header)) {
			return vault.ErrWrongKey
		}
	}
	opens := slices.ContainsFunc(a.Vault.Headers(), func(header []byte) bool { return counts[string(header)] > 0 })
	kept, err := a.Store.Note(ctx, keyCheckNote)
	if err != nil {
		return err
	}
	check, err := hex.DecodeString(kept)
	if err != nil {
		return fmt.Errorf("read the check of the master key: %w", err)
	}
	if kept != "" && !opens && !a.Vault.Matches(check) {
		return vault.ErrWrongKey
	}
	// The newest key becomes the database's own, unless another still seals something.
	newest := hex.EncodeToString(a.Vault.KeyCheck())
	if kept == newest || len(counts) > 1 || len(counts) == 1 && counts[string(a.Vault.Headers()[0])] == 0 {
		return nil
	}
	return a.Store.SetNote(ctx, keyCheckNote, newest)
}

// resealAgainAfter is the pause before the next sealing: after a failure, and because other processes may
// still seal with an older key.
const resealAgainAfter = time.Minute

// reseal seals values of older master keys with the newest, until the context ends. Several processes may do
// this at once, and any may be killed: each value is replaced in one step, and only if it has not changed.
func (a *App) reseal(ctx context.Context) {
	if len(a.Vault.Headers()) < 2 {
		return
	}
	ticker := time.NewTicker(resealAgainAfter)
	defer ticker.Stop()
	for {
		resealed, err := a.resealOnce(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			a.Log.ErrorContext(ctx, "could not reseal all secrets with the newest master key", "error", err)
		case resealed > 0:
			a.Log.InfoContext(ctx, "all secrets use the newest master key; the old key can be removed", "resealed", resealed)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// resealOnce processes all values once. It leaves a value that does not open, and returns an error for it.
func (a *App) resealOnce(ctx context.Context) (resealed int, err error) {
	values, err := a.Store.SealedOtherwise(ctx, a.Vault.Headers()[0])
	if err != nil || len(values) == 0 {
		return 0, err
	}
	var failed error
	for _, value := range values {
		secret, err := a.Vault.Open(value.School, value.Value)
		if err != nil {
			failed = fmt.Errorf("open a secret of school %s: %w", value.School, err)
			continue
		}
		if err := a.Store.Reseal(ctx, value, a.Vault.Seal(value.School, secret.Reveal())); err != nil {
			return resealed, err
		}
		resealed++
	}
	if failed != nil {
		return resealed, failed
	}
	return resealed, a.checkMasterKey(ctx)
}
