package paths

// Account is the page of the person's own account (GET).
func (p Paths) Account() string { return p.at("account") }

// AccountPassword changes the person's own password (POST).
func (p Paths) AccountPassword() string { return p.at("account", "password") }

// AccountPasswordStrength judges a new password of the person while it is typed (POST).
func (p Paths) AccountPasswordStrength() string { return p.at("account", "password", "strength") }

// AccountPIN sets the person's own PIN for tablets (POST).
func (p Paths) AccountPIN() string { return p.at("account", "pin") }

// AccountPINLift unlocks the person's own PIN on tablets (POST).
func (p Paths) AccountPINLift() string { return p.at("account", "pin", "lift") }

// AccountPINRemove removes the person's own PIN (POST).
func (p Paths) AccountPINRemove() string { return p.at("account", "pin", "remove") }

// AccountSessions ends all other sessions of the person (POST).
func (p Paths) AccountSessions() string { return p.at("account", "sessions", "end") }

// AccountSession ends another session of the person (POST).
func (p Paths) AccountSession(id string) string { return p.at("account", "sessions", id, "end") }

// AccountLink is the page for creating an account or choosing a new password. The secret gives access, once
// (GET, POST). The address must not appear in a log.
func (p Paths) AccountLink(secret string) string { return p.at("link", secret) }

// AccountLinkStrength judges a new password at the link while it is typed (POST).
func (p Paths) AccountLinkStrength(secret string) string { return p.at("link", secret, "strength") }

// FirstSchool is the page where the first admin adds the first school (GET, POST).
func (p Paths) FirstSchool() string { return p.at("first-school") }

// Forgotten is the page for requesting a link to choose a new password (GET, POST).
func (p Paths) Forgotten() string { return p.at("forgotten") }

// People is the list of a school's people (GET), and the actions on it (POST): "invite", "preview", "import" and
// "factors". Those on a person are the person's id and "role", "disable", "enable", "pin", "factors" or "link".
func (p Paths) People(school string, action ...string) string {
	return p.school(school, append([]string{"settings", "people"}, action...)...)
}

// Withdraw ends an open invitation (POST).
func (p Paths) Withdraw(school, invitation string) string {
	return p.People(school, "invitations", invitation, "withdraw")
}

// SSO begins a sign-in by the provider of the school, which continues to next, if any (GET).
func (p Paths) SSO(school, next string) string {
	return query(p.at("sign-in", "sso", school), "next", next)
}

// SSOAgain is SSO for a person who is to prove again at the provider that it is them (GET).
func (p Paths) SSOAgain(school, next string) string {
	return query(p.at("sign-in", "sso", school), "again", "1", "next", next)
}

// SSOBack is the address to which the provider of the school sends the browser back (GET).
func (p Paths) SSOBack(school string) string { return p.at("sign-in", "sso", school, "back") }

// SignInAt is the sign-in page with the button of the school's provider (GET).
func (p Paths) SignInAt(school string) string { return query(p.at("sign-in"), "school", school) }

// SSOSettings is the page of the school's provider (GET, POST).
func (p Paths) SSOSettings(school string) string { return p.Settings(school, "sso") }

// SSOTry shows whether people could sign in by the provider that was typed (POST).
func (p Paths) SSOTry(school string) string { return p.school(school, "settings", "sso", "try") }

// SSORemove ends signing in by the school's provider (POST).
func (p Paths) SSORemove(school string) string { return p.school(school, "settings", "sso", "remove") }
