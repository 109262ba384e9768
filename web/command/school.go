package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"rollbook/apiclient"
	"rollbook/web"
	"rollbook/web/connecting/readings"
	"rollbook/web/connecting/setup"
	"rollbook/web/roll"
)

// school groups the commands about schools.
type school struct {
	Add      schoolAdd      `cmd:"" help:"Connect a school."`
	List     schoolList     `cmd:"" help:"List the schools: slug, name, zone, address, tenant, code, key, and the private addresses it may live at."`
	Check    schoolCheck    `cmd:"" help:"Make each call that the school's data is read by, and say what comes."`
	Allow    schoolAllow    `cmd:"" help:"Say at which private addresses a school's system may live."`
	Move     schoolMove     `cmd:"" help:"Say where a school's system lives now; nothing changes unless it answers there with the key."`
	Key      schoolKey      `cmd:"" help:"Replace a school's key, list its keys, or remove an old one."`
	Roster   schoolRoster   `cmd:"" help:"Replace the students of a school period by those of a CSV file."`
	Statuses schoolStatuses `cmd:"" help:"Replace a school's attendance statuses by those of a CSV file."`
	Periods  schoolPeriods  `cmd:"" help:"Replace a school's periods by those of a CSV file."`
	Mapping  schoolMapping  `cmd:"" help:"Say how the school system's undocumented answers are read."`
	Rename   schoolRename   `cmd:"" help:"Give a school another name; its slug and its addresses stay."`
	Remove   schoolRemove   `cmd:"" help:"Say what would go with a school, or remove it and leave its marks in a file."`
}

// schoolList lists the schools.
type schoolList struct{ listing }

// Run prints one row for each school.
func (s schoolList) Run(ctx context.Context, p *process, app *web.App) error {
	schools, err := app.Store.Schools(ctx)
	if err != nil {
		return err
	}
	var rows [][]string
	for _, school := range schools {
		key, err := app.Store.KeyInUse(ctx, school.ID)
		if err != nil {
			return err
		}
		rows = append(rows, []string{string(school.ID), school.Name, school.Zone.String(), school.BaseURL, school.Tenant,
			school.Code, "..." + key.LastFour, school.AllowPrivate})
	}
	return s.print(p, []string{"slug", "name", "zone", "address", "tenant", "code", "key", "private addresses"}, rows)
}

// ofSchool is the flag of the commands about one school.
type ofSchool struct {
	School string `required:"" placeholder:"S" help:"The school's slug."`
}

// ProvideSchool returns the school to a command's Run, and keeps its settings to compare them with those after it.
func (o ofSchool) ProvideSchool(ctx context.Context, p *process, app *web.App) (roll.School, error) {
	found, err := findSchool(ctx, app, o.School)
	if err == nil {
		p.before, err = app.Facts.Of(ctx, found.ID)
	}
	return found, err
}

// findSchool returns the school with the slug.
func findSchool(ctx context.Context, app *web.App, slug string) (roll.School, error) {
	found, err := app.Store.School(ctx, roll.SchoolID(slug))
	if roll.KindOf(err) == roll.NotFound && err != nil {
		return found, fmt.Errorf("--school: there is no such school: %q", slug)
	}
	return found, err
}

// schoolAdd connects a school.
type schoolAdd struct {
	Slug       string `required:"" placeholder:"S" help:"Its name in addresses, for good: up to 40 of a-z, 0-9 and inner hyphens."`
	Name       string `required:"" placeholder:"N" help:"Its name as people read it."`
	BaseURL    string `required:"" name:"base-url" placeholder:"U" help:"The address of its school system."`
	Tenant     string `required:"" placeholder:"T" help:"The tenant of its account there."`
	SchoolCode string `required:"" placeholder:"C" help:"The code that belongs to its key."`
	TimeZone   string `required:"" placeholder:"Z" help:"Such as Europe/Paris."`
	KeyFile    string `required:"" placeholder:"F" help:"The file that holds the key; - reads it from stdin."`

	AllowPrivate string `placeholder:"LIST" help:"Private addresses at which its school system, and no other school's, may live, such as 10.0.0.0/8 or 10.1.2.3:8443."`
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
	Private string `required:"" xor:"what" placeholder:"LIST" help:"These addresses and networks instead of those before, such as 10.0.0.0/8 or 10.1.2.3:8443."`
	Nothing bool   `required:"" xor:"what" help:"No private address, but for those of ROLLBOOK_ALLOW_PRIVATE_SERVICES."`
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

// schoolRename changes a school's name.
type schoolRename struct {
	ofSchool
	Name string `required:"" placeholder:"N" help:"Its new name as people read it."`
}

// Run stores the name.
func (s schoolRename) Run(ctx context.Context, p *process, app *web.App, school roll.School) error {
	err := app.Connecting.Ending.Rename(ctx, "", school.ID, s.Name, school.Language)
	return p.done(sentence(app, err), "renamed %s\n", school.ID)
}

// schoolRemove removes a school. Its sessions end, and a running server notices with the next request.
type schoolRemove struct {
	ofSchool
	Name string `placeholder:"N" help:"The school's name, typed to remove it; without it nothing is removed."`
	To   string `placeholder:"F" help:"The new file for every mark of the school, as CSV."`
}

// Run lists what will be removed, and removes the school when its name is given.
func (s schoolRemove) Run(ctx context.Context, p *process, app *web.App, school roll.School) error {
	if (s.Name == "") != (s.To == "") {
		return usage("--name and --to are given together: the school's name, and the file that stays")
	}
	if s.Name != "" {
		return s.remove(ctx, p, app, school)
	}
	end, err := app.Connecting.Ending.Of(ctx, school.ID)
	if err != nil {
		return err
	}
	if err := p.print("with %s go %d accounts, %d students, %d saves, %d marks (%d of them never reached the school "+
		"system), its keys and all settings\n",
		school.ID, end.Leaving, end.Students, end.Saves, end.Marks, end.Stopped); err != nil {
		return err
	}
	return p.print("nothing was removed; to remove it: --name %q --to FILE\n", school.Name)
}

func (s schoolRemove) remove(ctx context.Context, p *process, app *web.App, school roll.School) error {
	if s.Name != school.Name {
		return errors.New("--name: that is not the school's name; nothing was removed")
	}
	if err := s.export(ctx, app, school); err != nil {
		return fmt.Errorf("--to: %w", err)
	}
	_, err := app.Connecting.Ending.Remove(ctx, "", school, s.Name)
	return p.done(sentence(app, err), "removed %s; its marks are in %s\n", school.ID, s.To)
}

// export writes the file, which must be new, and syncs it to the disk.
func (s schoolRemove) export(ctx context.Context, app *web.App, school roll.School) (err error) {
	file, err := os.OpenFile(s.To, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := app.Connecting.Ending.Export(ctx, "", school, app.Site.Words.English(), file); err != nil {
		return err
	}
	return file.Sync()
}

// sentence returns the error in words for people, if it has them.
func sentence(app *web.App, err error) error {
	if problem, ok := errors.AsType[*roll.Error](err); ok && problem.Err == nil {
		return errors.New(app.Site.Words.English().Text(problem.Message))
	}
	return err
}
