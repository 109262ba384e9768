package command

import (
	"context"

	"rollbook/apiclient"
	"rollbook/web"
	"rollbook/web/roll"
)

// schoolAllow sets the private addresses where the service of one school may live.
type schoolAllow struct {
	ofSchool
	Private string `required:"" xor:"what" placeholder:"LIST" help:"These addresses and networks instead of those before, such as 10.0.0.0/8 or 10.1.2.3:8443."`
	Nothing bool   `required:"" xor:"what" help:"No private address, but for those of ROLLBOOK_ALLOW_PRIVATE_SERVICES."`
}

// Run stores the list. Running servers use it from their next call.
func (s schoolAllow) Run(ctx context.Context, p *process, app *web.App, school roll.School) error {
	allowed, err := allowances("--private", s.Private)
	if err != nil {
		return err
	}
	if err := app.Store.SetAllowPrivate(ctx, school.ID, allowed); err != nil {
		return err
	}
	p.logEvent(ctx, app, "private-addresses-changed", school.ID)
	if allowed == "" {
		return p.print("%s may live at no private address of its own\n", school.ID)
	}
	return p.print("%s may live at %s\n", school.ID, allowed)
}

// allowances parses the list of a flag, and returns it in the stored form.
func allowances(flag, text string) (string, error) {
	allowed, err := apiclient.ParseAllowances(text)
	if err != nil {
		return "", usage("%s: %s", flag, err)
	}
	return apiclient.FormatAllowances(allowed), nil
}
