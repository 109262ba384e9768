package views_test

import (
	"testing"

	"rollbook/views"
	"rollbook/web/roll"
)

func connect(t testing.TB) *views.ConnectView {
	v := &views.ConnectView{
		Page:  as(t, roll.Admin),
		Typed: views.ConnectTyped{Address: "https://school.example", Tenant: "oak", Code: "OAK1"},
		Key:   views.KeyView{LastFour: "7f2c", Since: "3 Nov"}, Waiting: 3,
	}
	v.Nav = views.NavSettings
	return v
}

// addConnecting adds the states of the page on which the school system is connected.
func addConnecting(t testing.TB, all map[string]example) {
	plain := connect(t)
	all["connect"] = example{&plain.Page, views.Connect(plain)}
	refused := connect(t)
	refused.Refused, refused.Why = "key", "not_accepted"
	all["connect-refused"] = example{&refused.Page, views.Connect(refused)}
}
