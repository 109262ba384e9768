package services

import (
	"context"
	"fmt"

	"rollbook/apiclient"
	"rollbook/web/roll"
)

// Client returns a client of the school with the key in use. It belongs to the caller: its failures do not
// affect other callers.
func (c *Services) Client(ctx context.Context, school roll.School) (*apiclient.Client, error) {
	key, err := c.keyFor(ctx, school)
	if err != nil {
		return nil, err
	}
	secret, err := c.vault.Open(school.ID, key.Sealed)
	if err != nil {
		return nil, fmt.Errorf("open the key of school %s: %w", school.ID, err)
	}
	return c.ClientWith(school, apiclient.NewKey(secret.Reveal()))
}

// ClientWith returns a client of the school with a key that is not stored yet.
func (c *Services) ClientWith(school roll.School, key apiclient.Key) (*apiclient.Client, error) {
	guard, err := c.guard.Allowing(school.AllowPrivate)
	if err != nil {
		return nil, fmt.Errorf("school %s: %w", school.ID, err)
	}
	transport, err := c.transport.Allowing(school.AllowPrivate)
	if err != nil {
		return nil, fmt.Errorf("school %s: %w", school.ID, err)
	}
	base, err := apiclient.ParseBaseURL(school.BaseURL, guard)
	if err != nil {
		return nil, fmt.Errorf("the address of school %s: %w", school.ID, err)
	}
	client, err := apiclient.New(transport, base, apiclient.Credentials{Tenant: school.Tenant, SchoolCode: school.Code, Key: key})
	if err != nil {
		return nil, fmt.Errorf("the credentials of school %s: %w", school.ID, err)
	}
	return client, nil
}
