package settings

import (
	"net/http"
	"strconv"
	"time"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/settings"
	"rollbook/web/identity/session"
	"rollbook/web/store/keeping"
)

// RetentionPage is the page of how long a school's data is kept.
type RetentionPage struct{ base }

// retained are the kinds of data, with the days that the school has set.
func (r *RetentionPage) retained(v *visit.Visit) ([]settings.RetentionKind, error) {
	var kinds []settings.RetentionKind
	for _, rule := range keeping.Rules() {
		kind := settings.RetentionKind{Fixed: rule.Days, Setting: layout.Setting{
			Name: string(rule.Kind), Label: v.Words.Text("retention.days_field"), Least: rule.Least, Most: rule.Most,
			Wrong: v.Words.Text("retention.wrong", "Least", rule.Least, "Most", rule.Most),
		}}
		days := rule.Days
		if rule.Ours() {
			var err error
			if days, err = r.store.Retention(v.Ctx, v.School.ID, rule.Kind); err != nil {
				return nil, err
			}
			kind.Value = strconv.Itoa(days)
		}
		next, err := r.store.NextToGo(v.Ctx, v.School, rule, days, v.Now())
		if err != nil {
			return nil, err
		}
		if kind.Unsettled = next.Unsettled; next.On != "" {
			kind.Next = v.Words.Count("retention.goes", next.Rows, "Date", v.Words.Numeric(next.On.Noon(time.UTC)))
		}
		kinds = append(kinds, kind)
	}
	return kinds, nil
}

// Get shows the days.
func (r *RetentionPage) Get(v *visit.Visit) error {
	kinds, err := r.retained(v)
	if err != nil {
		return err
	}
	return r.show(v, http.StatusOK, kinds)
}

// Post stores the days, all or none. A missing field changes nothing.
func (r *RetentionPage) Post(v *visit.Visit) error {
	kinds, err := r.retained(v)
	if err != nil {
		return err
	}
	valid := true
	for i := range kinds {
		valid = (!kinds[i].Ours() || readSetting(v.Request().PostForm, &kinds[i].Setting)) && valid
	}
	if !valid {
		return r.show(v, http.StatusUnprocessableEntity, kinds)
	}
	for i := range kinds {
		if days, err := strconv.Atoi(kinds[i].Value); err == nil {
			if err := r.store.SetRetention(v.Ctx, v.School.ID, keeping.Kind(kinds[i].Name), days); err != nil {
				return err
			}
		}
	}
	return r.changed(v, nil, "retention", "retention", r.Get)
}

func (r *RetentionPage) show(v *visit.Visit, status int, kinds []settings.RetentionKind) error {
	return r.pages.ShowAs(v, status, settings.Retention(&settings.RetentionView{
		Page: r.page(v), Kinds: kinds, SignedIn: int(session.Lifetime.Hours()),
	}))
}
