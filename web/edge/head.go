package edge

import "net/http"

// HeadAsGet passes a HEAD request on as GET (RFC 9110, section 9.3.2). The server omits the body, because it
// received a HEAD.
func HeadAsGet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			r = r.WithContext(r.Context())
			r.Method = http.MethodGet
		}
		next.ServeHTTP(w, r)
	})
}
