package examples

import (
	"rollbook/views/factor"
)

// addFactors adds the pages of second factors.
func addFactors(b Base, all map[string]Example) {
	const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
	for name, v := range map[string]*factor.SecondStepView{
		"second-step": {HasApp: true, HasCodes: true}, "second-step-wrong": {HasApp: true, Problem: b.Words.Text("factor.wrong_code")},
	} {
		v.Page, v.Email = Stranger(b), "k.osei@oak.example"
		all[name] = example(factor.SecondStep, v)
	}
	add(all, factor.Choose, map[string]*factor.ChooseView{
		"factors": {Page: Stranger(b), Passkeys: true}, "factors-demanded": {Page: Stranger(b), Demanded: true},
	})
	all["factor-app"] = example(factor.App, &factor.AppView{Page: Stranger(b), Email: "k.osei@oak.example", Secret: secret, Image: drawn("otpauth://totp/Rollbook:k.osei@oak.example?secret=" + secret)})
	codes := []string{"ABCDEFGHIJKLMNOP", "QRSTUVWXYZ234567", "BCDEFGHIJKLMNOPA", "RSTUVWXYZ234567Q", "CDEFGHIJKLMNOPAB"}
	all["factor-codes"] = example(factor.Codes, &factor.CodesView{Page: Stranger(b), Codes: append(codes, codes...), Next: b.Paths.School("oak")})
}
