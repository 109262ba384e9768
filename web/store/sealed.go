package store

import (
	"context"
	"database/sql"

	"rollbook/web/roll"
)

// sealedTables are the tables that hold what the vault sealed: each has the columns
// school, id and sealed.
func sealedTables() []string { return []string{"school_keys", "webhook_secrets"} }

// Sealed is a sealed value where it stands.
type Sealed struct {
	School roll.SchoolID
	Value  []byte
	table  string
	id     string
}

// sealedHeader is the beginning of a sealed value, which names the key that sealed it.
const sealedHeader = `substr(sealed, 1, 9)`

// SealedBy counts the sealed values by their first bytes, which name the key that
// sealed them.
func (s *Store) SealedBy(ctx context.Context) (map[string]int, error) {
	counts := make(map[string]int)
	for _, table := range sealedTables() {
		err := s.query(ctx, func(rows *sql.Rows) error {
			var header []byte
			var count int
			err := rows.Scan(&header, &count)
			counts[string(header)] += count
			return err
		}, `SELECT `+sealedHeader+`, count(*) FROM `+table+` GROUP BY `+sealedHeader)
		if err != nil {
			return nil, err
		}
	}
	return counts, nil
}

// SealedOtherwise lists the sealed values that do not begin so.
func (s *Store) SealedOtherwise(ctx context.Context, header []byte) ([]Sealed, error) {
	var all []Sealed
	for _, table := range sealedTables() {
		err := s.query(ctx, func(rows *sql.Rows) error {
			found := Sealed{table: table}
			err := rows.Scan(&found.School, &found.id, &found.Value)
			all = append(all, found)
			return err
		}, `SELECT school, id, sealed FROM `+table+` WHERE `+sealedHeader+` <> $1`, header)
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Reseal puts the same secret, sealed anew, in the place of the value. A value that
// was changed or removed meanwhile stays as it is.
func (s *Store) Reseal(ctx context.Context, value Sealed, anew []byte) error {
	_, err := s.exec(ctx, `UPDATE `+value.table+` SET sealed = $1 WHERE school = $2 AND id = $3 AND sealed = $4`, anew, value.School, value.id, value.Value)
	return err
}
