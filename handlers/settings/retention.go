package settings

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/settings"
	"rollbook/web/identity/session"
	"rollbook/web/store"
	"rollbook/web/store/keeping"
)

// RetentionPage is the page of how long a school's data is kept.
type RetentionPage struct {
	pages *visit.Pages
	store *store.Store
}

// retained are the kinds of data, with the days that the school has set.
func (r *RetentionPage) retained(v *visit.Visit) ([]settings.RetentionKind, error) {
	var kinds []settings.RetentionKind
	for _, rule := range keeping.Rules() {
		kind := settings.RetentionKind{Kind: string(rule.Kind), Fixed: rule.Days, Least: rule.Least, Most: rule.Most}
		days := rule.Days
		if rule.Ours() {
			var err error
			if days, err = r.store.Retention(v.Ctx, v.School.ID, rule.Kind); err != nil {
				return nil, err
			}
			kind.Days = strconv.Itoa(days)
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
	form, days := v.Request().PostForm, make(map[keeping.Kind]int)
	wrong := false
	for i := range kinds {
		kind := &kinds[i]
		if !kind.Ours() {
			continue
		}
		if form.Has(kind.Kind) {
			kind.Days = strings.TrimSpace(form.Get(kind.Kind))
		}
		count, err := strconv.Atoi(kind.Days)
		kind.Wrong = err != nil || count < kind.Least || count > kind.Most
		wrong, days[keeping.Kind(kind.Kind)] = wrong || kind.Wrong, count
	}
	if wrong {
		return r.show(v, http.StatusUnprocessableEntity, kinds)
	}
	for kind, count := range days {
		err = errors.Join(err, r.store.SetRetention(v.Ctx, v.School.ID, kind, count))
	}
	return visit.After(v, err, r.pages.Paths.Settings(string(v.School.ID), "retention"), "retention", r.Get)
}

func (r *RetentionPage) show(v *visit.Visit, status int, kinds []settings.RetentionKind) error {
	return r.pages.Render(v, status, settings.Retention(&settings.RetentionView{
		Page: r.pages.OfficePage(v, "", layout.NavSettings), Kinds: kinds, SignedIn: int(session.Lifetime.Hours()),
	}))
}
