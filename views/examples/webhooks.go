package examples

import (
	"rollbook/views/settings"
	"rollbook/web/roll"
)

// Webhooks is the page with two secrets and three reports, standard or not.
func Webhooks(b Base, standard bool) *settings.WebhooksView {
	v := &settings.WebhooksView{
		Page: inSettings(As(b, roll.Admin)), Receiver: "https://roll.oak.example/hooks/oak", Signing: roll.StandardWebhooks(), Standard: standard,
		Secrets: []roll.WebhookSecret{{ID: "a", LastFour: "Fq8=", AddedAt: at(20, 8, 31)}, {ID: "b", LastFour: "x0Q=", AddedAt: at(20, 8, 40)}},
		Events: []roll.WebhookEvent{
			{ReceivedAt: at(20, 8, 44), Size: 6144, Body: `{"type":"students.changed","data":{"id":7}}`, Understood: true},
			{ReceivedAt: at(20, 8, 43), Size: 5, Body: "hello"},
		},
	}
	if !standard {
		v.Signing.Signed, v.Signing.Separator = roll.SignedTimeBody, ""
	}
	return v
}
