package examples

import (
	"rollbook/views/settings"
	"rollbook/web/roll"
)

// Webhooks is the page with two secrets and three reports, standard or not.
func Webhooks(b Base, standard bool) *settings.WebhooksView {
	v := &settings.WebhooksView{
		Page: inSettings(As(b, roll.Admin)), Receiver: "https://roll.oak.example/hooks/oak", Signing: roll.StandardWebhooks(), Standard: standard,
		Secrets: []settings.WebhookSecret{{ID: "a", LastFour: "Fq8=", Since: "Thu 20 Nov 08:31"}, {ID: "b", LastFour: "x0Q=", Since: "Thu 20 Nov 08:40"}},
		Events: []settings.WebhookEvent{
			{When: "Thu 20 Nov 08:44", Size: "6,144", Body: `{"type":"students.changed","data":{"id":7}}`, Cut: true, Understood: true},
			{When: "Thu 20 Nov 08:43", Size: "5", Body: "hello"},
		},
	}
	if !standard {
		v.Signing.Signed, v.Signing.Separator = roll.SignedTimeBody, ""
	}
	return v
}
