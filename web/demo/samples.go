package demo

import (
	"slices"

	"rollbook/web"
	"rollbook/web/roll"
)

// password is the password of every person in the demonstration, which is reachable only from this computer.
const password = "take-the-roll-today"

// sampleSchool is a school of the demonstration.
type sampleSchool struct {
	id roll.SchoolID
	// name, tenant and code identify it in the sample school system.
	name, tenant, code string
	// language is the tag of its pages' language; empty for the browser's.
	language string
	// due is the class whose roll is due today.
	due    roll.ClassID
	people []web.DemoPerson
}

// sampleSchools returns the connected schools. The last of their people belongs to both.
func sampleSchools() []sampleSchool {
	both := web.DemoPerson{Email: "noor.haddad@rollbook.example", Name: "Noor Haddad", Role: roll.Teacher}
	return []sampleSchool{
		sampleSchool{id: "harbour-street", name: "Harbour Street School", tenant: "harbour-street", code: "HSS-4471",
			due: "8B"}.with(
			web.DemoPerson{Email: "grace.adeyemi@harbour.example", Name: "Grace Adeyemi", Role: roll.Teacher},
			web.DemoPerson{Email: "tom.lindqvist@harbour.example", Name: "Tom Lindqvist", Role: roll.Office},
			web.DemoPerson{Email: "ruth.mcallister@harbour.example", Name: "Ruth McAllister", Role: roll.Admin},
			both,
		),
		sampleSchool{
			id: "tilleuls", name: "Collège des Tilleuls", tenant: "ecole.tilleuls.example", code: "0754021K", language: "fr",
			due: "4e B",
		}.with(
			web.DemoPerson{Email: "camille.renard@tilleuls.example", Name: "Camille Renard", Role: roll.Teacher},
			web.DemoPerson{Email: "yasmine.benali@tilleuls.example", Name: "Yasmine Benali", Role: roll.Office},
			web.DemoPerson{Email: "paul.mercier@tilleuls.example", Name: "Paul Mercier", Role: roll.Admin},
			both,
		),
	}
}

// unconnectedSchool returns the school that is not connected yet. Its school system is of another maker.
func unconnectedSchool() sampleSchool {
	return sampleSchool{id: "birchwood", name: "Birchwood Academy", tenant: "birchwood", code: "BWA-2209"}.with(
		web.DemoPerson{Email: "ines.ferreira@birchwood.example", Name: "Ines Ferreira", Role: roll.Admin})
}

// with adds people to the school.
func (s sampleSchool) with(people ...web.DemoPerson) sampleSchool {
	for _, one := range people {
		one.School, one.SchoolName = s.id, s.name
		if one.Role == roll.Teacher {
			one.DueClass = string(s.due)
		}
		s.people = append(s.people, one)
	}
	return s
}

// peopleOf returns the people of the schools, each once.
func peopleOf(schools []sampleSchool) []web.DemoPerson {
	var people []web.DemoPerson
	for _, school := range schools {
		for _, one := range school.people {
			if !slices.ContainsFunc(people, func(known web.DemoPerson) bool { return known.Email == one.Email }) {
				people = append(people, one)
			}
		}
	}
	return people
}

// personID returns the id of a person of the demonstration.
func personID(one web.DemoPerson) roll.PersonID { return roll.PersonID("demo:" + one.Email) }

// rollsDue makes the rolls of the sample schools due at 08:40, soon after the demonstration begins.
const rollsDue = roll.TimeOfDay("08:40")
