package examples

import (
	"rollbook/views/connecting"
	"rollbook/views/layout"
	"rollbook/web/connecting/readings"
	"rollbook/web/language"
	"rollbook/web/roll"
)

func connect(b Base) *connecting.ConnectView {
	v := &connecting.ConnectView{
		Page:  inSettings(As(b, roll.Admin), "connection"),
		Typed: readings.Typed{readings.Address: "https://school.example", readings.Tenant: "oak", readings.Code: "OAK1"},
		Keys:  []roll.Key{{LastFour: "7f2c", UsedFrom: at(3, 8, 0)}}, Backlog: roll.Backlog{Waiting: 3},
	}
	read(&v.Draft, readings.Periods, periodsReading(), readings.Trial{})
	v.Draft.Trials = nil
	return v
}

func periodsReading() readings.Reading {
	return readings.Reading{Path: "/serviceapi/v1/curriculum/schoolperiods/list"}
}

func studentsReading() readings.Reading {
	return readings.Reading{
		Path: "/serviceapi/v1/students/list?schoolPeriodId={period}", List: "$.data.rows",
		Fields: map[string]string{"enrolmentId": "$.enrolment_id", "fullName": "$.student.name", "className": "$.elsewhere"},
	}
}

// read adds a call to the draft.
func read(draft *readings.Draft, call readings.Call, reading readings.Reading, trial readings.Trial) {
	if draft.Trials == nil {
		draft.Trials = make(map[readings.Call]readings.Trial)
	}
	draft.Mapping, draft.Trials[call] = draft.Mapping.With(call, reading), trial
}

// draftOf returns the draft of a search that found the periods and the students, but no statuses. Change changes how
// the students are read. The page asks an admin whether the students are the school's.
func draftOf(change func(reading *readings.Reading, students *readings.Trial)) (draft readings.Draft) {
	reading, students := studentsReading(), readings.Trial{
		Finding: "partly", Items: 8, Classes: 3, Unsure: true, Distinct: 8,
		Groups: []readings.Group{
			{Name: "8B", Students: []string{"Ines Ferreira", "محمد عبد الرحمن", "Noor Haddad · 4711", "Noor Haddad · 4712"},
				Namesakes: true},
			{Name: "9A", Students: []string{"Sean O'Neill", "Zofia Jankowska"}},
			{Name: "10 Sciences humaines", Students: []string{"Ada Byron"}}, {Students: []string{"70019"}},
			{Part: readings.Left, Students: []string{"Omar Diaz"}}, {Part: readings.Unnumbered, Students: []string{"Eva Vik"}},
		},
		Notes:   []readings.Remark{{Key: "connect.unreadable", Number: 2}, {Key: "connect.repeated", Number: 1}},
		Request: "GET https://school.example/serviceapi/v1/students/list?schoolPeriodId=7", Status: 200,
		Answer: "{\n  \"data\": {\n    \"rows\": [\n      {\n        \"enrolment_id\": \"90071992547409931\",\n " +
			"       \"student\": {\n          \"id\": \"70012\"\n        }\n      },\n      ... 411 more\n    ]\n  }\n}",
		Rows: []readings.Row{{Text: "Ines Ferreira", Note: "90071992547409931 · 70012 · 8B"},
			{Text: "محمد عبد الرحمن", Note: "90071992547409932 · 70013 · 8B"}},
		Lists: []readings.Place{{Path: "$.data.rows", Sample: "25"}, {Path: "$", Sample: "1"}},
		Fields: []readings.Place{{Path: "$.enrolment_id", Sample: "90071992547409931"},
			{Path: "$.student.id", Sample: "70012"}, {Path: "$.student.name", Sample: "Ines Ferreira"},
			{Path: "$.group['long label']", Sample: "8B"}},
		Doubts: []readings.Remark{{Key: "connect.doubt.round"}, left(readings.Students, "OnRoll: no", 2, "Omar Diaz",
			"Noor Haddad")},
		Students: []readings.Row{{Text: "Ferreira", Note: "8B"}, {Text: "محمد عبد الرحمن", Note: "8B"}, {}},
		Ways: map[readings.Question][]readings.Choice{
			readings.AskNames: {{Press: "connect.people_these", Samples: []string{"Ines Ferreira", "محمد عبد الرحمن",
				"Noor Haddad"}}},
			readings.AskLeft: {{Press: "connect.leave_out", Samples: []string{"Omar Diaz", "Noor Haddad"}, Count: 2},
				{Press: "connect.everybody"}},
		},
	}
	if change != nil {
		change(&reading, &students)
	}
	draft.Told = new(8)
	read(&draft, readings.Periods, periodsReading(), readings.Trial{Finding: "works", Items: 2})
	read(&draft, readings.Students, reading, students)
	read(&draft, readings.Statuses, readings.Reading{Absent: true}, readings.Trial{
		Finding: "wrong path", Tried: 6, Doubts: []readings.Remark{left(readings.Statuses, "isActive: false", 1, "Old")},
	})
	return draft
}

// left is the doubt about items that seem to be no longer valid.
func left(call readings.Call, why string, count int, names ...string) readings.Remark {
	return readings.Remark{Key: language.LeftKeys.Of(string(call)), Number: count, Read: 412, Names: names, Why: why,
		Choices: []readings.Choice{{Press: "connect.leave_out"}, {Press: "connect.keep_them"}}}
}

// addConnecting adds the states of the connecting page.
func addConnecting(b Base, all map[string]Example) {
	add := func(name string, change func(v *connecting.ConnectView)) {
		v := connect(b)
		change(v)
		all[name] = example(connecting.Connect, v)
	}
	add("connect", func(*connecting.ConnectView) {})
	add("connect-refused", func(v *connecting.ConnectView) {
		v.Refused, v.Problem = "key", b.Words.Text("connect.problem.not_accepted")
	})
	for name, ask := range map[string]readings.Question{"connect-found": "",
		"connect-names": readings.AskNames, "connect-classes": readings.AskClasses, "connect-left": readings.AskLeft} {
		add(name, func(v *connecting.ConnectView) { v.Draft, v.Ask = draftOf(nil), ask })
	}
	addCounting(b, add)
	add("connect-decision", func(v *connecting.ConnectView) {
		v.Missing, v.Draft = readings.NeedDecision, draftOf(func(_ *readings.Reading, students *readings.Trial) {
			students.Finding = "doubtful"
			students.Notes = []readings.Remark{{Key: "connect.same_for", Names: []string{"2024/25"}, Why: "2025/26"}}
			students.Objections = []readings.Remark{
				{Key: "connect.objection.total", Number: 120, Read: 100, Place: "header X-Total-Count",
					Choices: []readings.Choice{{Press: "connect.objection_keep.total"}}},
				{Key: "connect.objection.period", Number: 24, Read: 144, Names: []string{"Noor Haddad", "Omar Diaz"},
					Choices: []readings.Choice{{Press: "connect.objection_do.period"}}},
				{Key: "connect.objection.twice", Number: 24, Read: 144, Names: []string{"Noor Haddad", "محمد عبد الرحمن"},
					Choices: []readings.Choice{{Press: "connect.objection_do.twice", Why: "term: B"},
						{Press: "connect.objection_keep.twice"}}},
			}
		})
		v.Draft.Period = readings.Period{ID: "7", Name: "2025/26"}
	})
	add("connect-missing", func(v *connecting.ConnectView) { v.Draft, v.Missing = draftOf(nil), readings.NeedStatuses })
	for name, paths := range map[string][]string{"connect-number": {"$.school_enrollment.dcid", "$.id"},
		"connect-lacking": nil} {
		add(name, func(v *connecting.ConnectView) {
			v.Missing, v.Draft = readings.NeedNumber, draftOf(func(reading *readings.Reading, students *readings.Trial) {
				delete(reading.Fields, "enrolmentId")
				for _, path := range paths {
					students.Ways[readings.AskNumber] = append(students.Ways[readings.AskNumber], readings.Choice{
						Press: "connect.choose", Reading: readings.Reading{Fields: map[string]string{"enrolmentId": path}},
						Samples: []string{"90071992547409931", "90071992547409932", "90071992547409933"},
					})
				}
			})
		})
	}
	add("connect-wrong", func(v *connecting.ConnectView) {
		v.Draft, v.Open, v.Refused, v.Problem = draftOf(nil), readings.Students, "students", b.Words.Text("connect.wrong")
		v.Reading, v.Wrong = studentsReading(), "fields.className"
	})
	add("connect-sample", func(v *connecting.ConnectView) {
		v.Help, v.Typed, v.Keys, v.Draft = "http://127.0.0.1:8090/help", nil, nil, readings.Draft{}
	})
	add("connect-used", func(v *connecting.ConnectView) {
		read(&v.Draft, readings.Periods, periodsReading(), readings.Trial{Finding: "key refused"})
		read(&v.Draft, readings.Students, studentsReading(), readings.Trial{Finding: "failed"})
		v.Draft.InForce, v.Refused, v.Problem = true, "file", b.Words.Text("connect.file_refused")
	})
}

// addCounting adds the states before the number of students is known, and before classes are compared.
func addCounting(b Base, add func(name string, change func(v *connecting.ConnectView))) {
	add("connect-count", func(v *connecting.ConnectView) {
		v.Missing, v.Draft = readings.NeedCount, draftOf(nil)
		v.Draft.Told = nil
	})
	add("connect-count-wrong", func(v *connecting.ConnectView) {
		v.Draft, v.Refused, v.Problem = draftOf(nil), "count", b.Words.Text("connect.count_wrong")
	})
	for name, refused := range map[string]string{"connect-compare": "", "connect-compare-first": "use"} {
		add(name, func(v *connecting.ConnectView) {
			v.Missing, v.Draft, v.Refused = readings.NeedCompare, draftOf(nil), refused
			v.Draft.Told = new(12)
			classes := v.Draft.Compares()
			v.Draft.Compared = map[string]bool{classes[0].ID(): true, classes[1].ID(): refused == ""}
		})
	}
}

// proving is the connecting page at its last steps.
func proving(b Base, prove connecting.ProveView) *connecting.ConnectView {
	v := connect(b)
	read(&v.Draft, readings.Periods, periodsReading(), readings.Trial{Finding: "works", Items: 2})
	read(&v.Draft, readings.Students, studentsReading(), readings.Trial{Finding: "works", Items: 412})
	v.Draft.InForce, v.Prove = true, prove
	return v
}

// tried is a mark of a student that was tried.
func tried(sentence string) connecting.ProveMark {
	return connecting.ProveMark{GuidedMark: roll.GuidedMark{Save: "t1", Enrolment: 4711, Status: "Absent"},
		Name: "Noor Haddad", Sentence: sentence}
}

// choice is a complete choice of a mark to try.
func choice() connecting.ProveTry {
	return connecting.ProveTry{
		Classes: []roll.Class{{ID: "8b", Name: "8B"}, {ID: "9a", Name: "9A"}}, Class: "8b",
		Students: []layout.Option{{Value: "1", Text: "Noor Haddad"}, {Value: "2", Text: "Omar Diaz, marked Late"}},
		Student:  "1", Statuses: []roll.Status{{ID: 1, Name: "Present"}, {ID: 2, Name: "Absent"}}, Status: "2",
		Sets:   "This sets Noor Haddad to Absent in the school system today. Choose a student who really is Absent today.",
		Fields: []string{"save", "t", "period", "7", "class", "8b", "date", "2025-11-20", "enrolment", "1", "status", "2"},
	}
}

// unchosen is an empty choice.
func unchosen() connecting.ProveTry {
	try := choice()
	try.Student, try.Status, try.Sets = "", "", ""
	return try
}

// AddProving adds the states of the connecting page's last steps.
func AddProving(b Base, all map[string]Example) {
	mark := tried("Noor Haddad: the school system answered Absent at 08:31. By its list Rollbook cannot tell for whom.")
	asks, wrong, waits := mark, mark, tried("Noor Haddad: Absent was sent at 08:31, no answer yet.")
	unknown := tried("Noor Haddad: the school system does not know this number (4711). Choose another.")
	asks.Asks, waits.UnderWay, unknown.UnderWay, unknown.Unknown = true, true, true, true
	wrong.Wrong, wrong.Seen, wrong.MayBe = true, roll.SeenWrong, []string{"Omar Diaz"}
	for name, prove := range map[string]connecting.ProveView{
		"connect-try":       {Try: choice()},
		"connect-asks":      {Marks: []connecting.ProveMark{asks}, Try: unchosen()},
		"connect-waits":     {Before: true, Marks: []connecting.ProveMark{waits}, Try: unchosen()},
		"connect-unknown":   {Marks: []connecting.ProveMark{unknown}, Try: unchosen()},
		"connect-wrong-one": {Marks: []connecting.ProveMark{wrong}},
		"connect-may-on":    {Marks: []connecting.ProveMark{mark}, MayOn: true, Try: choice()},
		"connect-on": {On: "Switched on by Ruth McAllister, Thu 20 Nov 08:31, after marks were tried.",
			Went: "Switched on. 3 kept marks go to the school system now.", Roll: "/schools/oak/roll?class=8B"},
		"connect-paused": {Paused: true},
	} {
		all[name] = example(connecting.Connect, proving(b, prove))
	}
	later := proving(b, connecting.ProveView{})
	later.Draft.InForce, later.Refused, later.Problem = false, "prove", "Sending is switched on already."
	all["connect-later"] = example(connecting.Connect, later)
	asking := proving(b, connecting.ProveView{Before: true, Try: unchosen()})
	asking.AsksProof = true
	all["connect-asked"] = example(connecting.Connect, asking)
	for name, decides := range map[string]bool{"others": true, "others-office": false} {
		all[name] = example(connecting.OtherStudents, others(b, decides))
	}
	well := Connection(b, false)
	well.OtherStudents = others(b, false).Answers[1:]
	all["connection-besides"] = example(connecting.Connection, well)
	for name, read := range map[string]int{"connection-count": 400, "connection-count-asked": 300} {
		counted := Connection(b, false)
		counted.Students, counted.Count = read, roll.StudentCount{Shown: 412, Read: 400}
		all[name] = example(connecting.Connection, counted)
	}
}

// others returns the page of other students who may have been marked.
func others(b Base, decides bool) *connecting.OtherStudentsView {
	v := &connecting.OtherStudentsView{
		Page: As(b, roll.Admin), Paused: true, Since: at(20, 8, 31), MayDecide: decides,
		Answers: []connecting.OtherStudentsAnswer{
			{Clock: "08:31", Kept: keptMark("t1", "8B", "Absent", "J. Rivera", at(20, 8, 31)), Instead: true,
				Sent: []string{"Noor Haddad", "Sean O'Neill"},
				Named: []connecting.OtherStudentName{{Name: "Omar Diaz", Class: "9A",
					OtherNamed: roll.OtherNamed{Status: "Absent", Date: "2025-11-20"}}}},
			{Clock: "08:12", Kept: keptMark("t2", "9A", "Late", "K. Osei (office)", at(20, 8, 12)),
				Sent: []string{"Zofia Jankowska"},
				Named: []connecting.OtherStudentName{{Name: "محمد عبد الرحمن", Class: "8B",
					OtherNamed: roll.OtherNamed{Status: "Late", Date: "2025-11-20"}}}},
		},
	}
	v.Light = nil // the page has the light's message itself
	if decides {
		v.Problem = "Say why, so that others can follow it."
		v.Decided = []roll.ConnectionDecision{
			{Kind: roll.SwitchedOn, By: roll.Actor{Name: "Ruth McAllister"}, At: at(20, 8, 31)},
			{Kind: roll.OthersAreRight, By: roll.Actor{Name: "Ruth McAllister"}, At: at(20, 8, 40),
				Reason: "Looked all of them up."},
		}
	}
	return v
}
