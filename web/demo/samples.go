package demo

import (
	"rollbook/web/roll"
)

// password signs every person of the demonstration in; only this computer reaches it.
const password = "take-the-roll-today"

// sampleSchool is a school of the demonstration.
type sampleSchool struct {
	id roll.SchoolID
	// name and code are its own in the sample school system.
	name, code string
	// due is the class whose roll nobody has taken yet today.
	due    roll.ClassID
	people []sampleMember
}

// sampleMember is one of its people.
type sampleMember struct {
	email, name string
	role        roll.Role
}

// sampleSchools are the schools; the last of their people is the same at both.
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

// person is the id under which the member signs in.
func (m sampleMember) person() roll.PersonID { return roll.PersonID("demo:" + m.email) }

// rollsDue is the time by which rolls are due, soon after the demonstration begins.
const rollsDue = roll.TimeOfDay("08:40")

// unconnectedSchool returns the school that nobody has connected yet. Its school system is of another
// maker than that of the others.
func unconnectedSchool() sampleSchool {
	return sampleSchool{id: "birchwood", name: "Birchwood Academy", code: "BWA-2209", people: []sampleMember{
		{"ines.ferreira@birchwood.example", "Ines Ferreira", roll.Admin},
	}}
}
