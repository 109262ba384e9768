package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rollbook/web"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/factors"
	"rollbook/web/identity/people"
	"rollbook/web/roll"
)

// user groups the commands about people.
type user struct {
	Add      userAdd      `cmd:"" help:"Add an account to a school, or change its role there."`
	List     userList     `cmd:"" help:"List the accounts: e-mail, name, school, role, blocked or not."`
	Password userPassword `cmd:"" help:"Set a new password and end all sessions."`
	Block    userBlock    `cmd:"" aliases:"disable" help:"Block an account and end its sessions."`
	Step     userStep     `cmd:"" name:"remove-second-step" help:"Remove a person's passkeys and authenticator app, after a lost phone."`
	Unblock  userUnblock  `cmd:"" aliases:"enable" help:"Let a blocked account sign in again."`
}

// userAdd adds a person to a school.
type userAdd struct {
	ofSchool
	Email        string `required:"" placeholder:"E" help:"E-mail address used to sign in."`
	Name         string `placeholder:"N" help:"Their name; needed for a new person."`
	Role         string `required:"" enum:"teacher,office,admin" placeholder:"R" help:"teacher, office or admin."`
	PasswordFile string `placeholder:"F" help:"File with the password, for a new account or one with an unproven address; - reads stdin."`
}

// Run adds a new person, or adds a known one to the school.
func (u userAdd) Run(ctx context.Context, p *process, app *web.App, school roll.School) error {
	email := auth.NormalizeEmail(u.Email)
	if name, host, ok := strings.Cut(email, "@"); !ok || name == "" || host == "" ||
		strings.ContainsAny(email, " \t\r\n") {
		return usage("--email: %q is not an e-mail address", u.Email)
	}
	who := people.Newcomer{Email: email, Name: strings.TrimSpace(u.Name), School: school, Role: roll.Role(u.Role)}
	password, err := u.password(ctx, p, app, who)
	if err != nil {
		return err
	}
	entry, err := app.Identity.People.LetIn(ctx, who, password)
	if err != nil {
		return ofPassword(err)
	}
	did := "joined"
	if entry == people.EntryAdded {
		did = "added"
	}
	return p.print("%s %s as %s of %s%s\n", did, email, u.Role, school.ID, u.about(entry))
}

// password reads the password if the person needs one.
func (u userAdd) password(ctx context.Context, p *process, app *web.App, who people.Newcomer) (string, error) {
	entry, err := app.Identity.People.EntryOf(ctx, who.Email)
	switch {
	case err != nil || entry == people.EntryJoined:
		return "", err
	case entry == people.EntryAdded && (who.Name == "" || u.PasswordFile == ""):
		return "", usage("--name and --password-file are needed: %s is new", who.Email)
	case u.PasswordFile == "":
		return "", usage("--password-file is needed: it is not proven that the account of %s belongs to the owner of "+
			"that address; "+
			"give it a new password, which ends its sessions", who.Email)
	}
	return p.secret("--password-file", u.PasswordFile)
}

// ofPassword names the flag of an unacceptable password, with auth's reason.
func ofPassword(err error) error {
	if problem, ok := errors.AsType[*roll.Error](err); ok && problem.Kind == roll.Meaningless {
		return fmt.Errorf("--password-file: %w", problem.Err)
	}
	return err
}

// about describes the effect of a given password.
func (u userAdd) about(entry people.Entry) string {
	switch {
	case entry == people.EntryProven:
		return "; the account has the new password, and its sessions have ended"
	case entry == people.EntryJoined && u.PasswordFile != "":
		return "; the password stays as it was, see user password"
	}
	return ""
}

// userList lists the people.
type userList struct{ listing }

// Run prints one row for each person and school.
func (u userList) Run(ctx context.Context, p *process, app *web.App) error {
	people, err := app.Store.People(ctx)
	if err != nil {
		return err
	}
	var rows [][]string
	for _, person := range people {
		blocked := ""
		if person.Disabled {
			blocked = "blocked"
		}
		rows = append(rows, []string{person.Email, person.Name, string(person.School), string(person.Role), blocked})
	}
	return u.print(p, []string{"email", "name", "school", "role", "blocked"}, rows)
}

// ofPerson is the flag of the commands about one person.
type ofPerson struct {
	Email string `required:"" placeholder:"E" help:"E-mail address used to sign in."`
}

// ProvidePerson returns the person to a command's Run.
func (o ofPerson) ProvidePerson(ctx context.Context, app *web.App) (roll.Person, error) {
	person, _, err := app.Store.PersonByEmail(ctx, auth.NormalizeEmail(o.Email))
	if err != nil && roll.KindOf(err) == roll.NotFound {
		return person, fmt.Errorf("--email: there is no such person: %q", o.Email)
	}
	return person, err
}

// userPassword sets a new password for a person.
type userPassword struct {
	ofPerson
	PasswordFile string `required:"" placeholder:"F" help:"File with the password; - reads stdin."`
}

// Run stores the password.
func (u userPassword) Run(ctx context.Context, p *process, app *web.App, person roll.Person) error {
	password, err := p.secret("--password-file", u.PasswordFile)
	if err != nil {
		return err
	}
	err = app.Identity.People.SetPassword(ctx, person.ID, password)
	return p.done(ofPassword(err), "%s has a new password\n", person.Email)
}

// userBlock prevents a person from signing in.
type userBlock struct{ ofPerson }

// Run blocks the person.
func (u userBlock) Run(ctx context.Context, p *process, app *web.App, person roll.Person) error {
	return p.done(app.Identity.People.Disable(ctx, person.ID), "%s is blocked\n", person.Email)
}

// userUnblock lets a blocked person sign in again.
type userUnblock struct{ ofPerson }

// Run unblocks the person.
func (u userUnblock) Run(ctx context.Context, p *process, app *web.App, person roll.Person) error {
	return p.done(app.Identity.People.Enable(ctx, person.ID), "%s can sign in again\n", person.Email)
}

// userStep removes a person's second factors.
type userStep struct{ ofPerson }

// Run removes them, and mails the person.
func (u userStep) Run(ctx context.Context, p *process, app *web.App, person roll.Person) error {
	err := p.done(app.Identity.Factors.RemoveAll(ctx, person), "%s signs in with the password alone\n", person.Email)
	if err != nil {
		return err
	}
	return app.Identity.People.MailFactors(ctx, person, string(factors.AllRemoved))
}
