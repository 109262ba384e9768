package edge

import "net/http"

// HeadAsGet answers a HEAD request as the GET that it asks about (RFC 9110, section 9.3.2);
// the server leaves the body out, because the request that it read was a HEAD.
func HeadAsGet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			r = r.WithContext(r.Context())
			r.Method = http.MethodGet
		}
		next.ServeHTTP(w, r)
	})
}
