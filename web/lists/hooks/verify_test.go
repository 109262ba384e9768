package hooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/web/roll"
)

const body = `{"type":"x"}`

func now() time.Time { return time.Unix(1_763_541_000, 0) }

func headers(pairs ...string) http.Header {
	header := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		header.Add(pairs[i], pairs[i+1])
	}
	return header
}

// The example of the specification at standardwebhooks.com, with its own secret.
func TestTheExampleOfStandardWebhooksVerifies(t *testing.T) {
	t.Parallel()
	signing := roll.StandardWebhooks()
	secret, ok := secretBytes(signing, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if !ok {
		t.Fatal("the secret is refused")
	}
	header := headers("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp", "1614265330",
		"webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
	at := time.Unix(1614265330, 0)
	found, valid := verify(signing, [][]byte{secret}, header, []byte(`{"test": 2432232314}`), at)
	if !valid || found.name != "id msg_p5jXN8AQM9LWM0D4loKWxJek" || !found.sentAt.Equal(at) {
		t.Errorf("it is %+v, %v", found, valid)
	}
	if _, valid := verify(signing, [][]byte{secret}, header, []byte(`{"test": 2432232315}`), at); valid {
		t.Error("another body verifies")
	}
}

func TestOtherWaysOfSigningVerify(t *testing.T) {
	t.Parallel()
	secret := []byte("a secret of sixteen bytes or more")
	sum := func(content string) []byte {
		mac := hmac.New(sha256.New, secret)
		mac.Write([]byte(content))
		return mac.Sum(nil)
	}
	long := hmac.New(sha512.New, secret)
	long.Write([]byte(body))
	plain := roll.Signing{Header: "X-Signature", Algorithm: roll.SHA256, Encoding: roll.Hexadecimal, Signed: roll.SignedBody, Written: roll.PlainText, Tolerance: 300}
	prefixed, timed, strong := plain, plain, plain
	prefixed.Prefix = "sha256="
	timed.Prefix, timed.Separator, timed.Signed, timed.TimeHeader = "v1=", ",", roll.SignedTimeBody, "x-signature"
	strong.Algorithm, strong.Encoding = roll.SHA512, roll.Base64
	for name, test := range map[string]struct {
		signing roll.Signing
		header  string
		valid   bool
	}{
		"the bare digits":               {plain, hex.EncodeToString(sum(body)), true},
		"digits in capitals":            {plain, strings.ToUpper(hex.EncodeToString(sum(body))), true},
		"half of the digits":            {plain, hex.EncodeToString(sum(body))[:32], false},
		"nothing":                       {plain, "", false},
		"after the algorithm's name":    {prefixed, "sha256=" + hex.EncodeToString(sum(body)), true},
		"without the prefix":            {prefixed, hex.EncodeToString(sum(body)), false},
		"the time in the same header":   {timed, "t=1763541000,v1=" + hex.EncodeToString(sum("1763541000."+body)), true},
		"another time than was signed":  {timed, "t=1763541001,v1=" + hex.EncodeToString(sum("1763541000."+body)), false},
		"a time in milliseconds":        {timed, "t=1763541000000,v1=" + hex.EncodeToString(sum("1763541000000."+body)), true},
		"a longer hash":                 {strong, base64.StdEncoding.EncodeToString(long.Sum(nil)), true},
		"a shorter hash than is needed": {strong, base64.StdEncoding.EncodeToString(sum(body)), false},
	} {
		if problem := test.signing.Check(); problem != "" {
			t.Errorf("%s: the settings are refused: %s", name, problem)
		}
		if _, valid := verify(test.signing, [][]byte{secret}, headers("X-Signature", test.header), []byte(body), now()); valid != test.valid {
			t.Errorf("%s: valid is %v", name, valid)
		}
	}
}

func TestARepeatedHeaderIsNotAccepted(t *testing.T) {
	t.Parallel()
	secret := []byte("a secret of sixteen bytes or more")
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("a.1763541000." + body))
	good := []string{"webhook-id", "a", "webhook-timestamp", "1763541000", "webhook-signature", "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))}
	if _, valid := verify(roll.StandardWebhooks(), [][]byte{secret}, headers(good...), []byte(body), now()); !valid {
		t.Fatal("what is there once is refused")
	}
	for i := 0; i < len(good); i += 2 {
		twice := headers(append([]string{good[i], good[i+1]}, good...)...)
		if _, valid := verify(roll.StandardWebhooks(), [][]byte{secret}, twice, []byte(body), now()); valid {
			t.Errorf("two %s headers are believed", good[i])
		}
	}
}

func TestAnIDCannotBeReadAsAnotherIDAndTime(t *testing.T) {
	t.Parallel()
	secret := []byte("a secret of sixteen bytes or more")
	const shifted = "1763541000.123"
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("a." + shifted + "." + body))
	header := headers("webhook-id", "a.1763541000", "webhook-timestamp", "123", "webhook-signature", "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	if _, valid := verify(roll.StandardWebhooks(), [][]byte{secret}, header, []byte(body), time.Unix(123, 0)); valid {
		t.Error("the same bytes cut otherwise are believed")
	}
}

func TestAnEmptySecretVerifiesNothing(t *testing.T) {
	t.Parallel()
	for _, secret := range []string{"", "short"} {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte("a.1763541000." + body))
		header := headers("webhook-id", "a", "webhook-timestamp", "1763541000", "webhook-signature", "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
		if _, valid := verify(roll.StandardWebhooks(), [][]byte{[]byte(secret)}, header, []byte(body), now()); valid {
			t.Errorf("the secret %q verifies", secret)
		}
	}
}

func TestDepthIsCountedOutsideOfTexts(t *testing.T) {
	t.Parallel()
	for text, deep := range map[string]bool{
		strings.Repeat("[", 64) + strings.Repeat("]", 64): false,
		strings.Repeat(`{"a":`, 65):                       true,
		`"` + strings.Repeat("[", 500) + `"`:              false,
		`"\"` + strings.Repeat("[", 500) + `"`:            false,
		`["\\",` + strings.Repeat("[", 500):               true,
		strings.Repeat("[]", 500):                         false,
	} {
		if _, is := inspect([]byte(text)); is != deep {
			t.Errorf("%.20q: %v", text, !deep)
		}
	}
}
