package web

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"rollbook/web/edge/settings"
	"rollbook/web/vault"
)

// MakeKeyFile makes a master key and the file for [settings.Config.FindKeyFile], readable only by its owner, if
// there is no key and the SQLite database is new, so that nothing was ever sealed in it. File is empty when none
// is made. Several processes that start together get the same key.
func MakeKeyFile(ctx context.Context, c *settings.Config, clock func() time.Time) (file string, err error) {
	file, ok := c.KeyFile()
	if !ok || c.MasterKeys != nil {
		return "", nil
	}
	if isNew, err := isNewDatabase(ctx, *c, clock); err != nil || !isNew {
		return "", err
	}
	made, err := writeKeyFile(file)
	if err == nil {
		err = c.FindKeyFile(os.ReadFile)
	}
	if err != nil || !made {
		return "", err
	}
	return file, nil
}

// isNewDatabase reports whether the SQLite database was never used with a master key.
func isNewDatabase(ctx context.Context, c settings.Config, clock func() time.Time) (isNew bool, err error) {
	kept, err := os.Stat(strings.TrimPrefix(c.Database.Reveal(), "sqlite:"))
	if errors.Is(err, fs.ErrNotExist) || err == nil && kept.Size() == 0 {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for the database: %w", err)
	}
	opened, err := OpenStore(ctx, c, clock)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	migrated, err := opened.Database.Migrated(ctx)
	if err != nil || !migrated {
		return false, err
	}
	used, err := opened.InUse(ctx)
	if err != nil || used {
		return false, err
	}
	check, err := opened.Note(ctx, keyCheckNote)
	return check == "", err
}

// writeKeyFile writes a new key and reports whether it did. It does not replace an existing file. The file
// gets its name only when it is complete.
func writeKeyFile(file string) (made bool, err error) {
	// CreateTemp makes private files.
	written, err := os.CreateTemp(filepath.Dir(file), settings.KeyFileName+".*")
	if err != nil {
		return false, fmt.Errorf("make the master key: %w", err)
	}
	defer func() { err = errors.Join(err, os.Remove(written.Name())) }()
	_, err = written.WriteString(vault.RandomMasterKey().Reveal() + "\n")
	if err = errors.Join(err, written.Sync(), written.Close()); err != nil {
		return false, fmt.Errorf("write the master key: %w", err)
	}
	err = os.Link(written.Name(), file)
	switch {
	case errors.Is(err, fs.ErrExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("keep the master key: %w", err)
	}
	return true, nil
}
