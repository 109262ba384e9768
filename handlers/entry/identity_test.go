package entry_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"

	"rollbook/handlers/apptest"
	"rollbook/web/session"
)

// otherKind keeps each session as one of the kind.
type otherKind struct {
	scs.CtxStore
	kind session.Kind
}

// CommitCtx writes the kind into the session.
func (o otherKind) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	as := fmt.Appendf(nil, `{"kind":%q,`, o.kind)
	return o.CtxStore.CommitCtx(ctx, token, append(as, bytes.TrimPrefix(data, []byte("{"))...), expiry)
}

// sessionOf is the cookie of a session of the teacher's that says it is of the kind.
func sessionOf(t *testing.T, p *apptest.Program, kind session.Kind) string {
	t.Helper()
	person, _, err := p.App.Store.Person(t.Context(), apptest.Teacher)
	apptest.Must(t, err)
	sessions := session.NewSessions(otherKind{p.App.Store.Sessions(time.Now), kind}, session.ScopeOf(nil), func(*http.Request) bool { return false })
	begin := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		apptest.Must(t, sessions.SignIn(r.Context(), person.ID, int(person.Epoch)))
	})
	recorder := httptest.NewRecorder()
	sessions.Handler(begin, func(_ http.ResponseWriter, _ *http.Request, err error) { t.Error(err) }).
		ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/", nil))
	cookies := recorder.Result().Cookies()
	if len(cookies) != 1 {
		t.Fatalf("%d cookies set", len(cookies))
	}
	return cookies[0].Name + "=" + cookies[0].Value
}

func TestASessionOfAnotherKindIsNobodys(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.Visit(t).Get(apptest.EightB, "Cookie", sessionOf(t, p, session.Account)).Want(t, http.StatusOK)
	for _, kind := range []session.Kind{session.CoverLink, "of a later version"} {
		p.Visit(t).Get(apptest.EightB, "Cookie", sessionOf(t, p, kind)).Want(t, http.StatusSeeOther)
	}
}
