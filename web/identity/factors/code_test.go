package factors

import (
	"testing"
	"time"
)

func TestACodeIsTheOneOfTheStandard(t *testing.T) {
	t.Parallel()
	secret := inLetters().EncodeToString([]byte("12345678901234567890"))
	// The last six digits of RFC 6238, appendix B.
	for second, want := range map[int64]string{
		59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924",
		2000000000: "279037", 20000000000: "353130",
	} {
		if got, err := CodeAt(secret, time.Unix(second, 0)); got != want || err != nil {
			t.Errorf("at %d the code is %s (%v), not %s", second, got, err, want)
		}
	}
}

func TestAnAppReadsTheAccountAndTheSecretFromTheAddress(t *testing.T) {
	t.Parallel()
	want := "otpauth://totp/Rollbook:ana+x@school.example?" +
		"algorithm=SHA1&digits=6&issuer=Rollbook&period=30&secret=GEZDGNBV"
	if got := appAddress("GEZDGNBV", "ana+x@school.example"); got != want {
		t.Errorf("the address is %s, not %s", got, want)
	}
}
