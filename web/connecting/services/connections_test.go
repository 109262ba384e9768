package services

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/apiclient"
	"rollbook/web/roll"
	"rollbook/web/vault"
)

func (f *fixture) lastKey() string {
	requests := f.service.requests()
	return requests[len(requests)-1].header.Get("Service-Secret-Key")
}

func TestAKeyThatAnotherProcessChangedIsUsedNext(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.body = bothAbsent
	f.send(t, twoAbsent())
	f.keys.use("north", "2", "rb_live_another_key_of_the_school")
	f.send(t, twoAbsent())
	if key := f.lastKey(); key != "rb_live_another_key_of_the_school" {
		t.Errorf("the key sent is %q", key)
	}
}

func TestAKeyThatWasEnteredForAnotherPlaceIsNotSentToThisOne(t *testing.T) {
	t.Parallel()
	for _, move := range []func(*roll.School){
		func(s *roll.School) { s.BaseURL = "https://elsewhere.example" },
		func(s *roll.School) { s.Tenant = "other" },
		func(s *roll.School) { s.Code = "N-2" },
	} {
		f := newFixture(t)
		there := f.school
		move(&there)
		f.keys.use("north", "2", "rb_live_the_key_of_the_other_place")
		f.keys.moved(there)
		if reply := f.send(t, twoAbsent()); reply.State != roll.NotSent {
			t.Errorf("a save is %s", reply.State)
		}
		if _, err := f.connections.Periods(t.Context(), f.school); err == nil {
			t.Error("a list is read")
		}
		if requests := f.service.requests(); len(requests) != 0 {
			t.Errorf("sent: %+v", requests)
		}
	}
}

func TestSettingsThatAnotherProcessChangedAreUsedNext(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.body = bothAbsent
	f.send(t, twoAbsent())
	f.school.Tenant, f.school.Code = "new-tenant", "N-2"
	f.keys.moved(f.school)
	f.send(t, twoAbsent())
	requests := f.service.requests()
	if last := requests[1].header; last.Get("Tenant") != "new-tenant" || last.Get("Schoolcode") != "N-2" {
		t.Errorf("the headers are %v", last)
	}
}

func TestEveryRequestCarriesTheHeadersOfOneSchoolOnly(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.body = "[]"
	var all sync.WaitGroup
	for i := range 8 {
		school := f.school
		school.ID, school.Tenant, school.Code = roll.SchoolID(fmt.Sprintf("school-%d", i)), fmt.Sprintf("tenant-%d", i), fmt.Sprintf("code-%d", i)
		f.keys.use(school.ID, "1", fmt.Sprintf("rb_live_the_key_of_school_%d", i))
		f.keys.moved(school)
		for range 5 {
			all.Go(func() {
				attempt := twoAbsent()
				attempt.Marks = []roll.Claimed{{Enrolment: roll.EnrolmentID(i + 1)}}
				f.connections.Send(t.Context(), school, attempt, windowOf(time.Now(), 5*time.Second))
			})
		}
	}
	all.Wait()
	for _, request := range f.service.requests() {
		number := strings.TrimPrefix(request.header.Get("Tenant"), "tenant-")
		enrolment := fmt.Sprintf(`"studentSemesterInfoIds":[%d]`, int(number[0]-'0')+1)
		if request.header.Get("Schoolcode") != "code-"+number || request.header.Get("Service-Secret-Key") != "rb_live_the_key_of_school_"+number || !strings.Contains(request.body, enrolment) {
			t.Errorf("mixed: %v %s", request.header, request.body)
		}
	}
	if calls := len(f.service.requests()); calls != 40 {
		t.Errorf("%d requests were sent", calls)
	}
}

func TestASchoolThatCannotBeCalledSaysWhy(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.keys.use("north", "2", "broken")
	if _, err := f.connections.Periods(t.Context(), f.school); !errors.Is(err, vault.ErrTampered) {
		t.Errorf("a key that cannot be opened: %v", err)
	}
	f.keys.use("north", "3", firstKey)
	stranger := f.school
	stranger.ID = "stranger"
	if _, err := f.connections.Periods(t.Context(), stranger); roll.KindOf(err) != roll.NotFound {
		t.Errorf("a school without a key: %v", err)
	}
	f.school.Mapping = "{"
	if _, err := f.connections.Periods(t.Context(), f.school); err == nil || Problem(err) != "settings" {
		t.Errorf("a mapping that is none: %v", err)
	}
	if calls := len(f.service.requests()); calls != 0 {
		t.Errorf("%d requests were sent", calls)
	}
}

func TestAProblemIsNamedByItsKindOrByWhyNothingWasSent(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"settings":          errors.New("anything"),
		"dns":               &apiclient.Error{Kind: apiclient.NotSent, Reason: apiclient.ReasonDNS},
		"forbidden_address": fmt.Errorf("wrapped: %w", &apiclient.Error{Kind: apiclient.NotSent, Reason: apiclient.ReasonForbiddenAddress}),
		"not_sent":          &apiclient.Error{Kind: apiclient.NotSent},
		"too_many_requests": &apiclient.Error{Kind: apiclient.TooManyRequests},
		"unauthorized":      &apiclient.Error{Kind: apiclient.Unauthorized},
	} {
		if got := Problem(err); got != want {
			t.Errorf("%v is named %q", err, got)
		}
	}
}

func TestEveryKindOfFailureHasAState(t *testing.T) {
	t.Parallel()
	for kind := apiclient.NotSent; kind.String() != "invalid kind"; kind++ {
		if states[kind] == "" {
			t.Errorf("%s has none", kind)
		}
	}
}
