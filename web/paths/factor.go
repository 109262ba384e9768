package paths

// SignInPasskey signs in with a passkey alone (POST).
func (p Paths) SignInPasskey() string { return p.at("sign-in", "passkey") }

// SecondStep is the page after the password of a person with a second factor (GET, POST). Next is the address to
// continue at.
func (p Paths) SecondStep(next string) string { return query(p.at("second-step"), "next", next) }

// SecondStepPasskey is the second step with a passkey (POST).
func (p Paths) SecondStepPasskey() string { return p.at("second-step", "passkey") }

// Factors is the page where a person chooses which second factor to set up (GET).
func (p Paths) Factors(next string) string { return query(p.at("factors"), "next", next) }

// FactorApp sets up an authenticator app (GET, POST).
func (p Paths) FactorApp(next string) string { return query(p.at("factors", "app"), "next", next) }

// FactorPasskey asks for the password before a passkey is created (GET, POST).
func (p Paths) FactorPasskey(next string) string {
	return query(p.at("factors", "passkey"), "next", next)
}

// FactorPasskeyMade stores the passkey that the browser created (POST).
func (p Paths) FactorPasskeyMade() string { return p.at("factors", "passkey", "made") }

// FactorRemove removes a second factor of the person (POST).
func (p Paths) FactorRemove(id string) string { return p.at("factors", "of", id, "remove") }

// Confirm asks a signed-in person to prove again that it is them (GET, POST).
func (p Paths) Confirm(next string) string { return query(p.at("confirm"), "next", next) }

// ConfirmPasskey is Confirm with a passkey (POST).
func (p Paths) ConfirmPasskey() string { return p.at("confirm", "passkey") }
