package paths

// ProofTry is the page on which the school system is connected with a try of one mark: of the
// student of the class, with the status. What is not chosen yet is empty (GET).
func (p Paths) ProofTry(school, class, student, status string) string {
	return query(p.Settings(school, "connection"), "class", class, "student", student, "status", status) + "#prove"
}

// ProofDone is the page of ProofTry after sending was switched on for so many kept marks (GET).
func (p Paths) ProofDone(school, kept string) string {
	return query(p.Settings(school, "connection"), "on", kept) + "#prove"
}

// ProofMark takes a mark of one student that is tried (POST).
func (p Paths) ProofMark(school string) string {
	return p.school(school, "settings", "connection", "marks")
}

// ProofSeen takes what somebody saw of such a mark in the school system (POST).
func (p Paths) ProofSeen(school, save string) string {
	return p.school(school, "settings", "connection", "marks", save, "seen")
}

// ProofOn switches sending on (POST).
func (p Paths) ProofOn(school string) string { return p.school(school, "settings", "connection", "on") }

// ProofRight says of a school that was connected before that its marks are right (POST).
func (p Paths) ProofRight(school string) string {
	return p.school(school, "settings", "connection", "right")
}

// Others lists the students who may have been marked in place of others (GET), and takes an admin's
// word that they are the right ones (POST).
func (p Paths) Others(school string) string { return p.school(school, "connection", "others") }

// OthersSeen notes that the office has seen who was named besides (POST).
func (p Paths) OthersSeen(school string) string {
	return p.school(school, "connection", "others", "seen")
}
