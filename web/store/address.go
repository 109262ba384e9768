package store

import (
	"context"

	"rollbook/web/roll"
)

// SetBaseURL stores where the school's service is.
func (s *Store) SetBaseURL(ctx context.Context, school roll.SchoolID, baseURL string) error {
	return s.mustChange(ctx, `UPDATE schools SET base_url = $1 WHERE slug = $2`, baseURL, school)
}
