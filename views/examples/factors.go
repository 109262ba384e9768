package examples

import (
	"rollbook/views/factor"
)

// addFactors adds the pages of second factors.
func addFactors(b Base, all map[string]Example) {
	const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
	for name, v := range map[string]*factor.SecondStepView{
		"second-step":       {HasApp: true, HasCodes: true},
		"second-step-wrong": {HasApp: true, Problem: b.Words.Text("factor.wrong_code")},
	} {
		v.Page, v.Email = Stranger(b), "k.osei@oak.example"
		all[name] = example(factor.SecondStep, v)
	}
	const options = `{"challenge":"AAAA","rpId":"rollbook.example"}`
	all["second-step-passkey"] = example(factor.SecondStep,
		&factor.SecondStepView{Page: Stranger(b), Email: "k.osei@oak.example", HasApp: true, HasCodes: true,
			Options: options})
	add(all, factor.Passkey, map[string]*factor.PasskeyView{
		"factor-passkey":        {Page: Stranger(b), Email: "k.osei@oak.example", System: "windows"},
		"factor-passkey-create": {Page: Stranger(b), Name: "Laptop", Options: options},
	})
	add(all, factor.Confirm, map[string]*factor.ConfirmView{
		"confirm": {Page: Stranger(b), Email: "k.osei@oak.example", HasPassword: true, Options: options},
		"confirm-problem": {Page: Stranger(b), Email: "k.osei@oak.example", HasPassword: true,
			Problem: b.Words.Text("account.wrong")},
		"confirm-without": {Page: Stranger(b), Email: "k.osei@oak.example"},
	})
	add(all, factor.Choose, map[string]*factor.ChooseView{
		"factors": {Page: Stranger(b), Passkeys: true}, "factors-demanded": {Page: Stranger(b), Demanded: true},
	})
	all["factor-app"] = example(factor.App,
		&factor.AppView{Page: Stranger(b), Email: "k.osei@oak.example", Secret: secret,
			Image: drawn("otpauth://totp/Rollbook:k.osei@oak.example?secret=" + secret)})
	codes := []string{"ABCDEFGHIJKLMNOP", "QRSTUVWXYZ234567", "BCDEFGHIJKLMNOPA", "RSTUVWXYZ234567Q", "CDEFGHIJKLMNOPAB"}
	all["factor-codes"] = example(factor.Codes,
		&factor.CodesView{Page: Stranger(b), Codes: append(codes, codes...), Next: b.Paths.School("oak")})
}
