package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"rollbook/web/vault"
)

// KeyFileName is the name of the file beside an SQLite database that holds its master key if no setting does.
const KeyFileName = "master.key"

// KeyFile returns the path of that file, whether it exists or not; ok is false for other databases, which
// several machines may use.
func (c *Config) KeyFile() (file string, ok bool) {
	database, ok := strings.CutPrefix(c.Database.Reveal(), "sqlite:")
	return filepath.Join(filepath.Dir(database), KeyFileName), ok
}

// FindKeyFile reads the master key from the file master.key beside an SQLite database, if no setting has one
// and the file exists. The error is a *SettingError.
func (c *Config) FindKeyFile(readFile func(string) ([]byte, error)) error {
	file, ok := c.KeyFile()
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
	if c.Given != nil {
		c.Given[name] = Given{FromFile, vault.NewSecret(key.Reveal())}
	}
	return nil
}
