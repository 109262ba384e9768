package examples

import (
	"time"

	"rollbook/views/absences"
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/roll"
)

// addAbsences adds the pages of known absences.
func addAbsences(b Base, all map[string]Example) {
	add(all, absences.Absences, map[string]*absences.KnownView{
		"absences": knownAbsences(b), "absences-none": {Page: officeDay(b), Today: "2026-03-18"},
		"absences-form": with(knownAbsences(b), func(v *absences.KnownView) {
			v.Chosen, v.Problem = []layout.Option{{Value: "9", Text: "Tomás " + longClass},
				{Value: "12", Text: "Nour El-Sayed"}}, v.Words.Text("known.problem.date")
			v.Form = absences.AbsenceForm{From: "2026-03-18", To: "2026-06-30", After: "11:00", Weekdays: []string{"2"},
				Status: 4, Reason: "Illness"}
		}),
		"absences-doubts": with(knownAbsences(b), func(v *absences.KnownView) {
			v.Lines, v.Doubts = "Sam Lee\t2026-03-18",
				[]string{"Line 1: Sam Lee may be Sam Lee 8B (1041), Sam Lee 9A (1177). Write the number."}
		}),
	})
	add(all, absences.AbsenceReasons, map[string]*absences.AbsenceReasonsView{
		"absence-reasons":       absenceReasons(done(officeDay(b), b.Words.Text("known.reasons.kept"))),
		"absence-reasons-twice": absenceReasons(refused(officeDay(b), "Nothing was changed: \"Holiday\" is there twice.")),
	})
}

func absenceReasons(page layout.Page) *absences.AbsenceReasonsView {
	return &absences.AbsenceReasonsView{
		Page: page, Authorised: "Illness\nMedical appointment", NotAuthorised: "Holiday\nHoliday",
	}
}

func knownAbsences(b Base) *absences.KnownView {
	known := func(name string, from, to roll.Date) absences.AbsenceLine {
		return absences.AbsenceLine{
			KnownAbsence: roll.KnownAbsence{ID: roll.KnownID(name), Enrolment: roll.EnrolmentID(len(name)), From: from, To: to,
				Status: 4, StatusName: "Excused"},
			Name: name, Class: "8B", Reason: "Illness", ToldBy: "Mrs Abara", Made: "08:05", By: "K. Osei (office)",
			Cell: part.Cell{Enrolment: roll.EnrolmentID(len(name)), Outcome: roll.None, Known: "Excused today", KnownStatus: 4},
		}
	}
	marked := known("Ifeoma Abara", "2026-03-18", "2026-03-20")
	marked.Differs = true
	marked.Cell = part.Cell{Enrolment: marked.Enrolment, Outcome: roll.Saved, Status: "Absent", Family: roll.Absent,
		Letter: "A", At: "08:31", Other: "G. Adeyemi"}
	weekly := known(longClass, "2026-03-01", "2026-06-30")
	weekly.Weekdays, weekly.After, weekly.Unauthorised = []time.Weekday{time.Tuesday, time.Wednesday}, "11:00", true
	former, ended := known("no. 481017", "2026-03-20", "2026-03-20"), known("Noah Andersson", "2026-03-18", "2026-03-19")
	former.Former, ended.Over, ended.EndedName = true, "08:20", "R. McAllister (admin)"
	return &absences.KnownView{
		Page: officeDay(b), Today: "2026-03-18", Statuses: []roll.Status{{ID: 2, Name: "Absent"}, {ID: 4, Name: "Excused"}},
		Groups: []layout.Option{{Value: "choir", Text: "Choir"}}, Reasons: []string{"Illness", "Holiday"}, Press: "press",
		Save: "save", Now: []absences.AbsenceLine{marked, weekly}, Coming: []absences.AbsenceLine{former},
		Ended: []absences.AbsenceLine{ended},
	}
}
