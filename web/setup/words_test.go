package setup

import (
	"encoding/json"
	"reflect"
	"testing"

	"rollbook/apiclient/mapping"
	"rollbook/web/language"
)

func TestEveryCallAndFieldOfTheTableHasWordsForPeople(t *testing.T) {
	t.Parallel()
	catalogue, err := language.Load()
	if err != nil {
		t.Fatal(err)
	}
	words := catalogue.English()
	for _, call := range Calls() {
		keys := []language.Key{language.CallKeys.Of(string(call)), language.CallWithoutKeys.Of(string(call))}
		for _, field := range Fields(call) {
			keys = append(keys, language.PartKeys.Of(field))
		}
		for _, key := range keys {
			if words.Text(key) == string(key) {
				t.Errorf("%s has no words", key)
			}
		}
		if key := language.CallReadKeys.Of(string(call)); words.Count(key, 2) == string(key) {
			t.Errorf("%s has no words", key)
		}
	}
}

// A draft is kept in the database as the first versions kept it.
func TestADraftThatWasKeptIsReadAndKeptInTheSameForm(t *testing.T) {
	t.Parallel()
	const text = `{"mapping":{"version":1,"periods":{"path":"/p","list":"$","fields":{"id":"$.id"}},` +
		`"students":{"path":"/s","list":"$.rows","by":"period","fields":{"enrolmentId":"","givenName":"$.first"}},` +
		`"statuses":{"path":"","absent":true,"list":"","fields":{"id":""}}},` +
		`"period":{"id":"7","name":"Autumn"},` +
		`"trials":{"students":{"at":"2026-03-04T08:00:00Z","finding":"partly","items":2,"question":{"candidates":[{"path":"$.id","student":"$.no","examples":[{"name":"Ada","number":"5"}]}]}}}}`
	var draft Draft
	if err := json.Unmarshal([]byte(text), &draft); err != nil {
		t.Fatal(err)
	}
	students := draft.Reading(Students)
	if !draft.Asks() || students.Path != "/s" || !reflect.DeepEqual(students.Fields, map[string]string{mapping.GivenName: "$.first"}) {
		t.Errorf("students are read by %+v", students)
	}
	if trial := draft.Trials[Students]; trial.Finding != mapping.FindingPartly || trial.Question.Candidates[0].Student != "$.no" {
		t.Errorf("their trial is %+v", trial)
	}
	again, err := json.Marshal(draft)
	if err != nil || string(again) != text {
		t.Errorf("it is kept as %s, %v", again, err)
	}
}
