// Package facts describes the settings of a school: short texts without secrets, for the audit log.
package facts

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rollbook/web/identity/sso"
	"rollbook/web/lists/hooks"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/keeping"
)

// Facts reads the settings of schools.
type Facts struct {
	store *store.Store
	hooks *hooks.Hooks
	sso   *sso.SSO
}

// New returns the Facts of the schools in the store.
func New(store *store.Store, hooks *hooks.Hooks, sso *sso.SSO) *Facts {
	return &Facts{store, hooks, sso}
}

// Of describes the school's settings. Keys and secrets have their last characters, students their numbers.
func (f *Facts) Of(ctx context.Context, id roll.SchoolID) ([]string, error) {
	school, err := f.store.School(ctx, id)
	if err != nil {
		return nil, err
	}
	facts := ofSchool(school)
	for _, read := range []func(context.Context, roll.SchoolID) ([]string, error){
		f.calendarFacts, f.keyFacts, f.statusFacts, f.groupFacts, f.teacherFacts, f.retentionFacts, f.providerFacts,
		f.codeFacts, f.reasonFacts,
	} {
		more, err := read(ctx, id)
		if err != nil {
			return nil, err
		}
		facts = append(facts, more...)
	}
	return facts, nil
}

// ofSchool describes the school itself, and how its school system is read.
func ofSchool(school roll.School) []string {
	var facts []string
	for _, one := range [][2]any{
		{"language", school.Language}, {"address", school.BaseURL}, {"tenant", school.Tenant}, {"code", school.Code},
		{"private addresses", school.AllowPrivate}, {"times", school.TimeFormat}, {"late", school.LateCheck},
		{"left early", school.LeftCheck}, {"rolls due", school.RollsDue}, {"late after", school.LateAfter},
		{"days back", school.PastDays}, {"proof", school.Proof},
	} {
		if text := fmt.Sprint(one[1]); text != "" {
			facts = append(facts, fmt.Sprint(one[0], " ", text))
		}
	}
	var mapping bytes.Buffer
	if json.Indent(&mapping, []byte(school.Mapping), "", "") == nil {
		facts = append(facts, strings.Split(strings.ReplaceAll(mapping.String(), ",\n", "\n"), "\n")...)
	}
	return facts
}

func (f *Facts) calendarFacts(ctx context.Context, school roll.SchoolID) ([]string, error) {
	calendar, err := f.store.Calendar(ctx, school)
	var facts []string
	for _, day := range calendar.Weekdays {
		facts = append(facts, "closed on "+day.String())
	}
	for _, days := range calendar.Ranges {
		facts = append(facts, fmt.Sprintf("closed %s to %s (%s)", days.Starts, days.Ends, days.Name))
	}
	return facts, err
}

// keyFacts names keys and secrets by their last characters.
func (f *Facts) keyFacts(ctx context.Context, school roll.SchoolID) ([]string, error) {
	keys, err := f.store.Keys(ctx, school)
	if err != nil {
		return nil, err
	}
	var facts []string
	for _, key := range keys {
		facts = append(facts, strings.TrimSpace(fmt.Sprintf("key ...%s %s %s", key.LastFour, key.State, key.Tried)))
	}
	secrets, err := f.hooks.Secrets(ctx, school)
	if err != nil {
		return nil, err
	}
	for _, secret := range secrets {
		facts = append(facts, "webhook secret ..."+secret.LastFour)
	}
	signing, err := f.hooks.Signing(ctx, school)
	return append(facts, fmt.Sprintf("webhooks %+v", signing)), err
}

func (f *Facts) statusFacts(ctx context.Context, school roll.SchoolID) ([]string, error) {
	statuses, err := f.store.Statuses(ctx, school)
	if err != nil {
		return nil, err
	}
	var facts []string
	for _, status := range statuses {
		facts = append(facts, fmt.Sprintf("status %s: %s, %s, time %t", status.Name, status.Letter, status.Family,
			status.CarriesTime))
	}
	aliases, err := f.store.Aliases(ctx, school)
	for _, name := range slices.Sorted(maps.Keys(aliases)) {
		facts = append(facts, fmt.Sprintf("%s means status %d", name, aliases[name]))
	}
	return facts, err
}

// groupFacts describes the school's groups in its school years and terms, without a name of a student.
func (f *Facts) groupFacts(ctx context.Context, school roll.SchoolID) ([]string, error) {
	periods, err := f.store.Periods(ctx, school)
	if err != nil {
		return nil, err
	}
	var facts []string
	for _, period := range periods {
		facts = append(facts, fmt.Sprintf("period %s: %s %s %s", period.ID, period.Name, period.Starts, period.Ends))
		groups, err := f.store.Groups(ctx, school, period.ID)
		if err != nil {
			return nil, err
		}
		for _, group := range groups {
			if group.Owner == "" {
				facts = append(facts, fmt.Sprintf("group %s: students %v", group.Name, group.Members))
			}
		}
	}
	return facts, nil
}

func (f *Facts) teacherFacts(ctx context.Context, school roll.SchoolID) ([]string, error) {
	teachers, err := f.store.ClassTeachers(ctx, school)
	facts := make([]string, len(teachers))
	for i, teacher := range teachers {
		class := strings.TrimSpace(string(teacher.Class) + " " + string(teacher.Period))
		facts[i] = fmt.Sprintf("class %s: %s", class, teacher.Key())
	}
	return facts, err
}

func (f *Facts) retentionFacts(ctx context.Context, school roll.SchoolID) ([]string, error) {
	var facts []string
	for _, rule := range keeping.Rules() {
		if !rule.Ours() {
			continue
		}
		days, err := f.store.Retention(ctx, school, rule.Kind)
		if err != nil {
			return nil, err
		}
		facts = append(facts, fmt.Sprintf("%s kept %d days", rule.Kind, days))
	}
	return facts, nil
}

// providerFacts describes the school's sign-in provider.
func (f *Facts) providerFacts(ctx context.Context, school roll.SchoolID) ([]string, error) {
	provider, has, err := f.sso.Of(ctx, school)
	if err != nil || !has {
		return nil, err
	}
	facts := []string{"provider " + provider.Issuer, "client " + provider.Client}
	for _, one := range []struct {
		name  string
		lines []string
	}{
		{"tenants", provider.Tenants}, {"domains", provider.Domains}, {"groups of teacher", provider.Teachers},
		{"groups of office", provider.Office}, {"groups of admin", provider.Admins},
	} {
		if len(one.lines) > 0 {
			facts = append(facts, fmt.Sprint(one.name, " ", one.lines))
		}
	}
	if provider.Otherwise != "" {
		facts = append(facts, "without a group "+string(provider.Otherwise))
	}
	if provider.Makes {
		facts = append(facts, "people are added")
	}
	return facts, nil
}

// codeFacts describes the authority's codes.
func (f *Facts) codeFacts(ctx context.Context, school roll.SchoolID) ([]string, error) {
	codes, err := f.store.Codes(ctx, school)
	var facts []string
	for _, code := range codes.All {
		facts = append(facts, fmt.Sprintf("code %s: %s, %s", code.Code, code.Label, code.Counts))
	}
	for _, status := range slices.Sorted(maps.Keys(codes.OfStatus)) {
		facts = append(facts, fmt.Sprintf("status %d has code %s", status, codes.OfStatus[status]))
	}
	for _, reason := range slices.Sorted(maps.Keys(codes.OfReason)) {
		facts = append(facts, fmt.Sprintf("reason %s has code %s", reason, codes.OfReason[reason]))
	}
	return facts, err
}

// reasonFacts lists the school's own reasons for known absences.
func (f *Facts) reasonFacts(ctx context.Context, school roll.SchoolID) ([]string, error) {
	reasons, err := f.store.KnownReasons(ctx, school)
	if err != nil || reasons == nil {
		return nil, err
	}
	var facts []string
	for _, reason := range reasons.Authorised {
		facts = append(facts, "authorised reason "+reason)
	}
	for _, reason := range reasons.NotAuthorised {
		facts = append(facts, "unauthorised reason "+reason)
	}
	return facts, nil
}

// Changed returns the facts that are gone, and the new ones.
func Changed(before, after []string) (gone, added string) {
	without := func(all, others []string) string {
		left := slices.DeleteFunc(slices.Clone(all), func(fact string) bool { return slices.Contains(others, fact) })
		return strings.Join(left, "; ")
	}
	return without(before, after), without(after, before)
}
