package examples

import (
	"rollbook/views/connecting"
	"rollbook/web/roll"
)

func connect(b Base) *connecting.ConnectView {
	v := &connecting.ConnectView{
		Page:  inSettings(staffPage(b, roll.Admin)),
		Typed: connecting.ConnectTyped{Address: "https://school.example", Tenant: "oak", Code: "OAK1"},
		Key:   connecting.KeyView{LastFour: "7f2c", Since: "3 Nov"}, Waiting: 3,
		Calls: []connecting.CallView{
			{Name: "periods", Path: "/serviceapi/v1/curriculum/schoolperiods/list"}, {Name: "students", Absent: true, MayBeAbsent: true},
		},
	}
	return v
}

// studentsCall returns the call of the students as it was found.
func studentsCall() connecting.CallView {
	choices := []connecting.PickChoice{{Path: "$.enrolment_id", Sample: "90071992547409931"}, {Path: "$.student.id", Sample: "70012"}, {Path: "$.student.name", Sample: "Ines Ferreira"}, {Path: "$.group['long label']", Sample: "8B"}}
	pick := func(key, value string) connecting.PickView {
		return connecting.PickView{Name: "field_" + key, Key: key, Value: value, Choices: choices}
	}
	return connecting.CallView{
		Name: "students", State: "partly", Open: true, Items: 412, Classes: 16, Unreadable: 2, Repeated: 1, Unsure: true, MayBeAbsent: true,
		Asked: "GET https://school.example/serviceapi/v1/students/list?schoolPeriodId=7", Status: 200,
		Answer: "{\n  \"data\": {\n    \"rows\": [\n      {\n        \"enrolment_id\": \"90071992547409931\",\n        \"student\": {\n          \"id\": \"70012\"\n        }\n      },\n      ... 411 more\n    ]\n  }\n}",
		Rows:   []connecting.CallRow{{Text: "Ines Ferreira", Note: "90071992547409931 · 70012 · 8B"}, {Text: "محمد عبد الرحمن", Note: "90071992547409932 · 70013 · 8B"}},
		Path:   "/serviceapi/v1/students/list?schoolPeriodId={period}",
		List:   connecting.PickView{Name: "list", Key: "list", Value: "$.data.rows", Choices: []connecting.PickChoice{{Path: "$.data.rows", Sample: "25"}, {Path: "$", Sample: "1"}}},
		Fields: []connecting.PickView{pick("enrolmentId", "$.enrolment_id"), pick("studentId", ""), pick("fullName", "$.student.name"), pick("className", "$.elsewhere")},
		Paging: connecting.PagingView{Kind: "page", Parameter: "page", First: "1", Size: "25"},
	}
}

// peopleFound asks about the students that were found; ask names the question that was answered with no.
func peopleFound(ask string) *connecting.PeopleView {
	return &connecting.PeopleView{
		Students: []connecting.CallRow{{Text: "Ferreira", Note: "8B"}, {Text: "محمد عبد الرحمن", Note: "8B"}, {}},
		Ask:      ask,
		Names:    []connecting.PeopleChoice{{ID: "a", Samples: []string{"Ines Ferreira", "محمد عبد الرحمن", "Noor Haddad"}}},
		Left:     []connecting.PeopleChoice{{ID: "b", Samples: []string{"Omar Diaz"}, Count: 1}, {ID: "c", Everybody: true}},
		Doubts: []connecting.DoubtView{
			{Kind: "single_words"}, {Call: "students", Names: "Omar Diaz, Noor Haddad", Count: 2, Choice: "b"}, {Call: "statuses", Names: "Old", Count: 1, Choice: "d"},
		},
	}
}

// addConnecting adds the states of the page on which the school system is connected.
func addConnecting(b Base, all map[string]Example) {
	plain := connect(b)
	all["connect"] = Example{&plain.Page, connecting.Connect(plain)}
	refused := connect(b)
	refused.Refused, refused.Why = "key", "not_accepted"
	all["connect-refused"] = Example{&refused.Page, connecting.Connect(refused)}
	found := connect(b)
	found.MayUse, found.Period = true, "2025/26"
	found.Calls = []connecting.CallView{
		{Name: "periods", State: "works", Items: 2}, studentsCall(),
		{Name: "statuses", State: "wrong_path", Tried: 6, Absent: true, MayBeAbsent: true, Room: "statuses"},
	}
	found.People = peopleFound("")
	all["connect-found"] = Example{&found.Page, connecting.Connect(found)}
	for _, ask := range []string{connecting.AskNames, connecting.AskClasses, connecting.AskLeft} {
		doubted := connect(b)
		doubted.MayUse, doubted.People, doubted.Calls = true, peopleFound(ask), found.Calls[:2]
		all["connect-"+ask] = Example{&doubted.Page, connecting.Connect(doubted)}
	}
	missing := connect(b)
	missing.Missing, missing.LetterLines, missing.Calls = "statuses", "9", found.Calls
	all["connect-missing"] = Example{&missing.Page, connecting.Connect(missing)}
	asked := connect(b)
	asks := studentsCall()
	asks.Asks = true
	for _, path := range []string{"$.school_enrollment.dcid", "$.id"} {
		asks.Question = append(asks.Question, connecting.NumberChoice{Path: path, Students: []connecting.NumberedStudent{
			{Name: "Ines Ferreira", Number: "90071992547409931"}, {Name: "محمد عبد الرحمن", Number: "90071992547409932"}, {Name: "", Number: "90071992547409933"},
		}})
	}
	lacks := studentsCall()
	lacks.Asks = true
	asked.Asks, asked.Missing, asked.LetterLines, asked.Calls = true, "number", "9", []connecting.CallView{{Name: "periods", State: "works", Items: 2}, asks}
	all["connect-asked"] = Example{&asked.Page, connecting.Connect(asked)}
	lacking := connect(b)
	lacking.Asks, lacking.Missing, lacking.LetterLines, lacking.Calls = true, "number", "9", []connecting.CallView{{Name: "periods", State: "works", Items: 2}, lacks}
	all["connect-lacking"] = Example{&lacking.Page, connecting.Connect(lacking)}
	wrong := connect(b)
	call := studentsCall()
	call.Wrong = "field_className"
	wrong.Calls = []connecting.CallView{{Name: "periods", State: "works", Items: 2}, call}
	all["connect-wrong"] = Example{&wrong.Page, connecting.Connect(wrong)}
	used := connect(b)
	used.InForce, used.FileRefused = true, true
	used.Calls = []connecting.CallView{{Name: "periods", State: "key_refused"}, {Name: "students", State: "failed"}}
	used.Checked = []connecting.CheckedView{{Call: "periods", State: "works", Items: 2}, {Call: "students", State: "works", Items: 412}, {Call: "statuses", State: "no_call", Items: 0}}
	all["connect-used"] = Example{&used.Page, connecting.Connect(used)}
}

// proving is the connecting page at its last steps.
func proving(b Base, prove *connecting.ProveView) *connecting.ConnectView {
	v := connect(b)
	v.InForce, v.Prove = true, prove
	v.Calls = []connecting.CallView{{Name: "periods", State: "works", Items: 2}, {Name: "students", State: "works", Items: 412}}
	return v
}

// choice is a mark that is about to be tried.
func choice() connecting.ProveTry {
	return connecting.ProveTry{
		Classes: []roll.Class{{ID: "8b", Name: "8B"}, {ID: "9a", Name: "9A"}}, Class: "8b",
		Students: []connecting.ProveStudent{{Enrolment: 1, Name: "Noor Haddad"}, {Enrolment: 2, Name: "Omar Diaz, marked Late"}}, Student: 1,
		Statuses: []roll.Status{{ID: 1, Name: "Present"}, {ID: 2, Name: "Absent"}}, Status: 2,
		Sets: "This sets Noor Haddad to Absent in the school system today.", Save: "t", Period: "7", Date: "2025-11-20",
	}
}

// AddProving adds the states of its last steps.
func AddProving(b Base, all map[string]Example) {
	said := "Noor Haddad: the school system answered Absent at 08:31. By its list Rollbook cannot tell for whom."
	for name, prove := range map[string]*connecting.ProveView{
		"connect-try":       {Try: choice()},
		"connect-asks":      {Marks: []connecting.ProveMark{{Save: "t1", Name: "Noor Haddad", Said: said, Status: "Absent", Asks: true}}, Try: connecting.ProveTry{Classes: choice().Classes}},
		"connect-waits":     {Before: true, Marks: []connecting.ProveMark{{Save: "t1", Name: "Noor Haddad", Said: "Noor Haddad: Absent was sent at 08:31, no answer yet.", UnderWay: true}}, Try: connecting.ProveTry{Classes: choice().Classes}},
		"connect-wrong-one": {Marks: []connecting.ProveMark{{Save: "t1", Name: "Noor Haddad", Said: said, Status: "Absent", Wrong: true, Denied: true, Number: 4711, MayBe: []string{"Omar Diaz"}}}},
		"connect-may-on":    {Marks: []connecting.ProveMark{{Save: "t1", Name: "Noor Haddad", Said: said}}, MayOn: true, Try: choice()},
		"connect-on":        {On: "Switched on by Ruth McAllister, Thu 20 Nov 08:31, after marks were tried.", Went: "Switched on. 3 kept marks go to the school system now."},
		"connect-paused":    {Paused: true},
		"connect-later":     {Later: true, Problem: "Sending is switched on already."},
	} {
		v := proving(b, prove)
		all[name] = Example{&v.Page, connecting.Connect(v)}
	}
	asked := proving(b, &connecting.ProveView{Before: true, Try: connecting.ProveTry{Classes: choice().Classes}})
	asked.AsksProof = true
	all["connect-asked"] = Example{&asked.Page, connecting.Connect(asked)}
	for name, decides := range map[string]bool{"others": true, "others-office": false} {
		v := others(b, decides)
		all[name] = Example{&v.Page, connecting.Others(v)}
	}
	well := Connection(b, false)
	well.Others = others(b, false).Answers[1:]
	all["connection-besides"] = Example{&well.Page, connecting.Connection(well)}
}

// others returns the page of other students who may have been marked.
func others(b Base, decides bool) *connecting.OthersView {
	v := &connecting.OthersView{
		Page: staffPage(b, roll.Admin), Paused: true, Since: "08:31", MayDecide: decides,
		Answers: []connecting.OthersAnswer{
			{Clock: "08:31", Save: "t1", Class: "8B", Status: "Absent", By: "J. Rivera", Instead: true, Sent: []string{"Noor Haddad", "Sean O'Neill"},
				Named: []connecting.OthersName{{Name: "Omar Diaz", Class: "9A", Status: "Absent", Date: "2025-11-20"}}},
			{Clock: "08:12", Save: "t2", Class: "9A", Status: "Late", By: "K. Osei (office)", Sent: []string{"Zofia Jankowska"},
				Named: []connecting.OthersName{{Name: "محمد عبد الرحمن", Class: "8B", Status: "Late", Date: "2025-11-20"}}},
		},
	}
	v.Light = nil // the page itself says what its light would
	if decides {
		v.Problem = "Say why, so that others can follow it."
		v.Decided = []connecting.ConnectionWord{{Kind: roll.SwitchedOn, By: "Ruth McAllister", Clock: "Thu 20 Nov 08:31", Reason: ""}, {Kind: roll.OthersAreRight, By: "Ruth McAllister", Clock: "Thu 20 Nov 08:40", Reason: "Looked all of them up."}}
	}
	return v
}
