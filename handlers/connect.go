package handlers

import (
	"net/http"

	"rollbook/views"
)

// connecting is where an admin says where the school system is and how it is read.
type connecting struct {
	*shell
	keys Keys
}

// get shows what the school has now.
func (c *connecting) get(v *visit) error {
	lastFour, since, err := c.keys.KeyInUse(v.ctx, v.school.ID)
	if err != nil {
		return err
	}
	return c.render(v, http.StatusOK, views.Connect(&views.ConnectView{
		Page: c.page(v, "", views.NavSettings), Address: v.school.BaseURL, Tenant: v.school.Tenant, Code: v.school.Code,
		Key: views.KeyView{LastFour: lastFour, Since: v.words.ShortDate(v.local(since))},
	}))
}
