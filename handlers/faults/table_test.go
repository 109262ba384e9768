package faults_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"sync"
	"testing"

	"rollbook/handlers/apptest"
)

// fault is an entry of testdata/faults.json: the fault, what a person then sees, what is stored, and what
// must never happen.
type fault struct {
	ID, Fault, Inject, Stored, Never, Check string
	Sees                                    string `json:"user_sees"`
}

// later lists the faults that cannot be tried yet, with the reasons.
func later() map[string]string {
	return map[string]string{
		"D06": "a PostgreSQL with a standby comes with many machines",
	}
}

// scenes has a test for each fault that this process can simulate.
func scenes() map[string]func(*testing.T) {
	return merged(silences(), refusals(), ways(), times(), meetings(), readings(), disks(), versions())
}

// processes has a test for each fault that needs the real program. binary builds it once.
func processes(binary func(*testing.T) string) map[string]func(*testing.T) {
	return merged(gaps(binary), replicas(binary), starts(binary))
}

// merged joins tables with different keys.
func merged(all ...map[string]func(*testing.T)) map[string]func(*testing.T) {
	tests := make(map[string]func(*testing.T))
	for _, some := range all {
		maps.Copy(tests, some)
	}
	return tests
}

func TestEveryFaultIsTestedOrPutOff(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("testdata/faults.json")
	apptest.Must(t, err)
	var faults []fault
	apptest.Must(t, json.Unmarshal(content, &faults))
	tests, putOff := merged(scenes(), processes(nil)), later()
	for _, one := range faults {
		_, isTested := tests[one.ID]
		_, isPutOff := putOff[one.ID]
		if isTested == isPutOff {
			t.Errorf("%s, %s: tested %t, put off %t", one.ID, one.Fault, isTested, isPutOff)
		}
		delete(tests, one.ID)
		delete(putOff, one.ID)
	}
	if len(tests) > 0 || len(putOff) > 0 {
		t.Errorf("not in the list: %v, %v", slices.Collect(maps.Keys(tests)), putOff)
	}
}

func TestAFaultIsAnsweredAsItShould(t *testing.T) {
	t.Parallel()
	for id, test := range scenes() {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			test(t)
		})
	}
}

// All at once, because they mostly wait.
func TestTheRealProgramAnswersAFaultAsItShould(t *testing.T) {
	t.Parallel()
	file, err := apptest.BuildProgram(t)
	apptest.Must(t, err)
	atOnce(t, processes(func(*testing.T) string { return file }))
}

// atOnce runs the tests at the same time, whatever the limit for parallel tests.
func atOnce(t *testing.T, tests map[string]func(*testing.T)) {
	t.Helper()
	var all sync.WaitGroup
	for name, test := range tests {
		all.Go(func() { t.Run(name, test) })
	}
	all.Wait()
}
