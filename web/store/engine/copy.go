package engine

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/pressly/goose/v3"
)

// ErrBackupEngine is returned by CopyTo for PostgreSQL, which has its own tools.
var ErrBackupEngine = errors.New("only SQLite databases are copied here; use pg_dump for PostgreSQL")

// CopyTo copies the database, as of one instant, into a file that must not exist. The copy is on the disk
// when it returns, and includes the writes of before. Others may read and write meanwhile. Until the copy is
// whole it has the suffix partCopied; a copy that was cut off keeps it, and the next one replaces it.
func (d *Database) CopyTo(ctx context.Context, file string, before func() error) error {
	if d.kind.dialect != goose.DialectSQLite3 {
		return ErrBackupEngine
	}
	if _, err := os.Lstat(file); err == nil {
		return fmt.Errorf("make the copy: %w", &os.PathError{Op: "create", Path: file, Err: os.ErrExist})
	}
	part := file + partCopied
	if err := d.copyPart(ctx, part, before); err != nil {
		return fmt.Errorf("make the copy: %w", err)
	}
	if err := os.Rename(part, file); err != nil {
		return fmt.Errorf("make the copy: %w", err)
	}
	return nil
}

// partCopied ends the name of a copy that is not whole yet.
const partCopied = ".part"

func (d *Database) copyPart(ctx context.Context, part string, before func() error) error {
	// The file is created here with private access. VACUUM INTO accepts an empty file.
	if err := os.Remove(part); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	made, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE|os.O_EXCL, private)
	if err != nil {
		return err
	}
	if err = before(); err == nil {
		_, err = d.writer.db.ExecContext(ctx, `VACUUM INTO $1`, part)
	}
	if err == nil {
		err = made.Sync()
	}
	if err != nil {
		return errors.Join(d.kind.classify(err), made.Close(), os.Remove(part))
	}
	return made.Close()
}
