package views_test

import (
	"testing"

	"rollbook/views"
	"rollbook/web/roll"
)

func connect(t testing.TB) *views.ConnectView {
	v := &views.ConnectView{
		Page:  office(t, roll.Admin),
		Typed: views.ConnectTyped{Address: "https://school.example", Tenant: "oak", Code: "OAK1"},
		Key:   views.KeyView{LastFour: "7f2c", Since: "3 Nov"}, Waiting: 3,
		Calls: []views.CallView{
			{Name: "periods", Path: "/serviceapi/v1/curriculum/schoolperiods/list"}, {Name: "students", Absent: true, MayBeAbsent: true},
		},
	}
	v.Nav = views.NavSettings
	return v
}

// students is the call of the students as it was found.
func studentsCall() views.CallView {
	choices := []views.PickChoice{{"$.enrolment_id", "90071992547409931"}, {"$.student.id", "70012"}, {"$.student.name", "Ines Ferreira"}, {"$.group['long label']", "8B"}}
	pick := func(key, value string) views.PickView {
		return views.PickView{Name: "field_" + key, Key: key, Value: value, Choices: choices}
	}
	return views.CallView{
		Name: "students", State: "partly", Open: true, Items: 412, Classes: 16, Unreadable: 2, Repeated: 1, Unsure: true, MayBeAbsent: true,
		Asked: "GET https://school.example/serviceapi/v1/students/list?schoolPeriodId=7", Status: 200,
		Answer: "{\n  \"data\": {\n    \"rows\": [\n      {\n        \"enrolment_id\": \"90071992547409931\",\n        \"student\": {\n          \"id\": \"70012\"\n        }\n      },\n      ... 411 more\n    ]\n  }\n}",
		Rows:   []views.CallRow{{"Ines Ferreira", "90071992547409931 · 70012 · 8B"}, {"محمد عبد الرحمن", "90071992547409932 · 70013 · 8B"}},
		Path:   "/serviceapi/v1/students/list?schoolPeriodId={period}",
		List:   views.PickView{Name: "list", Key: "list", Value: "$.data.rows", Choices: []views.PickChoice{{"$.data.rows", "25"}, {"$", "1"}}},
		Fields: []views.PickView{pick("enrolmentId", "$.enrolment_id"), pick("studentId", ""), pick("fullName", "$.student.name"), pick("className", "$.elsewhere")},
		Paging: views.PagingView{Kind: "page", Parameter: "page", First: "1", Size: "25"},
	}
}

// addConnecting adds the states of the page on which the school system is connected.
func addConnecting(t testing.TB, all map[string]example) {
	plain := connect(t)
	all["connect"] = example{&plain.Page, views.Connect(plain)}
	refused := connect(t)
	refused.Refused, refused.Why = "key", "not_accepted"
	all["connect-refused"] = example{&refused.Page, views.Connect(refused)}
	found := connect(t)
	found.MayUse, found.Period = true, "2025/26"
	found.Calls = []views.CallView{
		{Name: "periods", State: "works", Items: 2}, studentsCall(),
		{Name: "statuses", State: "wrong_path", Tried: 6, Absent: true, MayBeAbsent: true, Room: "statuses"},
	}
	all["connect-found"] = example{&found.Page, views.Connect(found)}
	asked := connect(t)
	asks := studentsCall()
	asks.Asks = true
	for _, path := range []string{"$.school_enrollment.dcid", "$.id"} {
		asks.Question = append(asks.Question, views.NumberChoice{Path: path, Students: []views.NumberedStudent{
			{"Ines Ferreira", "90071992547409931"}, {"محمد عبد الرحمن", "90071992547409932"}, {"", "90071992547409933"},
		}})
	}
	lacks := studentsCall()
	lacks.Asks = true
	asked.Asks, asked.Calls = true, []views.CallView{{Name: "periods", State: "works", Items: 2}, asks}
	all["connect-asked"] = example{&asked.Page, views.Connect(asked)}
	lacking := connect(t)
	lacking.Asks, lacking.Calls = true, []views.CallView{{Name: "periods", State: "works", Items: 2}, lacks}
	all["connect-lacking"] = example{&lacking.Page, views.Connect(lacking)}
	wrong := connect(t)
	call := studentsCall()
	call.Wrong = "field_className"
	wrong.Calls = []views.CallView{{Name: "periods", State: "works", Items: 2}, call}
	all["connect-wrong"] = example{&wrong.Page, views.Connect(wrong)}
	used := connect(t)
	used.InForce, used.FileRefused = true, true
	used.Calls = []views.CallView{{Name: "periods", State: "key_refused"}, {Name: "students", State: "failed"}}
	used.Checked = []views.CheckedView{{"periods", "works", 2}, {"students", "works", 412}, {"statuses", "no_call", 0}}
	all["connect-used"] = example{&used.Page, views.Connect(used)}
}
