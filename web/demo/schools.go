package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/sandbox/registrar"
	"rollbook/web"
	"rollbook/web/connecting/setup"
	"rollbook/web/live"
	"rollbook/web/roll"
	"rollbook/web/store/schools"
)

// findAgain updates the stored schools with the present address of the school system. It adds the unconnected school
// to older data without it.
func (d *Demonstration) findAgain(ctx context.Context, known []roll.School) error {
	if !slices.ContainsFunc(known, func(school roll.School) bool { return school.ID == unconnectedSchool().id }) {
		if err := d.addUnconnected(ctx); err != nil {
			return err
		}
	}
	for _, school := range known {
		if school.BaseURL == "" {
			continue
		}
		if err := d.app.Store.SetBaseURL(ctx, school.ID, d.service.baseURL()); err != nil {
			return err
		}
	}
	return nil
}

// sampleApply is how long the sample school system may still apply an abandoned call: twice as long as a slow
// call takes.
const sampleApply = 2 * slowBy * time.Millisecond

// connect makes a key for each school and adds the school with it.
func (d *Demonstration) connect(ctx context.Context) error {
	for _, school := range d.schools {
		_, key, err := d.service.sandbox.CreateKey(school.code, "Rollbook")
		if err != nil {
			return fmt.Errorf("make a key for %s: %w", school.name, err)
		}
		added := setup.Begun(school.id, school.name, time.Local)
		added.BaseURL, added.Apply = d.service.baseURL(), sampleApply
		added.Tenant, added.Code, added.RollsDue = school.tenant, school.code, rollsDue
		if err := d.app.Connecting.AddSchool(ctx, added, apiclient.NewKey(key)); err != nil {
			return fmt.Errorf("add %s: %w", school.name, err)
		}
		if err := d.app.Store.SetSchoolName(ctx, school.id, school.name, school.language); err != nil {
			return fmt.Errorf("choose the language of %s: %w", school.name, err)
		}
	}
	return nil
}

// admit stores the people of the schools. They share a password, so it is hashed once.
func (d *Demonstration) admit(ctx context.Context, schools ...sampleSchool) error {
	hash, err := d.app.Identity.Passwords.Hash(ctx, password)
	if err != nil {
		return err
	}
	for _, one := range peopleOf(schools) {
		person := roll.Person{ID: personID(one), Email: one.Email, Name: one.Name}
		if err := d.app.Store.AddPerson(ctx, person, hash); err != nil {
			return fmt.Errorf("add %s: %w", one.Email, err)
		}
	}
	for _, school := range schools {
		for _, one := range school.people {
			if err := d.app.Store.Join(ctx, personID(one), school.id, one.Role); err != nil {
				return fmt.Errorf("add %s: %w", one.Email, err)
			}
		}
	}
	return nil
}

// People returns the people as whom a visitor may enter, each once.
func (d *Demonstration) People() []web.DemoPerson { return peopleOf(d.all()) }

// Break starts a fault of the school system, or ends it ("none") and continues the waiting marks at once.
func (d *Demonstration) Break(ctx context.Context, fault string) error {
	if err := d.service.fail(ctx, fault); err != nil || fault != "none" {
		return err
	}
	for _, school := range d.all() {
		if err := d.app.Store.Resume(ctx, school.id); err != nil {
			return err
		}
		if _, err := d.app.Store.HurryUp(ctx, school.id); err != nil {
			return err
		}
		d.app.Live.Changed(live.SchoolOf(school.id))
	}
	return nil
}

// all returns every school of the demonstration.
func (d *Demonstration) all() []sampleSchool {
	return append(slices.Clone(d.schools), unconnectedSchool())
}

// addUnconnected adds the unconnected school, with its admin, and makes a new key in its school system.
func (d *Demonstration) addUnconnected(ctx context.Context) error {
	third := unconnectedSchool()
	added := setup.Begun(third.id, third.name, time.Local)
	added.Apply, added.Proof = sampleApply, roll.ProvenByDocument // until its lists are read in another way
	if err := d.app.Store.AddSchool(ctx, added, schools.Key{}); err != nil {
		return fmt.Errorf("add %s: %w", third.name, err)
	}
	if err := d.admit(ctx, third); err != nil {
		return err
	}
	return d.service.registrar.Renew()
}

// Unconnected returns the admin of the school that is not connected at first.
func (d *Demonstration) Unconnected() web.DemoPerson { return unconnectedSchool().people[0] }

// Help returns the address of that school system's help page.
func (d *Demonstration) Help() string { return d.service.baseURL() + registrar.HelpPath }

// BeginAgain removes the school with all its data, as its admin could, and adds it again.
func (d *Demonstration) BeginAgain(ctx context.Context) error {
	school, err := d.app.Store.School(ctx, unconnectedSchool().id)
	if err != nil {
		return err
	}
	// A school can be removed only after its marks were exported. These are invented.
	if err := d.app.Connecting.Ending.Export(ctx, "", school, d.app.Site.Words.For(""), io.Discard); err != nil {
		return err
	}
	if _, err := d.app.Connecting.Ending.Remove(ctx, "", school, school.Name); err != nil {
		return err
	}
	return d.addUnconnected(ctx)
}

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
