package web

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"rollbook/web/vault"
)

// keyCheckNote is the note that tells the database's master key from others.
const keyCheckNote = "master_key_check"

// MasterKeyUse tells what one of the master keys still seals.
type MasterKeyUse struct {
	// ID tells the key from others and nothing about it.
	ID string
	// Sealed counts the secrets of the database that only this key opens.
	Sealed int
}

// MasterKeyUses tells of each master key, the one that seals first: one that seals
// nothing any more, and is not the first, may go.
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

// checkMasterKey refuses master keys that do not open what the database holds. While
// keys are exchanged that may take two of them. Once everything is sealed with the
// newest key, the database belongs to that key.
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
	return a.noteMasterKey(ctx, counts, kept)
}

// noteMasterKey makes the newest key the database's own, unless another still seals
// something.
func (a *App) noteMasterKey(ctx context.Context, counts map[string]int, kept string) error {
	newest := hex.EncodeToString(a.Vault.KeyCheck())
	if kept == newest || len(counts) > 1 || len(counts) == 1 && counts[string(a.Vault.Headers()[0])] == 0 {
		return nil
	}
	return a.Store.SetNote(ctx, keyCheckNote, newest)
}

// resealAgainAfter is the pause before sealing anew is tried again: after a failure, and
// because other processes may still seal with an older key.
const resealAgainAfter = time.Minute

// reseal seals with the newest master key what an older one sealed, until the context
// ends. Several processes may be at it, and any of them may be killed: each value is
// replaced in one step, and only while it is still the one that was opened.
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
			a.Log.ErrorContext(ctx, "not everything could be sealed with the newest master key", "error", err)
		case resealed > 0:
			a.Log.InfoContext(ctx, "everything is sealed with the newest master key; the older one may go", "resealed", resealed)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// resealOnce goes through everything once. A value that does not open stays, and the
// error tells of it.
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
