package settings_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/store/keeping"
)

func TestAnAdminSetsHowLongKnownAbsencesAreKept(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	admin := p.As(t, apptest.Administrator)
	const path = apptest.SettingsPath + "/retention"
	page := admin.Get(admin.Get(apptest.SettingsPath).Address("a[href$='/settings/retention']")).Want(t, http.StatusOK)
	form := page.Form("#retention")
	if form.Get("known") != "366" {
		t.Errorf("at first it is %q", form.Get("known"))
	}
	for _, wrong := range []string{"13", "3661", "soon", ""} {
		form.Set("known", wrong)
		refused := admin.Post(path, form).Want(t, http.StatusUnprocessableEntity)
		if says := refused.Text("#known-wrong"); !strings.Contains(says, "from 14 to 3660") || refused.Form("#retention").Get("known") != wrong {
			t.Errorf("%q: it says %q", wrong, says)
		}
	}
	form.Set("known", " 30 ")
	kept := admin.Follow(admin.Post(path, form)).Want(t, http.StatusOK)
	if kept.Form("#retention").Get("known") != "30" {
		t.Errorf("then it is %q", kept.Form("#retention").Get("known"))
	}
	days, err := p.App.Store.Retention(t.Context(), apptest.Harbour, keeping.Known)
	if err != nil || days != 30 {
		t.Errorf("stored are %d, %v", days, err)
	}
	p.As(t, apptest.OfficeWorker).Get(path).Want(t, http.StatusForbidden)
}
