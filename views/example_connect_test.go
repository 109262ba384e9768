package views_test

import (
	"testing"

	"rollbook/views"
	"rollbook/views/part"
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

// proving is the connecting page at its last steps.
func proving(t testing.TB, prove *views.ProveView) *views.ConnectView {
	v := connect(t)
	v.InForce, v.Prove = true, prove
	v.Calls = []views.CallView{{Name: "periods", State: "works", Items: 2}, {Name: "students", State: "works", Items: 412}}
	return v
}

// choice is a mark that is about to be tried.
func choice() views.ProveTry {
	return views.ProveTry{
		Classes: []roll.Class{{ID: "8b", Name: "8B"}, {ID: "9a", Name: "9A"}}, Class: "8b",
		Students: []views.ProveStudent{{1, "Noor Haddad"}, {2, "Omar Diaz, marked Late"}}, Student: 1,
		Statuses: []roll.Status{{ID: 1, Name: "Present"}, {ID: 2, Name: "Absent"}}, Status: 2,
		Sets: "This sets Noor Haddad to Absent in the school system today.", Save: "t", Period: "7", Date: "2025-11-20",
	}
}

// addProving adds the states of its last steps.
func addProving(t testing.TB, all map[string]example) {
	said := "Noor Haddad: the school system answered Absent at 08:31. By its list Rollbook cannot tell for whom."
	for name, prove := range map[string]*views.ProveView{
		"connect-try":       {Try: choice()},
		"connect-asks":      {Marks: []views.ProveMark{{Save: "t1", Name: "Noor Haddad", Said: said, Status: "Absent", Asks: true}}, Try: views.ProveTry{Classes: choice().Classes}},
		"connect-waits":     {Before: true, Marks: []views.ProveMark{{Save: "t1", Name: "Noor Haddad", Said: "Noor Haddad: Absent was sent at 08:31, no answer yet.", UnderWay: true}}, Try: views.ProveTry{Classes: choice().Classes}},
		"connect-wrong-one": {Marks: []views.ProveMark{{Save: "t1", Name: "Noor Haddad", Said: said, Status: "Absent", Wrong: true, Denied: true, Number: 4711, MayBe: []string{"Omar Diaz"}}}},
		"connect-may-on":    {Marks: []views.ProveMark{{Save: "t1", Name: "Noor Haddad", Said: said}}, MayOn: true, Try: choice()},
		"connect-on":        {On: "Switched on by Ruth McAllister, Thu 20 Nov 08:31, after marks were tried.", Went: "Switched on. 3 kept marks go to the school system now."},
		"connect-paused":    {Paused: true},
		"connect-later":     {Later: true, Problem: "Sending is switched on already."},
	} {
		v := proving(t, prove)
		all[name] = example{&v.Page, views.Connect(v)}
	}
	asked := proving(t, &views.ProveView{Before: true, Try: views.ProveTry{Classes: choice().Classes}})
	asked.AsksProof = true
	all["connect-asked"] = example{&asked.Page, views.Connect(asked)}
	for name, decides := range map[string]bool{"others": true, "others-office": false} {
		v := others(t, decides)
		all[name] = example{&v.Page, views.Others(v)}
	}
	well := connection(t, false)
	well.Others = others(t, false).Answers[1:]
	all["connection-besides"] = example{&well.Page, views.Connection(well)}
}

// others is the page of who may have been marked.
func others(t testing.TB, decides bool) *views.OthersView {
	v := &views.OthersView{
		Page: office(t, roll.Admin), Paused: true, Since: "08:31", MayDecide: decides,
		Answers: []views.OthersAnswer{
			{Clock: "08:31", Save: "t1", Class: "8B", Status: "Absent", By: "J. Rivera", Instead: true, Sent: []string{"Noor Haddad", "Sean O'Neill"},
				Named: []views.OthersName{{"Omar Diaz", "9A", "Absent", "2025-11-20"}}},
			{Clock: "08:12", Save: "t2", Class: "9A", Status: "Late", By: "K. Osei (office)", Sent: []string{"Zofia Jankowska"},
				Named: []views.OthersName{{"محمد عبد الرحمن", "8B", "Late", "2025-11-20"}}},
		},
	}
	v.Light = &part.Light{State: part.OthersNamed, Clock: "08:31", Waiting: 42, Office: true, Admin: decides, Address: v.Paths.Others("oak"), Held: part.HeldOthers}
	if decides {
		v.Problem = "Say why, so that others can follow it."
		v.Decided = []views.ConnectionWord{{roll.SwitchedOn, "Ruth McAllister", "Thu 20 Nov 08:31", ""}, {roll.OthersAreRight, "Ruth McAllister", "Thu 20 Nov 08:40", "Looked all of them up."}}
	}
	return v
}
