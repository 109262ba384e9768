package setup

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/proof"
	"rollbook/web/connecting/readings"
	"rollbook/web/roll"
	"rollbook/web/store/schools"
)

// RefusalError explains why credentials were not stored. The catalogue has a sentence for each Problem.
type RefusalError struct {
	Field   readings.Field
	Problem string
	Err     error
}

// Error returns the text for the log. It contains nothing that was typed.
func (r *RefusalError) Error() string { return "the " + r.Field + " is refused: " + r.Problem }

// Unwrap returns the cause.
func (r *RefusalError) Unwrap() error { return r.Err }

// Refill returns the typed values that a form may show again: never the key, a value that may be the key, or
// one that may contain a password. The address is the normalised one that was tried, so that a name in
// look-alike letters becomes visible.
func (r *RefusalError) Refill(typed readings.Typed, before, tried roll.School) readings.Typed {
	again := maps.Clone(typed)
	delete(again, readings.KeyItem)
	if tried.BaseURL != before.BaseURL {
		again[readings.Address] = tried.BaseURL
	}
	if r.Problem == "has_user" || r.Problem == "is_key" {
		delete(again, r.Field)
	}
	return again
}

// tryLimit limits the first call with new credentials.
const tryLimit = 10 * time.Second

// Enter stores the credentials and returns the changed school. A new address, tenant or code requires the key
// again, because a stored key is never sent to another place. Enter tries the values first. If the service
// cannot be reached or refuses them, it stores nothing and returns a *RefusalError with the school as it was
// tried: its address is normalised, so that a name in look-alike letters becomes visible.
func (c *Connecting) Enter(ctx context.Context, school roll.School, typed readings.Typed) (roll.School, error) {
	entered, err := c.check(school, typed)
	if err != nil {
		return school, err
	}
	isSame := entered.BaseURL == school.BaseURL && entered.Tenant == school.Tenant && entered.Code == school.Code
	if typed[readings.KeyItem] == "" && isSame {
		return school, nil
	}
	key, err := c.tried(ctx, entered, typed, "needed")
	if err == nil {
		err = c.store.Connect(ctx, entered, key)
	}
	if err != nil {
		return entered, err
	}
	return c.store.School(ctx, school.ID)
}

// tried returns the typed key, sealed, after the school's service has accepted it. Lacking is the problem of no key.
func (c *Connecting) tried(ctx context.Context, school roll.School, typed readings.Typed,
	lacking string) (schools.Key, error) {
	if typed[readings.KeyItem] == "" {
		return schools.Key{}, &RefusalError{Field: readings.KeyItem, Problem: lacking}
	}
	key := apiclient.NewKey(typed[readings.KeyItem])
	if err := c.tryKey(ctx, school, key); err != nil {
		return schools.Key{}, err
	}
	return c.seal(school.ID, key), nil
}

// tryKey calls the school's service with a key that is not stored yet, for the school periods, which every service has
// (service document, section 4.2). It accepts the credentials despite a passing failure, such as one of the service
// itself, or an answer that only needs another reading. It refuses an address with nothing there, or with a page for
// people.
func (c *Connecting) tryKey(ctx context.Context, school roll.School, key apiclient.Key) error {
	client, err := c.clients.ClientWith(school, key)
	if err != nil {
		return &RefusalError{readings.KeyItem, "unsendable", err}
	}
	ctx, cancel := context.WithTimeout(ctx, tryLimit)
	defer cancel()
	look, err := client.Look(ctx, string(mapping.Periods), mapping.DefaultOf(mapping.Periods).Path)
	failure, ok := errors.AsType[*apiclient.Error](err)
	if !ok {
		return nil
	}
	isElsewhere := failure.Status == http.StatusNotFound || failure.Status == http.StatusGone ||
		strings.HasPrefix(strings.TrimSpace(look.Shown), "<")
	redirected := failure.Status >= 300 && failure.Status < 400
	switch {
	case failure.Kind == apiclient.Unauthorized:
		return &RefusalError{readings.KeyItem, "not_accepted", err}
	case failure.Kind == apiclient.NotSent && failure.Reason == apiclient.ReasonForbiddenAddress:
		return &RefusalError{readings.Address, string(apiclient.AddressPrivate), err}
	case failure.Kind == apiclient.NotSent:
		return &RefusalError{readings.Address, "not_reached_" + reached(failure.Reason), err}
	case redirected:
		return &RefusalError{readings.Address, "redirects", err}
	case isElsewhere && failure.Status < http.StatusInternalServerError:
		return &RefusalError{readings.Address, "something_else", err}
	}
	return nil
}

// check parses the typed values. It makes no call.
func (c *Connecting) check(school roll.School, typed readings.Typed) (roll.School, error) {
	guard, err := c.clients.Guard().Allowing(school.AllowPrivate)
	if err != nil {
		return school, err
	}
	base, err := apiclient.ParseBaseURL(typed[readings.Address], guard)
	if err != nil {
		return school, &RefusalError{readings.Address, string(apiclient.AddressProblemOf(err)), err}
	}
	school.BaseURL, school.Tenant, school.Code = base.String(), bareHost(typed[readings.Tenant]),
		strings.TrimSpace(typed[readings.Code])
	key := typed[readings.KeyItem]
	for _, one := range []struct {
		field readings.Field
		value string
	}{{readings.Tenant, school.Tenant}, {readings.Code, school.Code}, {readings.KeyItem, key}} {
		if problem := valueProblem(one.field, one.value, key); problem != "" && (one.field != readings.KeyItem || key != "") {
			return school, &RefusalError{Field: one.field, Problem: problem}
		}
	}
	return school, nil
}

// bareHost returns a tenant without a copied https://.
func bareHost(tenant string) string {
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(tenant), "https://"), "/")
}

func valueProblem(field readings.Field, value, key string) string {
	probe := apiclient.Credentials{Tenant: "x", SchoolCode: value, Key: apiclient.NewKey("x")}
	switch {
	case value == "":
		return "missing"
	case field != readings.KeyItem && looksLikeKey(value, key):
		return "is_key"
	case probe.Validate() != nil:
		return "unsendable"
	}
	return ""
}

// looksLikeKey reports whether the key was typed into a visible field. New keys contain "live_" (service
// document, section 5, rule 5).
func looksLikeKey(value, key string) bool { return value == key || strings.Contains(value, "live_") }

// reached reduces the reason of a failed connection to one that people can act on.
func reached(reason apiclient.Reason) string {
	named := []apiclient.Reason{apiclient.ReasonDNS, apiclient.ReasonRefused, apiclient.ReasonCertificate,
		apiclient.ReasonTLS, apiclient.ReasonProxy}
	if slices.Contains(named, reason) {
		return string(reason)
	}
	return "other"
}

// NewSchool returns a new school with these names and the default times and limits. It makes an empty short
// name from the name. Its error is a *RefusalError.
func NewSchool(typed readings.Typed) (roll.School, error) {
	name, zoneName := strings.TrimSpace(typed[readings.SchoolName]), typed[readings.TimeZone]
	slug := cmp.Or(typed[readings.Slug], readings.ShortName(name))
	zone, err := time.LoadLocation(zoneName)
	switch {
	case name == "":
		return roll.School{}, &RefusalError{Field: readings.SchoolName, Problem: "missing"}
	case !roll.ValidSchoolID(slug):
		return roll.School{}, &RefusalError{Field: readings.Slug, Problem: "slug"}
	case err != nil, zoneName == "", zoneName == "Local":
		return roll.School{}, &RefusalError{Field: readings.TimeZone, Problem: "zone", Err: err}
	}
	return Begun(roll.SchoolID(slug), name, zone), nil
}

// Begun returns a school with the default times and limits.
func Begun(id roll.SchoolID, name string, zone *time.Location) roll.School {
	const (
		call     = 15 * time.Second
		apply    = 60 * time.Second
		pastDays = 30
	)
	return roll.School{ID: id, Name: name, Zone: zone, Call: call, Apply: apply, PastDays: pastDays}
}

// AddFirst adds the first school of a database, with the person as its admin. It tries the typed values like
// Enter and returns the same errors, or roll.Stale when there is a school already.
func (c *Connecting) AddFirst(ctx context.Context, admin roll.PersonID, typed readings.Typed) (roll.School, error) {
	school, err := NewSchool(typed)
	if err != nil {
		return school, err
	}
	if school, err = c.check(school, typed); err != nil {
		return school, err
	}
	key, err := c.tried(ctx, school, typed, "missing")
	if err != nil {
		return school, err
	}
	if proof.Documented(school) {
		school.Proof = roll.ProvenByDocument
	}
	return school, c.store.AddFirstSchool(ctx, school, key, admin)
}
