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
// when it returns, and includes what before writes. Others may read and write meanwhile.
func (d *Database) CopyTo(ctx context.Context, file string, before func() error) error {
	if d.kind.dialect != goose.DialectSQLite3 {
		return ErrBackupEngine
	}
	// The file is created here with private access. VACUUM INTO accepts an empty file.
	made, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE|os.O_EXCL, private)
	if err != nil {
		return fmt.Errorf("make the copy: %w", err)
	}
	if err = before(); err == nil {
		_, err = d.writer.db.ExecContext(ctx, `VACUUM INTO $1`, file)
	}
	if err == nil {
		err = made.Sync()
	}
	if err != nil {
		return errors.Join(fmt.Errorf("make the copy: %w", d.kind.classify(err)), made.Close(), os.Remove(file))
	}
	return made.Close()
}
