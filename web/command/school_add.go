package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"rollbook/apiclient"
	"rollbook/web"
	"rollbook/web/connecting/readings"
	"rollbook/web/connecting/setup"
	"rollbook/web/roll"
)

// schoolAdd connects a school.
type schoolAdd struct {
	Slug       string `required:"" placeholder:"S" help:"Permanent name in addresses: up to 40 of a-z, 0-9 and inner hyphens."`
	Name       string `required:"" placeholder:"N" help:"Name to show."`
	BaseURL    string `required:"" name:"base-url" placeholder:"U" help:"The address of its school system."`
	Tenant     string `required:"" placeholder:"T" help:"The tenant of its account there."`
	SchoolCode string `required:"" placeholder:"C" help:"School code of the key."`
	TimeZone   string `required:"" placeholder:"Z" help:"Time zone, such as Europe/Paris."`
	KeyFile    string `required:"" placeholder:"F" help:"File with the key; - reads stdin."`

	AllowPrivate string `placeholder:"LIST" help:"Private addresses allowed for its school system only, such as 10.0.0.0/8 or 10.1.2.3:8443."`
}

// Run stores the school with its key.
func (s schoolAdd) Run(ctx context.Context, p *process, app *web.App) error {
	added, err := s.school()
	if err != nil {
		return err
	}
	key, err := readKey(p, s.KeyFile, added)
	if err != nil {
		return err
	}
	guard, err := apiclient.NewGuard(app.Config.PrivateServices).Allowing(added.AllowPrivate)
	if err != nil {
		return err
	}
	base, err := apiclient.ParseBaseURL(s.BaseURL, guard)
	if err != nil {
		return explainAddress(err)
	}
	added.BaseURL = base.String()
	err = app.Connecting.AddSchool(ctx, added, key)
	if roll.KindOf(err) == roll.Stale {
		return fmt.Errorf("--slug: there is already a school with this slug: %q", s.Slug)
	}
	return p.doneWithEvent(ctx, app, err, "school-added", added.ID, "added %s at %s with the key %s\n", added.ID,
		added.BaseURL, key.Masked())
}

// explainAddress adds the flag that allows an address of a private network.
func explainAddress(err error) error {
	if refused, ok := errors.AsType[*apiclient.ForbiddenAddressError](err); ok &&
		refused.Problem == apiclient.AddressPrivate && !refused.Never {
		return fmt.Errorf("--base-url: %w; where the school system lives there, allow its network by --allow-private", err)
	}
	return fmt.Errorf("--base-url: %w", err)
}

func (s schoolAdd) school() (roll.School, error) {
	added, err := setup.NewSchool(readings.Typed{readings.Slug: s.Slug, readings.SchoolName: s.Name,
		readings.TimeZone: s.TimeZone})
	if err != nil {
		return added, s.explain(err)
	}
	if added.AllowPrivate, err = allowances("--allow-private", s.AllowPrivate); err != nil {
		return added, err
	}
	added.Tenant, added.Code = s.Tenant, s.SchoolCode
	return added, nil
}

// explain adds the flag to the refusal of a school.
func (s schoolAdd) explain(err error) error {
	refused, ok := errors.AsType[*setup.RefusalError](err)
	texts := map[readings.Field]string{
		readings.Slug:       fmt.Sprintf("--slug: %q is not up to 40 of a-z, 0-9 and inner hyphens", s.Slug),
		readings.SchoolName: "--name: a school has a name",
		readings.TimeZone:   fmt.Sprintf("--time-zone: %q is not a time zone such as Europe/Paris", s.TimeZone),
	}
	if !ok || texts[refused.Field] == "" {
		return err
	}
	return usage("%s", texts[refused.Field])
}

// readKey reads the school's key and checks that it can be sent.
func readKey(p *process, file string, school roll.School) (apiclient.Key, error) {
	text, err := p.secret("--key-file", file)
	if err != nil {
		return apiclient.Key{}, err
	}
	key := apiclient.NewKey(strings.TrimSpace(text))
	return key, apiclient.Credentials{Tenant: school.Tenant, SchoolCode: school.Code, Key: key}.Validate()
}

// schoolAllow sets the private addresses where the service of one school may live.
type schoolAllow struct {
	ofSchool
	Private string `required:"" xor:"what" placeholder:"LIST" help:"Addresses and networks to allow in place of the present ones, such as 10.0.0.0/8 or 10.1.2.3:8443."`
	Nothing bool   `required:"" xor:"what" help:"Allow only the private addresses of ROLLBOOK_ALLOW_PRIVATE_SERVICES."`
}

// Run stores the list. Running servers use it from their next call.
func (s schoolAllow) Run(ctx context.Context, p *process, app *web.App, school roll.School) error {
	allowed, err := allowances("--private", s.Private)
	if err != nil {
		return err
	}
	err = app.Store.SetAllowPrivate(ctx, school.ID, allowed)
	return p.doneWithEvent(ctx, app, err, "private-addresses-changed", school.ID, "%s may live at %s\n", school.ID,
		cmp.Or(allowed, "no private address of its own"))
}

// allowances parses the list of a flag, and returns it in the stored form.
func allowances(flag, text string) (string, error) {
	allowed, err := apiclient.ParseAllowances(text)
	if err != nil {
		return "", usage("%s: %s", flag, err)
	}
	return apiclient.FormatAllowances(allowed), nil
}
