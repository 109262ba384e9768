package paths

// Account is the page of one's own account (GET).
func (p Paths) Account() string { return p.at("account") }

// AccountPassword changes one's own password (POST).
func (p Paths) AccountPassword() string { return p.at("account", "password") }

// AccountPIN sets one's own PIN for tablets (POST).
func (p Paths) AccountPIN() string { return p.at("account", "pin") }

// AccountPINLift has tablets look at one's own PINs again (POST).
func (p Paths) AccountPINLift() string { return p.at("account", "pin", "lift") }

// AccountPINRemove takes one's own PIN away (POST).
func (p Paths) AccountPINRemove() string { return p.at("account", "pin", "remove") }

// AccountSession ends another session of one's own (POST).
func (p Paths) AccountSession(id string) string { return p.at("account", "sessions", id, "end") }

// AccountLink is the page on which somebody begins an account or chooses a new password: whoever has
// the secret may, once (GET, POST). The address must stand in no log.
func (p Paths) AccountLink(secret string) string { return p.at("link", secret) }

// FirstSchool is the page on which the first admin adds the first school (GET, POST).
func (p Paths) FirstSchool() string { return p.at("first-school") }

// Forgotten is the page on which somebody asks for a link to choose a new password (GET, POST).
func (p Paths) Forgotten() string { return p.at("forgotten") }

// People is the list of a school's people (GET), and what is done there (POST): "invite", "preview",
// "import".
func (p Paths) People(school string, action ...string) string {
	return p.school(school, append([]string{"settings", "people"}, action...)...)
}

// Member takes an admin's action on one of a school's people (POST): "role", "disable", "enable",
// "link".
func (p Paths) Member(school, person, action string) string {
	return p.People(school, person, action)
}

// Withdraw ends an open invitation (POST).
func (p Paths) Withdraw(school, invitation string) string {
	return p.People(school, "invitations", invitation, "withdraw")
}
