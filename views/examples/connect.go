package examples

import (
	"slices"

	"rollbook/views/connecting"
	"rollbook/views/layout"
	"rollbook/web/connecting/readings"
	"rollbook/web/roll"
)

func connect(b Base) *connecting.ConnectView {
	return &connecting.ConnectView{
		Page:  inSettings(As(b, roll.Admin), "connection"),
		Typed: readings.Typed{readings.Address: "https://school.example", readings.Tenant: "oak", readings.Code: "OAK1"},
		Key:   connecting.KeyView{LastFour: "7f2c", Since: "3 Nov"}, Waiting: 3,
		Calls: []connecting.CallView{periodsCall(readings.Trial{}), {Call: readings.Students, Reading: readings.Reading{Absent: true}}},
	}
}

func periodsCall(trial readings.Trial) connecting.CallView {
	return connecting.CallView{Call: readings.Periods, Reading: readings.Reading{Path: "/serviceapi/v1/curriculum/schoolperiods/list"}, Trial: trial}
}

// twoPeriods returns the trial that found two periods.
func twoPeriods() readings.Trial { return readings.Trial{Finding: "works", Items: 2} }

// studentsCall returns a students' call that was found.
func studentsCall() connecting.CallView {
	return connecting.CallView{
		Call: readings.Students, Open: true,
		Trial: readings.Trial{
			Finding: "partly", Items: 412, Classes: 16, Unreadable: 2, Repeated: 1, Unsure: true,
			Request: "GET https://school.example/serviceapi/v1/students/list?schoolPeriodId=7", Status: 200,
			Answer: "{\n  \"data\": {\n    \"rows\": [\n      {\n        \"enrolment_id\": \"90071992547409931\",\n        \"student\": {\n          \"id\": \"70012\"\n        }\n      },\n      ... 411 more\n    ]\n  }\n}",
			Rows:   []readings.Row{{Text: "Ines Ferreira", Note: "90071992547409931 · 70012 · 8B"}, {Text: "محمد عبد الرحمن", Note: "90071992547409932 · 70013 · 8B"}},
			Lists:  []readings.Place{{Path: "$.data.rows", Sample: "25"}, {Path: "$", Sample: "1"}},
			Fields: []readings.Place{{Path: "$.enrolment_id", Sample: "90071992547409931"}, {Path: "$.student.id", Sample: "70012"}, {Path: "$.student.name", Sample: "Ines Ferreira"}, {Path: "$.group['long label']", Sample: "8B"}},
		},
		Reading: readings.Reading{
			Path: "/serviceapi/v1/students/list?schoolPeriodId={period}", List: "$.data.rows",
			Fields: map[string]string{"enrolmentId": "$.enrolment_id", "fullName": "$.student.name", "className": "$.elsewhere"},
		},
	}
}

// peopleFound returns a draft whose page asks an admin whether the students found are the school's.
func peopleFound() readings.Draft {
	trials := make(map[readings.Call]readings.Trial)
	trials[readings.Students] = readings.Trial{
		Doubts: []readings.Doubt{readings.SingleWords},
		Offers: readings.Offers{
			Students: []readings.Person{{Name: "Ferreira", Class: "8B"}, {Name: "محمد عبد الرحمن", Class: "8B"}, {}},
			Names:    []readings.Choice{{Fields: map[string]string{"fullName": "$.a"}, Samples: []string{"Ines Ferreira", "محمد عبد الرحمن", "Noor Haddad"}}},
			Leaving:  []readings.Choice{{List: "$[?@.b]", Samples: []string{"Omar Diaz", "Noor Haddad"}, Count: 2, Of: 412, Why: "OnRoll: no", Stated: true}, {All: true}},
		},
	}
	trials[readings.Statuses] = readings.Trial{Offers: readings.Offers{Leaving: []readings.Choice{{List: "$[?@.d]", Samples: []string{"Old"}, Count: 1, Why: "isActive: false", Stated: true}}}}
	return readings.Draft{Trials: trials}
}

// addConnecting adds the states of the connecting page.
func addConnecting(b Base, all map[string]Example) {
	add := func(name string, change func(v *connecting.ConnectView)) {
		v := connect(b)
		change(v)
		all[name] = example(connecting.Connect, v)
	}
	students := studentsCall()
	found := []connecting.CallView{
		periodsCall(twoPeriods()), students,
		{Call: readings.Statuses, Trial: readings.Trial{Finding: "wrong path", Tried: 6}, Reading: readings.Reading{Absent: true}},
	}
	add("connect", func(*connecting.ConnectView) {})
	add("connect-refused", func(v *connecting.ConnectView) { v.Refused, v.Why = "key", "not_accepted" })
	add("connect-found", func(v *connecting.ConnectView) { v.Calls, v.Draft = found, peopleFound() })
	for _, ask := range []string{"names", "classes", "left"} {
		add("connect-"+ask, func(v *connecting.ConnectView) { v.Calls, v.Draft, v.Ask = found[:2], peopleFound(), ask })
	}
	add("connect-decision", func(v *connecting.ConnectView) {
		doubtful := students
		doubtful.Finding, doubtful.SameFor = "doubtful", "2024/25"
		doubtful.Objections = []readings.Objection{
			{Kind: readings.Total, Number: 120, Read: 100, Place: "header X-Total-Count", Choices: []readings.Choice{{Unrelated: "header X-Total-Count"}}},
			{Kind: readings.OtherPeriod, Number: 24, Read: 144, Names: []string{"Noor Haddad", "Omar Diaz"}, Choices: []readings.Choice{{Count: 24}}},
			{Kind: readings.Twice, Number: 24, Read: 144, Names: []string{"Noor Haddad", "محمد عبد الرحمن"}, Choices: []readings.Choice{{Why: "term: B", Count: 24}, {Twice: true}}},
		}
		v.Calls, v.Draft, v.Missing = []connecting.CallView{found[0], doubtful}, peopleFound(), readings.NeedDecision
		v.Draft.Period = readings.Period{ID: "7", Name: "2025/26"}
	})
	add("connect-missing", func(v *connecting.ConnectView) {
		v.Calls, v.Draft, v.Missing = found, peopleFound(), readings.NeedStatuses
	})
	add("connect-example", func(v *connecting.ConnectView) {
		pasted := students
		pasted.Reading.Path = ""
		pasted.Trial = readings.Trial{Finding: "not tried", Answer: students.Answer, Lists: students.Lists, Fields: students.Fields, Example: &students.Reading}
		v.Calls, v.Missing = []connecting.CallView{found[0], pasted}, readings.NeedStudents
		v.Draft = peopleFound()
		v.Draft.Trials[readings.Periods], v.Draft.Trials[readings.Students] = twoPeriods(), pasted.Trial
	})
	asks := students
	asks.Asks, asks.Offers = true, peopleFound().Trials[readings.Students].Offers
	for _, path := range []string{"$.school_enrollment.dcid", "$.id"} {
		asks.Offers.Numbers = append(asks.Offers.Numbers, readings.Choice{
			Fields: map[string]string{"enrolmentId": path}, Samples: []string{"90071992547409931", "90071992547409932", "90071992547409933"},
		})
	}
	lacks := students
	lacks.Asks = true
	for name, call := range map[string]connecting.CallView{"connect-number": asks, "connect-lacking": lacks} {
		add(name, func(v *connecting.ConnectView) {
			v.Calls, v.Draft, v.Missing = []connecting.CallView{found[0], call}, peopleFound(), readings.NeedNumber
		})
	}
	add("connect-wrong", func(v *connecting.ConnectView) {
		v.Calls = slices.Clone(found[:2])
		v.Calls[1].Wrong = "fields.className"
	})
	add("connect-sample", func(v *connecting.ConnectView) {
		v.Help, v.Typed, v.Key, v.Draft, v.Calls = "http://127.0.0.1:8090/help", nil, connecting.KeyView{}, readings.Draft{}, nil
	})
	add("connect-used", func(v *connecting.ConnectView) {
		v.Draft.InForce, v.FileRefused = true, true
		v.Calls = []connecting.CallView{periodsCall(readings.Trial{Finding: "key refused"}), {Call: readings.Students, Trial: readings.Trial{Finding: "failed"}}}
	})
}

// proving is the connecting page at its last steps.
func proving(b Base, prove *connecting.ProveView) *connecting.ConnectView {
	v := connect(b)
	v.Draft.InForce, v.Prove = true, prove
	v.Calls = []connecting.CallView{periodsCall(twoPeriods()), {Call: readings.Students, Trial: readings.Trial{Finding: "works", Items: 412}}}
	return v
}

// choice is a complete choice of a mark to try.
func choice() connecting.ProveTry {
	return connecting.ProveTry{
		Classes: []roll.Class{{ID: "8b", Name: "8B"}, {ID: "9a", Name: "9A"}}, Class: "8b",
		Students: []layout.Option{{Value: "1", Text: "Noor Haddad"}, {Value: "2", Text: "Omar Diaz, marked Late"}}, Student: 1,
		Statuses: []roll.Status{{ID: 1, Name: "Present"}, {ID: 2, Name: "Absent"}}, Status: 2,
		Sets: "This sets Noor Haddad to Absent in the school system today. Choose a student who really is Absent today.", Save: "t", Period: "7", Date: "2025-11-20",
	}
}

// unchosen is an empty choice.
func unchosen() connecting.ProveTry {
	try := choice()
	try.Student, try.Status, try.Sets = 0, 0, ""
	return try
}

// AddProving adds the states of the connecting page's last steps.
func AddProving(b Base, all map[string]Example) {
	sentence := "Noor Haddad: the school system answered Absent at 08:31. By its list Rollbook cannot tell for whom."
	for name, prove := range map[string]*connecting.ProveView{
		"connect-try":       {Try: choice()},
		"connect-asks":      {Marks: []connecting.ProveMark{{Save: "t1", Name: "Noor Haddad", Sentence: sentence, Status: "Absent", Asks: true}}, Try: unchosen()},
		"connect-waits":     {Before: true, Marks: []connecting.ProveMark{{Save: "t1", Name: "Noor Haddad", Sentence: "Noor Haddad: Absent was sent at 08:31, no answer yet.", UnderWay: true}}, Try: unchosen()},
		"connect-unknown":   {Marks: []connecting.ProveMark{{Save: "t1", Name: "Noor Haddad", Sentence: "Noor Haddad: the school system does not know this number (4711). Choose another.", UnderWay: true, Unknown: true}}, Try: unchosen()},
		"connect-wrong-one": {Marks: []connecting.ProveMark{{Save: "t1", Name: "Noor Haddad", Sentence: sentence, Status: "Absent", Wrong: true, Denied: true, Number: 4711, MayBe: []string{"Omar Diaz"}}}},
		"connect-may-on":    {Marks: []connecting.ProveMark{{Save: "t1", Name: "Noor Haddad", Sentence: sentence}}, MayOn: true, Try: choice()},
		"connect-on":        {On: "Switched on by Ruth McAllister, Thu 20 Nov 08:31, after marks were tried.", Went: "Switched on. 3 kept marks go to the school system now.", Roll: "/schools/oak/roll?class=8B"},
		"connect-paused":    {Paused: true},
		"connect-later":     {Later: true, Problem: "Sending is switched on already."},
	} {
		all[name] = example(connecting.Connect, proving(b, prove))
	}
	asking := proving(b, &connecting.ProveView{Before: true, Try: unchosen()})
	asking.AsksProof = true
	all["connect-asked"] = example(connecting.Connect, asking)
	for name, decides := range map[string]bool{"others": true, "others-office": false} {
		all[name] = example(connecting.OtherStudents, others(b, decides))
	}
	well := Connection(b, false)
	well.OtherStudents = others(b, false).Answers[1:]
	all["connection-besides"] = example(connecting.Connection, well)
}

// others returns the page of other students who may have been marked.
func others(b Base, decides bool) *connecting.OtherStudentsView {
	v := &connecting.OtherStudentsView{
		Page: As(b, roll.Admin), Paused: true, Since: at(20, 8, 31), MayDecide: decides,
		Answers: []connecting.OtherStudentsAnswer{
			{Clock: "08:31", Kept: keptMark("t1", "8B", "Absent", "J. Rivera", at(20, 8, 31)), Instead: true, Sent: []string{"Noor Haddad", "Sean O'Neill"},
				Named: []connecting.OtherStudentName{{Name: "Omar Diaz", Class: "9A", Status: "Absent", Date: "2025-11-20"}}},
			{Clock: "08:12", Kept: keptMark("t2", "9A", "Late", "K. Osei (office)", at(20, 8, 12)), Sent: []string{"Zofia Jankowska"},
				Named: []connecting.OtherStudentName{{Name: "محمد عبد الرحمن", Class: "8B", Status: "Late", Date: "2025-11-20"}}},
		},
	}
	v.Light = nil // the page has the light's message itself
	if decides {
		v.Problem = "Say why, so that others can follow it."
		v.Decided = []roll.ConnectionDecision{
			{Kind: roll.SwitchedOn, By: roll.Actor{Name: "Ruth McAllister"}, At: at(20, 8, 31)},
			{Kind: roll.OthersAreRight, By: roll.Actor{Name: "Ruth McAllister"}, At: at(20, 8, 40), Reason: "Looked all of them up."},
		}
	}
	return v
}
