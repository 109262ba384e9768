package settings

import (
	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// PeopleView is the page of the people of a school. Somebody new is posted to Paths.People(school,
// "invite") with the fields press, name, email and role; several to "preview" as the file or the
// field lines. What is done to somebody is posted to Paths.Member.
type PeopleView struct {
	layout.Page
	// Press is the page's token, for links that are made here.
	Press   roll.Token
	People  []Member
	Invited []Invited
	// Said says what has just been done; empty for nothing.
	Said string
	// Problem says why nothing was done; it may be empty.
	Problem string
	// Name, Email and Role are kept from a form that could not be used.
	Name, Email string
	Role        roll.Role
	// Mail is true where links go by mail.
	Mail bool
	// Most is the largest number of people who may be invited at once.
	Most int
}

// Member is somebody who belongs to the school.
type Member struct {
	ID, Name, Email string
	Role            roll.Role
	// SignedIn is the last sign-in as people read it; empty for never.
	SignedIn string
	// Self is true for the reader of the page, who can change nothing of themself here.
	Self bool
	// KeptOut is true where the school disabled the person, Disabled where the operator did.
	KeptOut, Disabled bool
	// Elsewhere is true for a person who belongs to another school too.
	Elsewhere bool
	// HasPIN is true for a person who has a PIN for tablets.
	HasPIN bool
}

// Invited is an invitation that nobody has used yet.
type Invited struct {
	ID, Email, Name string
	Role            roll.Role
	// Until tells when it ends, as people read it.
	Until string
}

// AccountRoles are the roles that an account can have, from the least to the most.
func AccountRoles() []roll.Role { return []roll.Role{roll.Teacher, roll.Office, roll.Admin} }

func roleText(p *layout.Page, role roll.Role) string {
	return p.Words.Text(language.PeopleRoleKeys.Of(string(role)))
}

func (v *PeopleView) do(member Member, action string) string {
	return v.Paths.Member(string(v.School.ID), member.ID, action)
}

// PeoplePreviewView shows who would be invited. It is posted to Paths.People(school, "import") with
// press and lines, where Good is not 0.
type PeoplePreviewView struct {
	layout.Page
	Press roll.Token
	Lines []PreviewLine
	// Text is the good lines, as they are read again.
	Text        string
	Good, Wrong int
}

// PreviewLine is one line as it was read.
type PreviewLine struct {
	Number            int
	Name, Email, Role string
	// Problem says why the line is left out; empty for a good one.
	Problem string
}

// PeopleHandedView shows what became of links that were made.
type PeopleHandedView struct {
	layout.Page
	Links []HandedLink
	// AllMailed is true where none has to be handed over.
	AllMailed bool
}

// HandedLink is a link that was made. Link is empty where it went by mail.
type HandedLink struct {
	Email, Link string
	// Failed is true where it should have gone by mail.
	Failed bool
}
