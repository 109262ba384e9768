package settings_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/handlers/naming"
	"rollbook/web/language"
	"rollbook/web/office/exports"
	"rollbook/web/roll"
)

const codesPage = apptest.SettingsPath + "/codes"

// marksOf8B returns the lines of today's export of class 8B.
func marksOf8B(t *testing.T, office *apptest.Visitor) []string {
	t.Helper()
	body := string(office.Get(apptest.ExportsPath+"/marks.csv?class=8B").Want(t, http.StatusOK).Body)
	return strings.Split(strings.TrimSpace(body), "\r\n")[1:]
}

func TestEnglandsCodesStandBesideTheMarks(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	office.Takes("Absent", 0)
	office.Takes("Late", 1)
	if line := marksOf8B(t, office)[0]; !strings.Contains(line, ",Absent,,,no,") {
		t.Errorf("before, the line is %s", line)
	}
	page := office.Follow(office.Post(codesPage+"/england", nil)).Want(t, http.StatusOK)
	if says := page.Text("main"); !strings.Contains(says, "34 codes") || !strings.Contains(says, "Reason for absence not yet established") {
		t.Errorf("the page says %s", says)
	}
	if lines := marksOf8B(t, office); !strings.Contains(lines[0], ",Absent,N,,no,") || !strings.Contains(lines[1], ",Late,L,,,") {
		t.Errorf("the lines are %q", lines)
	}
	if says := office.Get(apptest.ExportsPath).Text("main .notice"); says != "The column Code stays empty for these statuses: Remote. Authority's codes" {
		t.Errorf("before the export it says %q", says)
	}
	office.Post(codesPage, url.Values{}).Want(t, http.StatusSeeOther)
	if line := marksOf8B(t, office)[0]; !strings.Contains(line, ",Absent,N,,no,") {
		t.Errorf("after a form without statuses, the line is %s", line)
	}
	form := page.Form("main form[action$='/codes']")
	for name := range form {
		if strings.HasPrefix(name, "status.") && form.Get(name) == "N" {
			form.Set(name, "I")
		}
	}
	office.Post(codesPage, form).Want(t, http.StatusSeeOther)
	if line := marksOf8B(t, office)[0]; !strings.Contains(line, ",Absent,I,,yes,") {
		t.Errorf("with another code, the line is %s", line)
	}
}

func TestTheReasonOfAKnownAbsenceHasItsOwnCode(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	office.Post(codesPage+"/england", nil).Want(t, http.StatusSeeOther)
	office.Takes("Absent", 0, 1)
	for i, reason := range []string{"Illness", "Holiday"} {
		student := office.Get(apptest.EightB).Enrolments(t, i)[0]
		form := office.Get("/schools/harbour/absences?student="+student).Want(t, http.StatusOK).Form("main form")
		form.Set("reason", reason)
		office.Post("/schools/harbour/absences", form).Want(t, http.StatusSeeOther)
	}
	if lines := marksOf8B(t, office); !strings.Contains(lines[0], ",Absent,I,Illness,yes,") || !strings.Contains(lines[1], ",Absent,G,Holiday,no,") {
		t.Errorf("the lines are %q", lines)
	}
}

func TestEnglandsCodesAreUsualForTheReasonsOfEveryLanguage(t *testing.T) {
	t.Parallel()
	catalogue, err := language.Load()
	apptest.Must(t, err)
	lines, err := exports.England()
	apptest.Must(t, err)
	for _, words := range catalogue.All() {
		keys := make(map[string]string)
		for i, text := range strings.Split(words.Text("known.reasons")+"\n"+words.Text("known.reasons_not_authorised"), "\n") {
			if keys[text] = naming.ReasonKey(catalogue.All(), text); keys[text] != naming.ReasonKeys()[i] {
				t.Errorf("in %s %q is read as %q", words.Tag(), text, keys[text])
			}
		}
		codes, err := exports.Adopt(lines, roll.Codes{}, nil, keys)
		apptest.Must(t, err)
		for text, key := range keys {
			if codes.OfReason[text] == "" {
				t.Errorf("in %s %q, which is %q, has no code", words.Tag(), text, key)
			}
		}
	}
	own := map[string]string{"Chasse aux truffes": naming.ReasonKey(catalogue.All(), "Chasse aux truffes")}
	if codes, err := exports.Adopt(lines, roll.Codes{}, nil, own); err != nil || codes.OfReason["Chasse aux truffes"] != "" {
		t.Errorf("a school's own reason has the code %q, %v", codes.OfReason["Chasse aux truffes"], err)
	}
}

func TestOtherCodesComeFromAList(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	for list, want := range map[string]string{
		"": "the first line must name the columns", "code,name\nX,Y": "the first line must name the columns",
		"code,label,counts as\nP,There,maybe":            "In line 2 a code must count as",
		"code,label,counts as\nP,A,present\nP,B,present": "The code of line 3 is there twice",
		"code,label,counts as\n,A,present":               "In line 2 write a code",
	} {
		a := office.SendFile(codesPage+"/file", "codes.csv", list, nil).Want(t, http.StatusUnprocessableEntity)
		if says := a.Text("main [role=alert]"); !strings.Contains(says, want) {
			t.Errorf("of %q it says %q", list, says)
		}
	}
	const list = "code,label,counts as,usual for\n10,Anwesend,present,present\n20,Fehlend,unauthorised,absent\n"
	office.SendFile(codesPage+"/file", "codes.csv", list, nil).Want(t, http.StatusSeeOther)
	office.Takes("Absent", 0)
	if line := marksOf8B(t, office)[0]; !strings.Contains(line, ",Absent,20,,no,") {
		t.Errorf("the line is %s", line)
	}
	form := office.Get(codesPage).Form("main form[action$='/codes']")
	for name := range form {
		if strings.HasPrefix(name, "status.") {
			form.Set(name, "none of them")
		}
	}
	office.Post(codesPage, form).Want(t, http.StatusUnprocessableEntity)
}

func TestTheSchoolsOwnReasonsGetCodes(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	const reasons = "/schools/harbour/absences/reasons"
	form := office.Get(reasons).Form("main form")
	form.Set("authorised", "Harvest")
	office.Post(reasons, form).Want(t, http.StatusSeeOther)
	page := office.Follow(office.Post(codesPage+"/england", nil)).Want(t, http.StatusOK)
	if says := page.Text("main"); !strings.Contains(says, "Harvest") || strings.Contains(says, "Interview or exam elsewhere") {
		t.Errorf("the page offers the reasons %s", says)
	}
	wantAudit(t, auditSays(t, p, p.As(t, apptest.Administrator), "?kind=settings"), []string{"authorised reason Harvest", "code L: Late"})
}
