package command

import (
	"errors"

	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/vault"
)

// explain is the error as the operator reads it.
func explain(err error) string {
	var problem *roll.Error
	var newer *store.NewerError
	switch {
	case errors.As(err, &newer):
		return newer.Error()
	case store.Damaged(err):
		return "the database file is damaged and was left as it is; put back a copy made with `rollbook backup`"
	case errors.Is(err, vault.ErrNoMasterKey):
		return "ROLLBOOK_MASTER_KEY: " + vault.ErrNoMasterKey.Error()
	case errors.Is(err, vault.ErrWrongKey):
		return "ROLLBOOK_MASTER_KEY: " + vault.ErrWrongKey.Error()
	case errors.As(err, &problem) && problem.Err != nil:
		return "the database: " + problem.Err.Error()
	}
	return err.Error()
}
