package demo

import (
	"rollbook/web/roll"
)

// password is the password of every person in the demonstration, which is reachable only from this computer.
const password = "take-the-roll-today"

// sampleSchool is a school of the demonstration.
type sampleSchool struct {
	id roll.SchoolID
	// name and code identify it in the sample school system.
	name, code string
	// due is the class whose roll is due today.
	due    roll.ClassID
	people []sampleMember
}

// sampleMember is a person of a sample school.
type sampleMember struct {
	email, name string
	role        roll.Role
}

// sampleSchools returns the connected schools. The last of their people belongs to both.
func sampleSchools() []sampleSchool {
	both := sampleMember{"noor.haddad@rollbook.example", "Noor Haddad", roll.Teacher}
	return []sampleSchool{
		{"harbour-street", "Harbour Street School", "HSS-4471", "8B", []sampleMember{
			{"grace.adeyemi@harbour.example", "Grace Adeyemi", roll.Teacher},
			{"tom.lindqvist@harbour.example", "Tom Lindqvist", roll.Office},
			{"ruth.mcallister@harbour.example", "Ruth McAllister", roll.Admin},
			both,
		}},
		{"tilleuls", "Collège des Tilleuls", "0754021K", "4e B", []sampleMember{
			{"camille.renard@tilleuls.example", "Camille Renard", roll.Teacher},
			{"yasmine.benali@tilleuls.example", "Yasmine Benali", roll.Office},
			{"paul.mercier@tilleuls.example", "Paul Mercier", roll.Admin},
			both,
		}},
	}
}

// person returns the member's id.
func (m sampleMember) person() roll.PersonID { return roll.PersonID("demo:" + m.email) }

// rollsDue is the time by which rolls are due, soon after the demonstration begins.
const rollsDue = roll.TimeOfDay("08:40")

// unconnectedSchool returns the school that is not connected yet. Its school system is of another maker.
func unconnectedSchool() sampleSchool {
	return sampleSchool{id: "birchwood", name: "Birchwood Academy", code: "BWA-2209", people: []sampleMember{
		{"ines.ferreira@birchwood.example", "Ines Ferreira", roll.Admin},
	}}
}
