package apiclient

import (
	"errors"
	"net/http"
	"strings"
	"testing"
)

func TestALookShowsTheAnswerInItsOrderAndShortened(t *testing.T) {
	t.Parallel()
	client := serve(t, answering(200, `{"zeta":1,"alpha":{"rows":[{"b":1,"a":"x"},{"b":2},{"b":3},{"b":4}],"none":null},"long":"`+strings.Repeat("é", 500)+`","big":9007199254740993}`))
	look, err := client.Look(t.Context(), "students", "/x/a%2Fb?d=2026-01-02&page=2")
	if err != nil {
		t.Fatal(err)
	}
	want := "{\n  \"zeta\": 1,\n  \"alpha\": {\n    \"rows\": [\n      {\n        \"b\": 1,\n        \"a\": \"x\"\n      },\n      {\n        \"b\": 2\n      },\n      ... 2 more\n    ],\n    \"none\": null\n  },\n  \"long\": \"" + strings.Repeat("é", 160) + "...\",\n  \"big\": 9007199254740993\n}"
	if look.Shown != want {
		t.Errorf("it shows\n%s", look.Shown)
	}
	if !strings.HasSuffix(look.Exchange.URL, "/district/x/a%2Fb?d=2026-01-02&page=2") {
		t.Errorf("asked was %s", look.Exchange.URL)
	}
}

func TestALookNeverShowsTheKey(t *testing.T) {
	t.Parallel()
	escaped := strings.Replace(testKey, "rb_live", `rb\u005flive`, 1)
	for _, body := range []string{
		`{"echo":"` + testKey + `"}`, `{"echo":"` + escaped + `"}`, `{"` + testKey + `":[1,2,3]}`, testKey, "<p>" + testKey + "</p>",
		`{"echo":"` + strings.Repeat("x", 150) + testKey + `"}`, `[` + strings.Repeat(`"`+testKey+`",`, 5000) + `1]`, `{"echo":"` + testKey,
	} {
		for _, status := range []int{200, 500, 404} {
			look, _ := serve(t, answering(status, body)).Look(t.Context(), "students", "/x")
			if strings.Contains(look.Shown, testKey) || strings.Contains(look.Shown, testKey[:20]) || len(look.Shown) > maxShown+10 {
				t.Errorf("%d %.60s shows %.200s", status, body, look.Shown)
			}
		}
	}
}

func TestALookAsksOnceAndOnlyBelowTheAddress(t *testing.T) {
	t.Parallel()
	calls := 0
	client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		calls++
		w.WriteHeader(http.StatusBadGateway)
	})
	_, err := client.Look(t.Context(), "students", "/x")
	if failure, ok := errors.AsType[*Error](err); !ok || failure.Status != http.StatusBadGateway || calls != 1 {
		t.Errorf("after %d calls: %v", calls, err)
	}
	for _, path := range []string{"//evil.example", "x", "/../x", "/a/..", "/x y"} {
		if _, err := client.Look(t.Context(), "students", path); err == nil || calls != 1 {
			t.Errorf("%s was looked at", path)
		}
		if _, err := client.Read(t.Context(), "students", path); err == nil || calls != 1 {
			t.Errorf("%s was read", path)
		}
	}
}
