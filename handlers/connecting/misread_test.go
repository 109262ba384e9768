package connecting_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
)

// journal is a log that many write and one reads.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(line []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(line)
}

func (j *journal) says(text string) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return strings.Contains(j.text.String(), text)
}

func TestASystemThatAnswersInAnotherFormIsNotCalledSilent(t *testing.T) {
	t.Parallel()
	const student = `[{"studentId":STUDENT,"attendanceStatus":"Absent","date":"2026-11-19`
	for name, fault := range map[string]sandbox.Fault{
		"a date with a time":    {Status: http.StatusOK, Body: new(student + `T00:00:00+01:00","note":"in another form"}]`)},
		"an array in an object": {Status: http.StatusOK, Body: new(`{"success":false,"data":[],"note":"in another form"}`)},
		"accepted for later":    {Status: http.StatusAccepted, Body: new(`{"job":"in another form"}`)},
		"several states":        {Status: http.StatusMultiStatus, Body: new(`<multistatus>in another form</multistatus>`)},
		"no content":            {Status: http.StatusNoContent, Body: new("")},
		"an empty status":       {Status: http.StatusOK, Body: new(`[{"studentId":1,"attendanceStatus":"","date":"2026-11-19","note":"in another form"}]`)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock := apptest.NewMovingClock(apptest.BootHour())
			log := new(journal)
			p := apptest.BootWith(t, apptest.Options{Clock: clock.Now, Log: slog.New(slog.NewTextHandler(log, nil))})
			office, teacher := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
			before := office.Get(apptest.DayPath).Want(t, http.StatusOK).Text("#light")
			fault.BulkOnly = true
			roll, students := teacher.EightB()
			id := roll.Page.Find("[data-enrolment='"+students[3]+"']").AttrOr("data-student", "")
			fault.Body = new(strings.Replace(*fault.Body, "STUDENT", id, 1))
			apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, fault))
			token := teacher.Takes("Absent", 3)
			const says = "not in a form that confirms marks"
			for _, v := range []*apptest.Visitor{teacher, office} {
				light := v.Get("/schools/harbour").Want(t, http.StatusOK).Text("#light")
				if !strings.Contains(light, says) || strings.Contains(light, "not answering") || !strings.Contains(light, "1 mark is safe here") {
					t.Errorf("the light says %q", light)
				}
				if strings.Contains(light, "in another form") {
					t.Error("the light shows the answer")
				}
			}
			if !log.says("the school system answers, but not in a form that confirms marks") {
				t.Error("the log does not say so")
			}
			page := office.Get(apptest.ConnectionPath).Want(t, http.StatusOK)
			if text := page.Text(".heading"); !strings.Contains(text, says) {
				t.Errorf("the connection's page says %q", text)
			}
			if *fault.Body != "" && !strings.Contains(page.Text("main q"), "in another form") {
				t.Errorf("of its answer the page quotes %q", page.Text("main q"))
			}
			clock.Forward(31 * time.Minute)
			_, err := p.App.Store.StopOverdue(t.Context())
			apptest.Must(t, err)
			office.Post(apptest.SavesPath+token+"/by-hand", nil).Want(t, http.StatusSeeOther)
			if after := office.Get(apptest.DayPath).Want(t, http.StatusOK).Text("#light"); after != before {
				t.Errorf("when nothing is left to send the light says %q, before %q", after, before)
			}
		})
	}
}

func TestAnAnswerThatTakesNoMarksHasAStateOfItsOwn(t *testing.T) {
	t.Parallel()
	const sentence = `<b>This key</b> may read only`
	for name, one := range map[string]struct {
		status           int
		light, log, page string
	}{
		"not allowed":      {http.StatusForbidden, "has taken no marks since", "takes no marks at its address", "Perhaps something else answers"},
		"a redirect":       {http.StatusFound, "has taken no marks since", "takes no marks at its address", "Perhaps something else answers"},
		"a server's error": {http.StatusInternalServerError, "answering with an error since", "answers with an error of its own", "answering with an error since"},
		"a gateway's":      {http.StatusBadGateway, "answering with an error since", "answers with an error of its own", "answering with an error since"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			log := new(journal)
			p := apptest.BootWith(t, apptest.Options{Log: slog.New(slog.NewTextHandler(log, nil))})
			office, teacher := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
			apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{
				BulkOnly: true, Status: one.status, Body: new(`{"message":"` + sentence + strings.Repeat(" of them", 40) + `"}`),
			}))
			teacher.Takes("Absent", 3)
			declined := one.status < http.StatusInternalServerError
			for _, light := range []string{
				teacher.Get(apptest.EightB).Text("#light"), office.Get(apptest.DayPath).Text("#light"),
			} {
				if !strings.Contains(light, one.light) || !strings.Contains(light, "1 mark is safe here") ||
					strings.Contains(light, "not in a form") || strings.Contains(light, "not answering") {
					t.Errorf("the light says %q", light)
				}
				if strings.Contains(light, sentence) != declined || declined && !strings.Contains(light, "...") {
					t.Errorf("of the sentence of %d the light quotes %q", one.status, light)
				}
			}
			if text := office.Get(apptest.ConnectionPath).Text("main"); !strings.Contains(text, one.page) {
				t.Errorf("the connection's page says %q", text)
			}
			if !log.says(one.log) || log.says("not in a form") || log.says("may read only") {
				t.Errorf("the log is wrong about %d", one.status)
			}
		})
	}
}

func TestOfSeveralAnswersTheLastIsQuoted(t *testing.T) {
	t.Parallel()
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		office, teacher := s.As(t, apptest.OfficeWorker), s.As(t, apptest.Teacher)
		answers := func(status int, sentence string) {
			apptest.Must(t, s.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{
				BulkOnly: true, Status: status, Body: new(`{"message":"` + sentence + `"}`)}))
		}
		answers(http.StatusAccepted, "It is in a queue.")
		teacher.Takes("Absent", 3)
		s.Sandbox.Heal(apptest.HarbourCode)
		apptest.Pass(31 * time.Second)
		answers(http.StatusForbidden, "This key may read only.")
		teacher.Takes("Absent", 5)
		for where, says := range map[string]string{
			"light": teacher.Get(apptest.EightB).Text("#light"), "page": office.Get(apptest.ConnectionPath).Text("main"),
		} {
			if !strings.Contains(says, "This key may read only.") || strings.Contains(says, "queue") {
				t.Errorf("the %s says %q", where, says)
			}
		}
	})
}
