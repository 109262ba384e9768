package services

import (
	"context"
	"errors"
	"fmt"

	"rollbook/apiclient"
	"rollbook/apiclient/mapping"
	"rollbook/web/roll"
)

// Try reads the school's periods (service document, section 4.2) with a sealed key that may differ from the
// one in use. It returns nil when the service accepts the key.
func (c *Services) Try(ctx context.Context, school roll.School, sealed []byte) error {
	secret, err := c.vault.Open(school.ID, sealed)
	if err != nil {
		return fmt.Errorf("open a key of school %s: %w", school.ID, err)
	}
	with, err := c.connect(school, secret)
	if err != nil {
		return err
	}
	_, err = with.reader.Read(ctx, mapping.Periods, mapping.Place{})
	if failure, ok := errors.AsType[*apiclient.Error](err); ok && failure.Status/100 == 2 {
		// Such an answer means that the service accepted the key, even if it is unreadable.
		return nil
	}
	if err != nil {
		return fmt.Errorf("try a key of school %s: %w", school.ID, err)
	}
	return nil
}
