package examples

import (
	"rollbook/views/factor"
)

// addFactors adds the pages of second factors.
func addFactors(b Base, all map[string]Example) {
	const (
		email   = "k.osei@oak.example"
		secret  = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
		options = `{"challenge":"AAAA","rpId":"rollbook.example"}`
	)
	page := Stranger(b)
	add(all, page, factor.SecondStep, map[string]*factor.SecondStepView{
		"second-step":         {Email: email, HasApp: true, HasCodes: true},
		"second-step-wrong":   {Email: email, HasApp: true, Problem: b.Words.Text("factor.wrong_code")},
		"second-step-passkey": {Email: email, HasApp: true, HasCodes: true, Options: options},
	})
	add(all, page, factor.Passkey, map[string]*factor.PasskeyView{
		"factor-passkey":        {Email: email, System: "windows"},
		"factor-passkey-create": {Name: "Laptop", Options: options},
	})
	add(all, page, factor.Confirm, map[string]*factor.ConfirmView{
		"confirm":         {Email: email, HasPassword: true, Options: options},
		"confirm-problem": {Email: email, HasPassword: true, Problem: b.Words.Text("account.wrong")},
		"confirm-without": {Email: email},
	})
	add(all, page, factor.Choose, map[string]*factor.ChooseView{
		"factors": {Passkeys: true}, "factors-demanded": {Demanded: true},
	})
	add(all, page, factor.App, map[string]*factor.AppView{"factor-app": {Email: email, Secret: secret,
		Image: drawn("otpauth://totp/Rollbook:k.osei@oak.example?secret=" + secret)}})
	codes := []string{"ABCDEFGHIJKLMNOP", "QRSTUVWXYZ234567", "BCDEFGHIJKLMNOPA", "RSTUVWXYZ234567Q", "CDEFGHIJKLMNOPAB"}
	add(all, page, factor.Codes, map[string]*factor.CodesView{
		"factor-codes": {Codes: append(codes, codes...), Next: b.Paths.School("oak")},
	})
}
