package services

import (
	"context"
	"errors"
	"fmt"

	"rollbook/web/roll"
	"rollbook/web/store"
)

// errMoved is the reason for sending nothing for a moment.
var errMoved = errors.New("the school's service is elsewhere since its settings were read")

// keyFor is the key in use, for calls to where the caller knows the school's service to
// be. A key that was entered meanwhile for another place is not sent to this one.
func (c *Services) keyFor(ctx context.Context, school roll.School) (store.Key, error) {
	key, err := c.keys.KeyInUse(ctx, school.ID)
	if err != nil {
		return key, fmt.Errorf("find the key of school %s: %w", school.ID, err)
	}
	if key.Place != (store.Place{BaseURL: school.BaseURL, Tenant: school.Tenant, Code: school.Code}) {
		return store.Key{}, fmt.Errorf("school %s: %w", school.ID, errMoved)
	}
	return key, nil
}
