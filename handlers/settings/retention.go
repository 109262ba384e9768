package settings

import (
	"net/http"
	"strconv"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/settings"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// RetentionPage is the page that sets for how many days a school keeps its data.
type RetentionPage struct {
	pages *visit.Pages
	store *store.Store
}

// retained are the kinds of data, with the days that the school has set.
func (r *RetentionPage) retained(v *visit.Visit) ([]settings.RetentionKind, error) {
	kinds := []settings.RetentionKind{
		{Name: string(roll.RetainKnown), Label: "retention.known", About: "retention.known_about"},
	}
	for i := range kinds {
		days, err := r.store.Retention(v.Ctx, v.School.ID, roll.Retained(kinds[i].Name))
		if err != nil {
			return nil, err
		}
		kinds[i].Days = strconv.Itoa(days)
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

// Post stores the days, all or none.
func (r *RetentionPage) Post(v *visit.Visit) error {
	kinds, err := r.retained(v)
	if err != nil {
		return err
	}
	wrong := false
	days := make([]int, len(kinds))
	for i := range kinds {
		kinds[i].Days = strings.TrimSpace(v.Request().PostForm.Get(kinds[i].Name))
		days[i], err = strconv.Atoi(kinds[i].Days)
		kinds[i].Wrong = err != nil || days[i] < roll.LeastRetained || days[i] > roll.MostRetained
		wrong = wrong || kinds[i].Wrong
	}
	if wrong {
		return r.show(v, http.StatusUnprocessableEntity, kinds)
	}
	for i := range kinds {
		if err := r.store.SetRetention(v.Ctx, v.School.ID, roll.Retained(kinds[i].Name), days[i]); err != nil {
			return err
		}
	}
	return visit.GoTo(v, r.pages.Paths.Settings(string(v.School.ID), "retention")+"?kept=1")
}

func (r *RetentionPage) show(v *visit.Visit, status int, kinds []settings.RetentionKind) error {
	return r.pages.Render(v, status, settings.Retention(&settings.RetentionView{
		Page: r.pages.OfficePage(v, "", layout.NavSettings), Kinds: kinds, Least: roll.LeastRetained, Most: roll.MostRetained,
		Kept: v.QueryParam("kept") != "" && status == http.StatusOK,
	}))
}
