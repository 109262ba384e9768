package apptest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
)

// Foreign is a school system of another maker, whose answers differ from the document.
type Foreign struct {
	Name   string
	Server *httptest.Server
	Calls  atomic.Int64
}

// The credentials of every foreign school system.
const (
	ForeignTenant = "sign-in.elm.example"
	ForeignCode   = "ELM-7"
	ForeignKey    = "elm_live_4f0c21d97ab3"
)

// ForeignSystem answers the calls by method and path, and only with the credentials.
func ForeignSystem(t testing.TB, name string, calls map[string]http.HandlerFunc) *Foreign {
	t.Helper()
	f := &Foreign{Name: name}
	mux := http.NewServeMux()
	for pattern, handle := range calls {
		mux.HandleFunc(pattern, handle)
	}
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.Calls.Add(1)
		h := r.Header
		if h.Get("tenant") != ForeignTenant || h.Get("schoolCode") != ForeignCode ||
			h.Get("service-secret-key") != ForeignKey {
			http.Error(w, `{"message":"Invalid API credentials"}`, http.StatusUnauthorized)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(f.Server.Close)
	return f
}

// WriteJSON answers a call with a value of its own wire structs.
func WriteJSON(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value)
}

// BareIDs returns only the ids of school years and of their students.
func BareIDs(t testing.TB) *Foreign {
	t.Helper()
	return ForeignSystem(t, "bare", map[string]http.HandlerFunc{
		"GET /serviceapi/v1/curriculum/schoolperiods/list": func(w http.ResponseWriter,
			_ *http.Request) {
			WriteJSON(w, []int{3})
		},
		"GET /serviceapi/v1/students/list": func(w http.ResponseWriter, _ *http.Request) {
			WriteJSON(w, []int{501, 502, 503, 504})
		},
	})
}
