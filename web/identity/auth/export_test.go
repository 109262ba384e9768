package auth

// HashOfNobody shows the hash that unknown names are compared with.
func HashOfNobody(p *Passwords) string { return p.nobody }

// TakeTurn occupies one of the turns to hash until the returned function is called.
func TakeTurn(p *Passwords) func() {
	_ = p.turns.queue(First)
	return p.turns.give
}

// Guesses shows the estimate of a password's guesses.
func Guesses(text string, known []string) float64 { return guesses(text, known) }
