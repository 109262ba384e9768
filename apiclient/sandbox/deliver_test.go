package sandbox

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// received is a delivery as its receiver got it.
type received struct {
	header http.Header
	body   string
}

// receiver answers deliveries with the statuses in turn, the last one for ever.
type receiver struct {
	*httptest.Server
	mu       sync.Mutex
	statuses []int
	came     chan received
}

func newReceiver(t *testing.T, statuses ...int) *receiver {
	t.Helper()
	r := &receiver{statuses: statuses, came: make(chan received, 64)}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			t.Error(err)
		}
		r.mu.Lock()
		status := r.statuses[0]
		if len(r.statuses) > 1 {
			r.statuses = r.statuses[1:]
		}
		r.mu.Unlock()
		w.WriteHeader(status)
		r.came <- received{request.Header, string(body)}
	}))
	t.Cleanup(r.Close)
	return r
}

// patience limits each wait for an event. A wait ends with the event, also on a busy machine.
const patience = 2 * time.Minute

func (r *receiver) next(t *testing.T) received {
	t.Helper()
	select {
	case one := <-r.came:
		return one
	case <-time.After(patience):
		t.Fatal("nothing was delivered")
		return received{}
	}
}

// reports adds the receiver to the first school, and returns the secret.
func (s *service) reports(t *testing.T, to *receiver) (secret string) {
	t.Helper()
	secret, err := s.AddWebhook(harbourSchool().Code, to.URL+"/hooks/harbour")
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

// wantSigned checks the signature as the specification has it, without the sandbox's own code.
func (r received) wantSigned(t *testing.T, secret string) {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) != 24 {
		t.Fatalf("the secret is %q", secret)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(r.header.Get("webhook-id") + "." + r.header.Get("webhook-timestamp") + "." + r.body))
	if want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)); r.header.Get("webhook-signature") != want {
		t.Errorf("the signature is %q", r.header.Get("webhook-signature"))
	}
}

// fire ends the next wait, which must have this length.
func (s *service) fire(t *testing.T, wait time.Duration) {
	t.Helper()
	select {
	case next := <-s.timers:
		if next.wait != wait {
			t.Errorf("it waits %s instead of %s", next.wait, wait)
		}
		s.clock.pass(wait)
		next.fire()
	case <-time.After(patience):
		t.Fatal("nothing waits")
	}
}

func TestAChangeIsDeliveredSignedAndAgainUntilItIsTaken(t *testing.T) {
	t.Parallel()
	s := start(t)
	to := newReceiver(t, 500, 302, 204)
	secret := s.reports(t, to)
	student, err := s.Enrol(harbourSchool().Code, " Nora ", "Quist", "8B")
	if err != nil {
		t.Fatal(err)
	}
	first := to.next(t)
	s.fire(t, 5*time.Second)
	second := to.next(t)
	s.fire(t, 30*time.Second)
	third := to.next(t)
	for _, one := range []received{first, second, third} {
		one.wantSigned(t, secret)
		if one.body != first.body || one.header.Get("webhook-id") != first.header.Get("webhook-id") {
			t.Errorf("it became another message: %+v", one)
		}
	}
	if first.header.Get("webhook-timestamp") == third.header.Get("webhook-timestamp") {
		t.Error("the last attempt has the time of the first")
	}
	var told struct {
		Type, SchoolCode string
		Data             struct{ StudentSemesterInfoIDs []int64 }
	}
	if err := json.Unmarshal([]byte(first.body), &told); err != nil || told.Type != EventStudents || told.SchoolCode != "HSS-4471" || len(told.Data.StudentSemesterInfoIDs) != 1 || told.Data.StudentSemesterInfoIDs[0] != student.EnrolmentID {
		t.Errorf("told %s, %v", first.body, err)
	}
	s.work.Wait()
	deliveries, err := s.Deliveries(harbourSchool().Code)
	if err != nil || len(deliveries) != 1 || deliveries[0].State != DeliveryDelivered || deliveries[0].Attempts != 3 || !strings.HasPrefix(deliveries[0].Answer, "204") {
		t.Errorf("listed %+v, %v", deliveries, err)
	}
	if !slices.Contains(s.class(t, harbourSchool(), "8B"), student) || student.FirstName != "Nora" {
		t.Errorf("%+v is not in the class", student)
	}
}

func TestADeliveryThatIsNeverTakenIsGivenUp(t *testing.T) {
	t.Parallel()
	s := start(t)
	to := newReceiver(t, 401)
	s.reports(t, to)
	if err := s.SendTestEvent(harbourSchool().Code); err != nil {
		t.Fatal(err)
	}
	to.next(t)
	for _, wait := range RetryWaits() {
		s.fire(t, wait)
		to.next(t)
	}
	s.work.Wait()
	deliveries, err := s.Deliveries(harbourSchool().Code)
	if err != nil || deliveries[0].State != DeliveryGivenUp || deliveries[0].Attempts != len(RetryWaits())+1 {
		t.Errorf("listed %+v, %v", deliveries, err)
	}
}

func TestSavesAndChangesInTheServiceAreReportedToTheirSchoolOnly(t *testing.T) {
	t.Parallel()
	s := start(t)
	to := newReceiver(t, 200)
	s.reports(t, to)
	id := s.class(t, harbourSchool(), "8B")[0].EnrolmentID
	s.save(t, s.status(t, "Late"), id).items(t)
	if one := to.next(t); !strings.Contains(one.body, EventAttendance) || !strings.Contains(one.body, today) {
		t.Errorf("told %s", one.body)
	}
	if err := s.SetMark(harbourSchool().Code, Mark{EnrolmentID: id, StatusID: s.status(t, "Excused"), Result: Result{Date: today}}); err != nil {
		t.Fatal(err)
	}
	to.next(t)
	if _, err := s.Enrol(s.schools(t)[1].Code, "A", "B", "C"); err != nil {
		t.Fatal(err)
	}
	s.work.Wait()
	if len(to.came) != 0 {
		t.Errorf("another school's change was told: %s", (<-to.came).body)
	}
}

func TestWaitingDeliveriesAreSentAfterARestart(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "sandbox.db")
	s := start(t, func(o *Options) { o.Data = file })
	to := newReceiver(t, 503, 200)
	s.reports(t, to)
	if err := s.SendTestEvent(harbourSchool().Code); err != nil {
		t.Fatal(err)
	}
	to.next(t)
	<-s.timers
	s.clock.pass(time.Minute)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := New(Options{Data: file, Now: s.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	to.next(t)
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

func TestAnAddressThatCannotBeReportedToIsRefused(t *testing.T) {
	t.Parallel()
	s := start(t)
	code := harbourSchool().Code
	for _, address := range []string{"", "hooks", "ftp://host/x", "http://", "http://user:word@host/", "http://" + strings.Repeat("x", 600), "http://[::1"} {
		if _, err := s.AddWebhook(code, address); KindOf(err) != KindInvalid {
			t.Errorf("%.30q: %v", address, err)
		}
	}
	for i := range MaxWebhooks + 1 {
		if _, err := s.AddWebhook(code, "https://host.example/x"); (err != nil) != (i == MaxWebhooks) {
			t.Errorf("address %d: %v", i, err)
		}
	}
	if err := s.RemoveWebhook(s.schools(t)[1].Code, 1); KindOf(err) != KindNotFound {
		t.Errorf("removed by another school: %v", err)
	}
	if err := s.RemoveWebhook(code, 1); err != nil {
		t.Error(err)
	}
}
