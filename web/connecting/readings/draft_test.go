package readings

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

// The database stores drafts.
func TestADraftIsKeptAsItWas(t *testing.T) {
	t.Parallel()
	const text = `{"mapping":{"version":1,"periods":{"path":"/p","list":"$","fields":{"id":"$.id"}},` +
		`"students":{"path":"/s","list":"$.rows","by":"period","fields":{"enrolmentId":"","givenName":"$.first"}},` +
		`"statuses":{"path":"","absent":true,"list":"","fields":{"id":""}}},` +
		`"period":{"id":"7","name":"Autumn"},`
	const lists = `"tried":{"students":{"finding":"partly","items":2,"ways":{"number":[{"press":"connect.choose","samples":["5"],` +
		`"reading":{"path":"/s","list":"$.rows","fields":{"enrolmentId":"$.id"}}}]}}}}`
	var draft Draft
	if err := json.Unmarshal([]byte(text+lists), &draft); err != nil {
		t.Fatal(err)
	}
	students := draft.Mapping.Of(Students)
	if !draft.Asks(Students) || students.Path != "/s" || !reflect.DeepEqual(students.Fields, map[string]string{mapping.GivenName: "$.first"}) {
		t.Errorf("students are read by %+v", students)
	}
	if again, err := json.Marshal(draft); err != nil || string(again) != text+lists {
		t.Errorf("it is kept as %s, %v", again, err)
	}
	var older Draft
	const trials = `"lists":{"students":{"finding":"partly","items":2,"objections":[{"kind":"total","number":3,"read":2}]}}}`
	if err := json.Unmarshal([]byte(text+trials), &older); err != nil || older.Period.ID != "7" || len(older.Trials) != 0 {
		t.Errorf("of one that an earlier version kept, %+v is left, %v", older, err)
	}
}
