package settings_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

func TestTheOfficeSeesToTabletsAndTeachersDoNot(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	for email, want := range map[string]int{apptest.Teacher: http.StatusForbidden, apptest.OfficeWorker: http.StatusOK, apptest.Administrator: http.StatusOK, apptest.FrenchTeacher: http.StatusNotFound} {
		p.As(t, email).Get(apptest.TabletsPath).Want(t, want)
	}
	office := p.As(t, apptest.OfficeWorker)
	if link := office.Get("/schools/harbour/settings").Page.Find("main a[href='" + apptest.TabletsPath + "']"); link.Length() != 1 {
		t.Error("the settings do not lead there")
	}
	page := office.Get(apptest.TabletsPath)
	if says := page.Text("main"); !strings.Contains(says, "No tablet yet.") {
		t.Errorf("the page says %q", says)
	}
}

func TestATabletNeedsANameAndClassesOfTheSchool(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	good := office.TabletForm("Door 12", "8B")
	for what, change := range map[string]func(url.Values){
		"no name": func(form url.Values) { form.Set("name", " ") }, "a long name": func(form url.Values) { form.Set("name", strings.Repeat("D", 41)) },
		"a name that hides": func(form url.Values) { form.Set("name", "Door\u202e12") }, "no class": func(form url.Values) { form.Del("class") },
		"a class that is none": func(form url.Values) { form.Add("class", "nonsense") }, "another school's class": func(form url.Values) { form.Set("class", "4e B") },
		"a mode that does not exist": func(form url.Values) { form.Set("mode", "parents") }, "no mode": func(form url.Values) { form.Del("mode") },
	} {
		form, _ := url.ParseQuery(good.Encode())
		change(form)
		got := office.Post(apptest.TabletsPath, form).Want(t, http.StatusUnprocessableEntity)
		if strings.Contains(what, "mode") {
			continue
		}
		if got.Text("#problem") == "" || got.Form("#add").Get("name") != form.Get("name") {
			t.Errorf("%s: it says %q", what, got.Text("main"))
		}
	}
	form, _ := url.ParseQuery(good.Encode())
	form.Set("press", "nonsense")
	office.Post(apptest.TabletsPath, form).Want(t, http.StatusBadRequest)
	if list := office.Get(apptest.TabletsPath); list.Page.Find("#tablets li").Length() != 0 {
		t.Error("one was added all the same")
	}
}

func TestAnotherSchoolsTabletIsNotThere(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	tablet := p.Tablet(t, "Door 12", "8B")
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.FrenchTeacher, apptest.Tilleuls, "office"))
	luc := p.As(t, apptest.FrenchTeacher)
	office := p.As(t, apptest.OfficeWorker)
	own := office.Get(apptest.TabletsPath).Address("#tablets a")
	theirs := strings.Replace(own, "harbour", "tilleuls", 1)
	press := luc.Get("/schools/tilleuls/settings/tablets").Form("#add")
	press.Set("name", "Mine")
	press["class"] = []string{"4e B"}
	for _, address := range []string{own, theirs} {
		luc.Get(address).Want(t, http.StatusNotFound)
		for _, do := range []string{"", "/code", "/revoke"} {
			luc.Post(address+do, press).Want(t, http.StatusNotFound)
		}
	}
	tablet.Get("/door").Want(t, http.StatusOK)
	if list := office.Get(apptest.TabletsPath).Text("#tablets"); !strings.Contains(list, "Door 12") || !strings.Contains(list, "8B") {
		t.Errorf("the list says %q", list)
	}
}
