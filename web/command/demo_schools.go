package command

import (
	"context"
	"fmt"
	"time"

	"rollbook/apiclient"
	"rollbook/web"
	"rollbook/web/live"
	"rollbook/web/roll"
	"rollbook/web/setup"
)

// demoPassword is everybody's: the demonstration is for whoever sits at this computer.
const demoPassword = "take-the-roll-today"

// demoSchool is a school of the demonstration.
type demoSchool struct {
	id roll.SchoolID
	// name and code are its own in the sample school system.
	name, code string
	// due is the class whose roll nobody has taken yet today.
	due    roll.ClassID
	people []demoMember
}

// demoMember is one of its people.
type demoMember struct {
	email, name string
	role        roll.Role
}

// demoSchools are the schools; the last of their people is the same at both.
func demoSchools() []demoSchool {
	both := demoMember{"noor.haddad@rollbook.example", "Noor Haddad", roll.Teacher}
	return []demoSchool{
		{"harbour-street", "Harbour Street School", "HSS-4471", "8B", []demoMember{
			{"grace.adeyemi@harbour.example", "Grace Adeyemi", roll.Teacher},
			{"tom.lindqvist@harbour.example", "Tom Lindqvist", roll.Office},
			{"ruth.mcallister@harbour.example", "Ruth McAllister", roll.Admin},
			both,
		}},
		{"tilleuls", "Collège des Tilleuls", "0754021K", "4e B", []demoMember{
			{"camille.renard@tilleuls.example", "Camille Renard", roll.Teacher},
			{"yasmine.benali@tilleuls.example", "Yasmine Benali", roll.Office},
			{"paul.mercier@tilleuls.example", "Paul Mercier", roll.Admin},
			both,
		}},
	}
}

// person is the id under which the member signs in.
func (m demoMember) person() roll.PersonID { return roll.PersonID("demo:" + m.email) }

// prepare connects the schools and lets their people in, or finds them as they were
// kept; then it reads the lists and marks a part of today.
func (d *demonstration) prepare(ctx context.Context) error {
	known, err := d.app.Store.Schools(ctx)
	if err != nil {
		return err
	}
	if d.takenUp = len(known) > 0; d.takenUp {
		return d.findAgain(ctx, known)
	}
	if err := d.connect(ctx); err != nil {
		return err
	}
	if err := d.admit(ctx); err != nil {
		return err
	}
	return d.begin(ctx)
}

// findAgain tells kept schools where the school system is now.
func (d *demonstration) findAgain(ctx context.Context, known []roll.School) error {
	for _, school := range known {
		if err := d.app.Store.SetBaseURL(ctx, school.ID, d.service.baseURL()); err != nil {
			return err
		}
	}
	return nil
}

// sampleApply is the time in which the sample school system may still apply a call that
// was given up: twice as long as a slow one takes.
const sampleApply = 2 * slowBy * time.Millisecond

// rollsDue is the time by which rolls are due, soon after the demonstration begins.
const rollsDue = roll.TimeOfDay("08:40")

// connect makes a key for each school and adds it with that.
func (d *demonstration) connect(ctx context.Context) error {
	served, err := d.service.sandbox.Schools(ctx)
	if err != nil {
		return fmt.Errorf("list the sample schools: %w", err)
	}
	for _, school := range d.schools {
		for _, sample := range served {
			if sample.Code != school.code {
				continue
			}
			_, key, err := d.service.sandbox.CreateKey(ctx, sample.Code, "Rollbook")
			if err != nil {
				return fmt.Errorf("make a key for %s: %w", sample.Name, err)
			}
			added := setup.Begun(school.id, school.name, time.Local)
			added.BaseURL, added.Tenant, added.Code = d.service.baseURL(), sample.Tenant, sample.Code
			added.Apply = sampleApply
			if err := d.app.AddSchool(ctx, added, apiclient.NewKey(key)); err != nil {
				return fmt.Errorf("add %s: %w", sample.Name, err)
			}
			if err := d.app.Store.SetRollsDue(ctx, school.id, rollsDue); err != nil {
				return fmt.Errorf("say when rolls of %s are due: %w", sample.Name, err)
			}
		}
	}
	return nil
}

// admit stores the people. They share a password, so it is hashed once.
func (d *demonstration) admit(ctx context.Context) error {
	hash, err := d.app.Passwords.Hash(ctx, demoPassword)
	if err != nil {
		return err
	}
	added := make(map[string]bool)
	for _, school := range d.schools {
		for _, member := range school.people {
			if !added[member.email] {
				added[member.email] = true
				person := roll.Person{ID: member.person(), Email: member.email, Name: member.name}
				if err := d.app.Store.AddPerson(ctx, person, hash); err != nil {
					return fmt.Errorf("add %s: %w", member.email, err)
				}
			}
			if err := d.app.Store.Join(ctx, member.person(), school.id, member.role); err != nil {
				return fmt.Errorf("add %s: %w", member.email, err)
			}
		}
	}
	return nil
}

// People returns the people as whom anybody may enter, each once.
func (d *demonstration) People() []web.DemoPerson {
	var people []web.DemoPerson
	listed := make(map[string]bool)
	for _, school := range d.schools {
		for _, member := range school.people {
			if listed[member.email] {
				continue
			}
			listed[member.email] = true
			person := web.DemoPerson{Email: member.email, Name: member.name, School: school.id, SchoolName: school.name, Role: member.role}
			if member.role == roll.Teacher {
				person.DueClass = string(school.due)
			}
			people = append(people, person)
		}
	}
	return people
}

// Break makes the school system fail so, or work again ("none"): then what waited
// for it goes on at once.
func (d *demonstration) Break(ctx context.Context, fault string) error {
	if err := d.service.fail(ctx, fault); err != nil || fault != "none" {
		return err
	}
	for _, school := range d.schools {
		if err := d.app.Store.Resume(ctx, school.id); err != nil {
			return err
		}
		if err := d.app.Store.HurryUp(ctx, school.id); err != nil {
			return err
		}
		d.app.Live.Changed(live.SchoolOf(school.id))
	}
	return nil
}
