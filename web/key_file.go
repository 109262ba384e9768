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

	"rollbook/web/vault"
)

// keyFileName is the file beside an SQLite database that holds its master key where no setting does.
const keyFileName = "master.key"

// keyFile returns the path of that file, whether it is there or not; ok is false for other
// databases, which several machines may use.
func (c *Config) keyFile() (file string, ok bool) {
	database, ok := strings.CutPrefix(c.Database.Reveal(), "sqlite:")
	return filepath.Join(filepath.Dir(database), keyFileName), ok
}

// FindKeyFile takes the master key from the file master.key beside an SQLite database, where no
// setting has one and the file is there. The error is a *SettingError.
func (c *Config) FindKeyFile(readFile func(string) ([]byte, error)) error {
	file, ok := c.keyFile()
	if !ok || c.MasterKeys != nil {
		return nil
	}
	text, err := readFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	const name = settingPrefix + "MASTER_KEY"
	var key vault.MasterKey
	if err == nil {
		key, err = vault.ParseMasterKey(string(text))
	}
	if err != nil {
		return &SettingError{Name: name, Err: oneLine(fmt.Errorf("%s: %w", file, err))}
	}
	c.MasterKeys = []vault.MasterKey{key}
	if c.Sources != nil {
		c.Sources[name] = FromFile
	}
	return nil
}

// MakeKeyFile makes a master key and the file for FindKeyFile, which only its owner may read, where
// there is no key and the SQLite database is new: nothing was ever sealed in it. file is empty where
// none is made. Of several processes that start together all get the same key.
func (c *Config) MakeKeyFile(ctx context.Context, clock func() time.Time) (file string, err error) {
	file, ok := c.keyFile()
	if !ok || c.MasterKeys != nil {
		return "", nil
	}
	if isNew, err := c.isNew(ctx, clock); err != nil || !isNew {
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

// isNew reports whether the SQLite database was never used with a master key.
func (c *Config) isNew(ctx context.Context, clock func() time.Time) (isNew bool, err error) {
	kept, err := os.Stat(strings.TrimPrefix(c.Database.Reveal(), "sqlite:"))
	if errors.Is(err, fs.ErrNotExist) || err == nil && kept.Size() == 0 {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for the database: %w", err)
	}
	opened, err := OpenStore(ctx, *c, clock)
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

// writeKeyFile writes a new key and reports whether it did: a file that is there stays. It has its
// name only when it is whole.
func writeKeyFile(file string) (made bool, err error) {
	// CreateTemp's files are their owner's alone.
	written, err := os.CreateTemp(filepath.Dir(file), keyFileName+".*")
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
