package hooks

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"rollbook/apiclient/document"
	"rollbook/web/roll"
)

// FuzzDelivery reads posts of strangers: without the secret none is signed, and the stored value is text.
func FuzzDelivery(f *testing.F) {
	f.Add("msg_1", "1763541000", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", []byte(body))
	f.Add("a.b", "1763541000000", "t=1,v1=00ff", []byte("[[[[\xff\x00"))
	timed := roll.Signing{
		Header: "X-Signature", TimeHeader: "X-Signature", Separator: ",", Prefix: "v1=", Algorithm: roll.SHA512, Encoding: roll.Hexadecimal,
		Signed: roll.SignedTimeBody, Written: roll.PlainText, Tolerance: 300,
	}
	f.Fuzz(func(t *testing.T, id, stamp, signature string, body []byte) {
		header := headers("webhook-id", id, "webhook-timestamp", stamp, "webhook-signature", signature, "X-Signature", signature)
		for _, signing := range []roll.Signing{roll.StandardWebhooks(), timed} {
			if _, valid := verify(signing, [][]byte{[]byte("a secret of sixteen bytes or more"), nil}, header, body, now()); valid {
				t.Errorf("%q, %q and %q sign %q", id, stamp, signature, body)
			}
		}
		if understood, _ := inspect(body); understood && !json.Valid(document.WithoutByteOrderMark(body)) {
			t.Errorf("%q is understood", body)
		}
		if text := excerpt(body); !utf8.ValidString(text) || len(text) > 3*keptBody {
			t.Errorf("%q is stored as %q", body, text)
		}
	})
}
