package settings

import (
	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// PeopleView is the page of a school's people. A new person is posted to Paths.People(school, "invite") with
// the fields press, name, email and role; several to "preview" as the file or the field lines. Actions on a
// person are posted to Paths.Member.
type PeopleView struct {
	layout.Page
	// Press is the page's token, for links made here.
	Press   roll.Token
	People  []roll.MemberOfSchool
	Invited []roll.AccountLink
	// Name, Email and Role are the values of a refused form.
	Name, Email string
	Role        roll.Role
	// Demands are the roles that need a second step in the school.
	Demands []roll.Role
	// Mail is true if links are sent by mail.
	Mail bool
	// Left is the number of people who can be invited today.
	Left int
}

// AccountRoles returns the roles of accounts, from the least to the most.
func AccountRoles() []roll.Role { return []roll.Role{roll.Teacher, roll.Office, roll.Admin} }

func roleText(p *layout.Page, role roll.Role) string {
	return p.Words.Text(language.PeopleRoleKeys.Of(string(role)))
}

// roles are the choices of a role.
func (v *PeopleView) roles() []layout.Option { return roleOptions(&v.Page, "") }

// roleOptions are the roles of accounts as choices, which begin with an empty one of the text none, if that is not empty.
func roleOptions(p *layout.Page, none string) []layout.Option {
	return layout.Options(none, AccountRoles(), func(role roll.Role) layout.Option {
		return layout.Option{Value: string(role), Text: roleText(p, role)}
	})
}

func (v *PeopleView) do(member roll.MemberOfSchool, action string) string {
	return v.Paths.People(string(v.School.ID), string(member.Person), action)
}

// self reports whether the member is the reader, who cannot change their own entry here.
func (v *PeopleView) self(member roll.MemberOfSchool) bool { return member.Person == v.Person.ID }

// PeoplePreviewView shows the people to invite. If Good is not 0, it is posted to Paths.People(school,
// "import") with press and lines.
type PeoplePreviewView struct {
	layout.Page
	Press roll.Token
	Lines []PreviewLine
	// Text holds the good lines, to be read again.
	Text        string
	Good, Wrong int
}

// PreviewLine is one line of the list.
type PreviewLine struct {
	Number            int
	Name, Email, Role string
	// Problem is the reason why the line is left out; empty for a good one.
	Problem string
}

// PeopleHandedView shows the result of making links.
type PeopleHandedView struct {
	layout.Page
	Links []HandedLink
	// AllMailed is true if the reader need not hand over any link.
	AllMailed bool
}

// HandedLink is a new link. Link is empty if it was mailed.
type HandedLink struct {
	Email, Link string
	// Failed is true if mailing failed.
	Failed bool
}
