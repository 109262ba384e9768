package demo

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
)

// report makes the sample school system send webhooks to the dashboard at the address. It removes those of an
// earlier run.
func (d *Demonstration) report(ctx context.Context, address net.Addr) error {
	for _, school := range d.schools {
		path := "/hooks/" + string(school.id)
		if err := d.forgetReports(ctx, school, path); err != nil {
			return err
		}
		secret, err := d.service.sandbox.AddWebhook(school.code, "http://"+address.String()+path)
		if err != nil {
			return fmt.Errorf("have %s report its changes: %w", school.id, err)
		}
		if err := d.app.Lists.Hooks.AddSecret(ctx, school.id, secret); err != nil {
			return err
		}
	}
	return nil
}

// forgetReports removes the address and the secret of an earlier run, when the dashboard may have had another
// address.
func (d *Demonstration) forgetReports(ctx context.Context, school sampleSchool, path string) error {
	known, err := d.service.sandbox.Webhooks(school.code)
	if err != nil {
		return fmt.Errorf("list the addresses of %s: %w", school.id, err)
	}
	for _, webhook := range known {
		if !strings.HasSuffix(webhook.URL, path) {
			continue
		}
		if err := d.service.sandbox.RemoveWebhook(school.code, webhook.ID); err != nil {
			return fmt.Errorf("remove an address of %s: %w", school.id, err)
		}
		secrets, err := d.app.Lists.Hooks.Secrets(ctx, school.id)
		for _, secret := range secrets {
			if secret.LastFour == webhook.LastFour() {
				err = errors.Join(err, d.app.Lists.Hooks.RemoveSecret(ctx, school.id, secret.ID))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// System returns the address of the sample school system's own page.
func (d *Demonstration) System() string { return d.service.baseURL() + "/integrations" }
