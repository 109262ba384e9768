package settings_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

func TestOnePageHasACodeForEachClassWithoutATablet(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	p.Tablet(t, "Door 12", "8B").Get("/door").Want(t, http.StatusOK)
	form := office.Get(apptest.TabletsPath).Form("#sheet")
	form.Set("mode", string(roll.StudentsMode))
	sheet := office.Post(apptest.TabletsPath+"/sheet", form).Want(t, http.StatusOK)
	codes := sheet.Page.Find(".codes li")
	if says := sheet.Text(".codes h2"); codes.Length() == 0 || strings.Contains(says, "8B") || !strings.Contains(says, "9A") {
		t.Fatalf("the page has %d codes: %q", codes.Length(), says)
	}
	// The same press shows no codes again, and makes no second tablet.
	if again := office.Post(apptest.TabletsPath+"/sheet", form).Want(t, http.StatusConflict); again.Page.Find(".letters").Length() != 0 {
		t.Errorf("pressed twice it says %q", again.Text("main"))
	}
	if tablets := office.Get(apptest.TabletsPath).Page.Find("#tablets li").Length(); tablets != codes.Length()+1 {
		t.Errorf("there are %d tablets for %d codes", tablets, codes.Length())
	}
	device := p.Visit(t)
	device.Pairs(codes.Find(".letters").First().Text()).Want(t, http.StatusSeeOther)
	if shown := device.Get("/door").Want(t, http.StatusOK).Text("h1"); shown != codes.Find("h2").First().Text() {
		t.Errorf("the device shows %q", shown)
	}
}
