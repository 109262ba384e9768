package apiclient

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// expectNoKey prints a value in every usual way and looks for the key.
func expectNoKey(t *testing.T, value any) {
	t.Helper()
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "value", value)
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "value", value)
	encoded, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{log.String(), string(encoded)}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		texts = append(texts, fmt.Sprintf(verb, value))
	}
	for _, text := range texts {
		for _, secret := range []string{testKey, strings.ToLower(testKey), fmt.Sprintf("%x", testKey)} {
			if strings.Contains(strings.ToLower(text), strings.ToLower(secret)) {
				t.Errorf("the key is in %.300s", text)
			}
		}
	}
}

func TestAKeyNeverPrintsItself(t *testing.T) {
	t.Parallel()
	key := NewKey(testKey)
	expectNoKey(t, key)
	expectNoKey(t, &key)
	expectNoKey(t, credentials())
	expectNoKey(t, struct{ hidden Credentials }{credentials()})
	if key.Reveal() != testKey || key.String() != "****WXYZ" || NewKey("short").String() != "****" {
		t.Errorf("reveals %q, masks as %q", key.Reveal(), key)
	}
	if !key.Equal(NewKey(testKey)) || key.Equal(NewKey("x")) || !(Key{}).IsZero() || (Key{}).String() != "" {
		t.Error("keys compare wrongly")
	}
}

func TestAClientAndItsExchangesNeverPrintTheKey(t *testing.T) {
	t.Parallel()
	client := serve(t, answering(500, "you sent "+testKey))
	expectNoKey(t, client)
	failure := failureOf(t, client, soon())
	expectNoKey(t, failure)
	expectNoKey(t, failure.Exchange)
	//nolint:staticcheck // shown as it was spelt
	if got := failure.Exchange.RequestHeader[HeaderKey]; len(got) != 1 || got[0] != "****WXYZ" {
		t.Errorf("the key is shown as %q", got)
	}
}

func TestCookiesAreNeitherKeptNorShown(t *testing.T) {
	t.Parallel()
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if len(r.Cookies()) > 0 {
			t.Errorf("a cookie came back: %v", r.Cookies())
		}
		w.Header().Set("Set-Cookie", "session=theirs")
		_, _ = io.WriteString(w, "[]")
	})
	for range 2 {
		answer, err := client.SaveDailyAttendance(context.Background(), present(1), soon())
		if err != nil || strings.Contains(fmt.Sprint(answer), "theirs") {
			t.Errorf("%v, %v", answer, err)
		}
	}
}

func TestAnEchoedKeyIsTakenOutInEverySpelling(t *testing.T) {
	t.Parallel()
	key := `a/b+c&"d<e>=tail12`
	r := newRedactor(NewKey(key))
	quoted, _ := json.Marshal(key)
	for _, spelling := range []string{key, string(quoted), url.QueryEscape(key), strings.ReplaceAll(string(quoted), "/", `\/`), strings.ToUpper(key)} {
		if got := r.text("x " + spelling + " y"); strings.Contains(strings.ToLower(got), "b+c") || strings.Contains(got, "b%2Bc") {
			t.Errorf("%s became %s", spelling, got)
		}
	}
}

func TestAKeyCutAtTheEndOfABodyIsTakenOutToo(t *testing.T) {
	t.Parallel()
	r := newRedactor(NewKey(testKey))
	text, truncated := r.cut("body "+testKey[:20], maxShownBody, true)
	if strings.Contains(text, testKey[:8]) || !truncated {
		t.Errorf("kept %q", text)
	}
	if text, _ := r.cut("a\x00b\xff", 10, false); text != "a\uFFFDb\uFFFD" {
		t.Errorf("kept %q", text)
	}
}

func TestCredentialsThatCannotBeHeadersAreRefused(t *testing.T) {
	t.Parallel()
	bad := []string{"", " x", "x ", "a\r\nX: y", "a\nb", "a\x00b", "a\tb", "a\x7fb", "schlüssel", "ключ", strings.Repeat("x", 1025)}
	for _, value := range bad {
		for name, c := range map[string]Credentials{
			HeaderKey:        {Tenant: "t", SchoolCode: "s", Key: NewKey(value)},
			HeaderTenant:     {Tenant: value, SchoolCode: "s", Key: NewKey("k")},
			HeaderSchoolCode: {Tenant: "t", SchoolCode: value, Key: NewKey("k")},
		} {
			err := c.Validate()
			if err == nil || !strings.Contains(err.Error(), name) || (len(value) > 2 && strings.Contains(err.Error(), value)) {
				t.Errorf("%s %q: %v", name, value, err)
			}
		}
	}
	if err := credentials().Validate(); err != nil {
		t.Error(err)
	}
}
