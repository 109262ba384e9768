package command

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"rollbook/web"
	"rollbook/web/auth"
	"rollbook/web/roll"
)

// user are the commands about people.
type user struct {
	Add      userAdd      `cmd:"" help:"Let a person into a school, or change their role there."`
	List     userList     `cmd:"" help:"List the people: e-mail, name, school, role, and whether they are disabled."`
	Password userPassword `cmd:"" help:"Give a person a new password; it ends their sessions."`
	Disable  userDisable  `cmd:"" help:"Keep a person from signing in; it ends their sessions."`
}

// userAdd lets a person into a school.
type userAdd struct {
	Email        string `required:"" placeholder:"E" help:"By which they sign in."`
	Name         string `placeholder:"N" help:"Their name; needed for somebody new."`
	School       string `required:"" placeholder:"S" help:"The school's slug."`
	Role         string `required:"" enum:"teacher,office,admin" placeholder:"R" help:"teacher, office or admin."`
	PasswordFile string `placeholder:"F" help:"The file that holds the password of somebody new; - reads it from stdin."`
}

// Run adds the person, or has one who is known join the school.
func (u userAdd) Run(ctx context.Context, p *process) error {
	email := auth.NormalizeEmail(u.Email)
	if name, host, ok := strings.Cut(email, "@"); !ok || name == "" || host == "" || strings.ContainsAny(email, " \t\r\n") {
		return usage("--email: %q is not an e-mail address", u.Email)
	}
	return p.with(ctx, func(app *web.App) error {
		school, err := findSchool(ctx, app, u.School)
		if err != nil {
			return err
		}
		person, _, err := app.Store.PersonByEmail(ctx, email)
		did, but := "joined", ""
		if u.PasswordFile != "" {
			but = "; the password stays as it was, see user password"
		}
		if err != nil && roll.KindOf(err) == roll.NotFound {
			did, but = "added", ""
			person, err = u.add(ctx, p, app, email, school)
		}
		if err != nil {
			return err
		}
		if err := app.People.LetIn(ctx, person.ID, school.ID, roll.Role(u.Role)); err != nil {
			return err
		}
		return p.print("%s %s as %s of %s%s\n", did, email, u.Role, school.ID, but)
	})
}

func (u userAdd) add(ctx context.Context, p *process, app *web.App, email string, school roll.School) (roll.Person, error) {
	person := roll.Person{ID: roll.PersonID(rand.Text()), Email: email, Name: strings.TrimSpace(u.Name)}
	if person.Name == "" || u.PasswordFile == "" {
		return person, usage("--name and --password-file are needed: %s is new", email)
	}
	password, err := p.secret("--password-file", u.PasswordFile)
	if err != nil {
		return person, err
	}
	if err := app.AddPerson(ctx, person, password, string(school.ID), school.Name, school.Code, school.Tenant); err != nil {
		return person, fmt.Errorf("--password-file: %w", err)
	}
	return person, nil
}

// userList lists the people.
type userList struct{}

// Run prints a line for each person and school, its fields separated by tabs.
func (userList) Run(ctx context.Context, p *process) error {
	return p.with(ctx, func(app *web.App) error {
		people, err := app.Store.People(ctx)
		if err != nil {
			return err
		}
		for _, person := range people {
			disabled := ""
			if person.Disabled {
				disabled = "disabled"
			}
			if err := p.print("%s\t%s\t%s\t%s\t%s\n", person.Email, person.Name, person.School, person.Role, disabled); err != nil {
				return err
			}
		}
		return nil
	})
}

// ofPerson is the flag of the commands about one person.
type ofPerson struct {
	Email string `required:"" placeholder:"E" help:"By which they sign in."`
}

var errNoPerson = errors.New("there is no such person")

// with does something to the program and the person.
func (o ofPerson) with(ctx context.Context, p *process, do func(*web.App, roll.Person) error) error {
	return p.with(ctx, func(app *web.App) error {
		person, _, err := app.Store.PersonByEmail(ctx, auth.NormalizeEmail(o.Email))
		if err != nil && roll.KindOf(err) == roll.NotFound {
			return fmt.Errorf("--email: %w: %q", errNoPerson, o.Email)
		}
		if err != nil {
			return err
		}
		return do(app, person)
	})
}

// userPassword gives a person a new password.
type userPassword struct {
	ofPerson
	PasswordFile string `required:"" placeholder:"F" help:"The file that holds the password; - reads it from stdin."`
}

// Run stores the password.
func (u userPassword) Run(ctx context.Context, p *process) error {
	password, err := p.secret("--password-file", u.PasswordFile)
	if err != nil {
		return err
	}
	return u.with(ctx, p, func(app *web.App, person roll.Person) error {
		if err := app.SetPassword(ctx, person.ID, password); err != nil {
			return fmt.Errorf("--password-file: %w", err)
		}
		return p.print("%s has a new password\n", person.Email)
	})
}

// userDisable keeps a person from signing in.
type userDisable struct{ ofPerson }

// Run disables the person.
func (u userDisable) Run(ctx context.Context, p *process) error {
	return u.with(ctx, p, func(app *web.App, person roll.Person) error {
		if err := app.People.Disable(ctx, person.ID); err != nil {
			return err
		}
		return p.print("%s is disabled\n", person.Email)
	})
}
