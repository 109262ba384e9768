package vault_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"rollbook/web/vault"
)

// holder contains a secret where package fmt cannot call its methods.
type holder struct {
	Shown  any
	hidden any
	secret vault.Secret
}

func TestNothingThatPrintsShowsASecret(t *testing.T) {
	t.Parallel()
	key := vault.RandomMasterKey()
	for plain, value := range map[string]any{apiKey: vault.NewSecret(apiKey), key.Reveal(): key} {
		all := printed(t, value)
		if strings.Contains(all, plain) || strings.Contains(all, fmt.Sprintf("%x", plain)) {
			t.Errorf("%q is shown in %s", plain, all)
		}
		if !strings.Contains(all, "[hidden]") {
			t.Errorf("no redaction in %s", all)
		}
	}
}

func printed(t *testing.T, value any) string {
	t.Helper()
	var out bytes.Buffer
	secret, _ := value.(vault.Secret)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%p"} {
		fmt.Fprintf(&out, verb, value)
		fmt.Fprintf(&out, verb, []any{value, &value})
		fmt.Fprintf(&out, verb, holder{value, value, secret})
	}
	fmt.Fprint(&out, fmt.Errorf("failed: %v", value))
	if err := json.NewEncoder(&out).Encode(map[string]any{"key": value}); err != nil {
		t.Fatal(err)
	}
	if err := xml.NewEncoder(&out).Encode(value); err != nil {
		t.Fatal(err)
	}
	slog.New(slog.NewTextHandler(&out, nil)).Info("sealed", "key", value, "in", holder{Shown: value, secret: secret})
	slog.New(slog.NewJSONHandler(&out, nil)).Info("sealed", "key", value, "in", holder{Shown: value, secret: secret})
	return out.String()
}

func TestASecretIsRevealedOnDemandOnly(t *testing.T) {
	t.Parallel()
	if got := vault.NewSecret(apiKey).Reveal(); got != apiKey {
		t.Errorf("Reveal = %q", got)
	}
	var none vault.Secret
	if none.Reveal() != "" || !none.Empty() {
		t.Error("the zero secret is not empty")
	}
}

func TestAMasterKeyIsExactly32BytesInBase64(t *testing.T) {
	t.Parallel()
	good := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{7}, 32))
	key, err := vault.ParseMasterKey(" " + good + "\n")
	if err != nil || key.Reveal() != good {
		t.Fatalf("ParseMasterKey = %v", err)
	}
	for name, test := range map[string]struct {
		text string
		want error
	}{
		"nothing":     {"", vault.ErrNoMasterKey},
		"white space": {" \n", vault.ErrNoMasterKey},
		"31 bytes":    {base64.StdEncoding.EncodeToString(make([]byte, 31)), vault.ErrMasterKey},
		"33 bytes":    {base64.StdEncoding.EncodeToString(make([]byte, 33)), vault.ErrMasterKey},
		"hexadecimal": {strings.Repeat("0f", 32), vault.ErrMasterKey},
		"a word":      {"correct-horse-battery-staple", vault.ErrMasterKey},
		"cut off":     {good[:40], vault.ErrMasterKey},
	} {
		_, err := vault.ParseMasterKey(test.text)
		if !errors.Is(err, test.want) {
			t.Errorf("%s: err = %v, want %v", name, err, test.want)
		}
		if err != nil && len(test.text) > 8 && strings.Contains(err.Error(), test.text[:8]) {
			t.Errorf("%s: the error repeats the text: %v", name, err)
		}
	}
}
