package roll

import "testing"

func TestEverySettingOfASigningIsChecked(t *testing.T) {
	t.Parallel()
	for says, one := range map[string]struct {
		change func(*Signing)
		want   MessageKey
	}{
		"the standard":            {func(*Signing) {}, ""},
		"another algorithm":       {func(s *Signing) { s.Algorithm = SHA512 }, ""},
		"no algorithm":            {func(s *Signing) { s.Algorithm = "" }, "webhooks.bad_choice"},
		"another encoding":        {func(s *Signing) { s.Encoding = Hexadecimal }, ""},
		"a plain signature":       {func(s *Signing) { s.Encoding = PlainText }, "webhooks.bad_choice"},
		"a plain secret":          {func(s *Signing) { s.Written = PlainText }, ""},
		"a hexadecimal secret":    {func(s *Signing) { s.Written = Hexadecimal }, "webhooks.bad_choice"},
		"nothing signed":          {func(s *Signing) { s.Signed = "" }, "webhooks.bad_choice"},
		"a comma":                 {func(s *Signing) { s.Separator = "," }, ""},
		"another separator":       {func(s *Signing) { s.Separator = ";" }, "webhooks.bad_choice"},
		"no header":               {func(s *Signing) { s.Header = "" }, "webhooks.bad_header"},
		"no header for the time":  {func(s *Signing) { s.TimeHeader = "" }, "webhooks.bad_header"},
		"no header for the id":    {func(s *Signing) { s.IDHeader = "" }, "webhooks.bad_header"},
		"an id that nothing has":  {func(s *Signing) { s.Signed, s.IDHeader = SignedTimeBody, "" }, ""},
		"a time that nothing has": {func(s *Signing) { s.Signed, s.IDHeader, s.TimeHeader = SignedBody, "", "" }, ""},
		"a space in the prefix":   {func(s *Signing) { s.Prefix = "v1 " }, "webhooks.bad_prefix"},
		"the least tolerance":     {func(s *Signing) { s.Tolerance = LeastTolerance }, ""},
		"the most tolerance":      {func(s *Signing) { s.Tolerance = MostTolerance }, ""},
		"too little tolerance":    {func(s *Signing) { s.Tolerance = LeastTolerance - 1 }, "webhooks.bad_tolerance"},
		"too much tolerance":      {func(s *Signing) { s.Tolerance = MostTolerance + 1 }, "webhooks.bad_tolerance"},
	} {
		signing := StandardWebhooks()
		one.change(&signing)
		if got := signing.Check(); got != one.want {
			t.Errorf("%s: %q, not %q", says, got, one.want)
		}
	}
}
