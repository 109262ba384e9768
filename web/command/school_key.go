package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/mapping"
	"rollbook/web"
	"rollbook/web/connecting/proof"
	"rollbook/web/connecting/readings"
	"rollbook/web/connecting/services"
	"rollbook/web/connecting/setup"
	"rollbook/web/roll"
)

// schoolMove changes the address of a school's school system.
type schoolMove struct {
	ofSchool
	BaseURL    string `required:"" name:"base-url" placeholder:"U" help:"New address of its school system."`
	Tenant     string `placeholder:"T" help:"Tenant there. Default: unchanged."`
	SchoolCode string `placeholder:"C" help:"School code of the key. Default: unchanged."`
	KeyFile    string `required:"" placeholder:"F" help:"File with the key for the new address; - reads stdin. The stored key is never sent to another address."`
}

// Run tries the address with the key, and stores both. Running servers use them from their next call.
func (s schoolMove) Run(ctx context.Context, p *process, app *web.App, school roll.School) error {
	key, err := readKey(p, s.KeyFile, school)
	if err != nil {
		return err
	}
	typed := readings.Typed{
		readings.Address: s.BaseURL, readings.Tenant: cmp.Or(s.Tenant, school.Tenant),
		readings.Code: cmp.Or(s.SchoolCode, school.Code), readings.KeyItem: key.Reveal(),
	}
	moved, err := app.Connecting.Setup.Enter(ctx, school, typed)
	return p.doneWithEvent(ctx, app, explainMove(err), "connection-entered", school.ID, "%s is now read at %s\n", moved.ID,
		moved.BaseURL)
}

// explainMove returns why the address was refused.
func explainMove(err error) error {
	refused, ok := errors.AsType[*setup.RefusalError](err)
	switch {
	case !ok:
		return err
	case refused.Problem == "something_else":
		return errors.New("--base-url: something answers there, but not as a school system; nothing was changed")
	case refused.Field == readings.KeyItem:
		return errors.New("--key-file: the school system there does not accept this key; nothing was changed")
	case apiclient.AddressProblemOf(refused.Err) != "":
		return explainAddress(refused.Err)
	case refused.Err != nil:
		return refused.Err
	}
	return err
}

// schoolKey replaces a school's key, lists the stored keys, or removes one.
type schoolKey struct {
	ofSchool
	KeyFile string `required:"" xor:"what" placeholder:"F" help:"File with the new key; - reads stdin."`
	List    bool   `required:"" xor:"what" help:"List the keys: last four characters, state, when added, when last used."`
	listing
	Remove string `required:"" xor:"what" placeholder:"LAST4" help:"Delete the unused key that ends in these four characters."`
}

// Run makes the key the one for the school's calls. Running servers use it from their next call.
func (s schoolKey) Run(ctx context.Context, p *process, app *web.App, school roll.School) error {
	switch {
	case s.List:
		return s.list(ctx, p, app, school)
	case s.Remove != "":
		return s.remove(ctx, p, app, school)
	}
	key, err := readKey(p, s.KeyFile, school)
	if err != nil {
		return err
	}
	err = app.Connecting.Keys.ReplaceKey(ctx, school.ID, key)
	return p.doneWithEvent(ctx, app, err, "key-entered", school.ID, "%s now uses the key %s\n", school.ID, key.Masked())
}

// list prints one row for each key.
func (s schoolKey) list(ctx context.Context, p *process, app *web.App, school roll.School) error {
	keys, err := app.Connecting.Keys.Keys(ctx, school.ID)
	if err != nil {
		return err
	}
	states := map[roll.KeyState]string{roll.KeyInUse: "in use", roll.KeyNext: "next", roll.KeyFormer: "not used any more"}
	var rows [][]string
	for _, key := range keys {
		rows = append(rows, []string{"..." +
			key.LastFour, states[key.State], inZone(key.AddedAt, school), inZone(key.LastUsed, school)})
	}
	return s.print(p, []string{"key", "state", "added", "last used"}, rows)
}

// inZone formats the time in the school's zone, or "never".
func inZone(instant time.Time, school roll.School) string {
	if instant.IsZero() {
		return "never"
	}
	return instant.In(school.Zone).Format("2006-01-02 15:04")
}

// remove deletes the one unused key that ends in these characters.
func (s schoolKey) remove(ctx context.Context, p *process, app *web.App, school roll.School) error {
	keys, err := app.Connecting.Keys.Keys(ctx, school.ID)
	if err != nil {
		return err
	}
	ends := slices.DeleteFunc(keys, func(key roll.Key) bool { return key.LastFour != s.Remove })
	unused := slices.DeleteFunc(slices.Clone(ends), func(key roll.Key) bool { return key.State == roll.KeyInUse })
	switch {
	case len(ends) == 0:
		return usage("--remove: no key ends in %q", s.Remove)
	case len(unused) == 0:
		return usage("--remove: the key that ends in %s is in use; give the school another one first", s.Remove)
	case len(unused) > 1:
		return usage("--remove: %d keys end in %s; remove them on the school's page of keys", len(unused), s.Remove)
	}
	return p.doneWithEvent(ctx, app, app.Store.RemoveKey(ctx, school.ID, unused[0].ID), "key-removed", school.ID,
		"%s has forgotten the key that ends in %s\n", school.ID, s.Remove)
}

// schoolCheck checks a school's connection.
type schoolCheck struct{ ofSchool }

// checkLimit limits all calls together.
const checkLimit = 2 * time.Minute

// Run makes every mapped call once and prints one line for each. It only reads.
func (s schoolCheck) Run(ctx context.Context, p *process, app *web.App, school roll.School) error {
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	mapped, err := proof.MappingOf(school)
	if err != nil {
		return err
	}
	client, err := app.Connecting.Services.Client(ctx, school)
	if err != nil {
		return err
	}
	today := school.Today(app.Clock())
	tried := func(items []mapping.Item) string {
		period, _ := roll.NearestPeriod(services.PeriodsOf(items, today), today)
		return string(period.ID)
	}
	works := true
	for _, result := range mapping.Check(ctx, client, mapped, today.String(), tried) {
		line, ok := verdict(result)
		if ok && result.Call == mapping.Periods {
			line += openOn(services.PeriodsOf(result.Items, today), today)
		}
		if ok && result.Call == mapping.Students {
			line += classesIn(ctx, app, school)
		}
		works = works && ok
		if err := p.print("%s\n", line); err != nil {
			return err
		}
	}
	if !works {
		return fmt.Errorf("%s: something is wrong with the school's connection, see above", school.ID)
	}
	return nil
}

// verdict returns the line for a call. An empty list that a roll needs is a failure. An unreadable field is
// only mentioned.
func verdict(result mapping.CheckResult) (line string, ok bool) {
	leftOut := slices.ContainsFunc(result.Problems, func(problem mapping.Problem) bool { return problem.LeftOut })
	switch {
	case result.Finding == mapping.FindingNoCall:
		return result.Message, true
	case result.Finding == mapping.FindingWorks, result.Finding == mapping.FindingEmpty && result.Call == mapping.Day:
		return fmt.Sprintf("%s: ok, %d read", result.Call, len(result.Items)), true
	case result.Finding == mapping.FindingPartly && !leftOut:
		return fmt.Sprintf("%s: ok, %d read, but: %s", result.Call, len(result.Items), result.Problems[0]), true
	case result.Finding == mapping.FindingEmpty:
		return result.Message + ": nothing is listed", false
	}
	return oneLine(result.Message), false
}

// openOn says that no period contains the date, and which one is tried instead.
func openOn(periods []roll.Period, date roll.Date) string {
	if _, err := roll.PeriodOn(periods, date); err == nil || len(periods) == 0 {
		return ""
	}
	tried, _ := roll.NearestPeriod(periods, date)
	return fmt.Sprintf("; no school year contains %s, tried with %s", date, tried.Name)
}

// classesIn describes how the students of the present or the nearest period are divided into classes.
func classesIn(ctx context.Context, app *web.App, school roll.School) string {
	periods, err := app.Connecting.Services.Periods(ctx, school)
	if err != nil {
		return ""
	}
	period, err := roll.NearestPeriod(periods, school.Today(app.Clock()))
	if err != nil {
		return ""
	}
	read, err := app.Connecting.Services.Students(ctx, school, period.ID)
	if err != nil {
		return ""
	}
	classes := make(map[roll.ClassID]bool)
	for _, student := range read.Students {
		classes[student.Class] = true
	}
	line := fmt.Sprintf("; %s: %d classes, %d students", period.Name, len(classes), len(read.Students))
	if read.HasLeavers() {
		line += ", some seem to have left"
	}
	return line
}
