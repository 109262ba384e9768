package paths

// ProofTry is the connection page at the choice of a mark to try (GET).
func (p Paths) ProofTry(school string) string { return p.Settings(school, "connection") + "#prove" }

// ProofDone is the page of ProofTry after sending was switched on, with the number of kept marks (GET).
func (p Paths) ProofDone(school, kept string) string {
	return query(p.Settings(school, "connection"), "on", kept) + "#prove"
}

// ProofMark makes a trial mark of one student (POST).
func (p Paths) ProofMark(school string) string {
	return p.school(school, "settings", "connection", "marks")
}

// ProofSeen records the answer of a person who looked up a trial mark in the school system (POST).
func (p Paths) ProofSeen(school, save string) string {
	return p.school(school, "settings", "connection", "marks", save, "seen")
}

// ProofOn switches sending on (POST).
func (p Paths) ProofOn(school string) string { return p.school(school, "settings", "connection", "on") }

// ProofRight confirms that the marks of an already connected school are right (POST).
func (p Paths) ProofRight(school string) string {
	return p.school(school, "settings", "connection", "right")
}

// OtherStudents lists the students who may have been marked in place of others (GET), and records an admin's
// confirmation that they are right (POST).
func (p Paths) OtherStudents(school string) string { return p.school(school, "connection", "others") }

// OtherStudentsSeen records that the office has seen the additional students in answers (POST).
func (p Paths) OtherStudentsSeen(school string) string {
	return p.school(school, "connection", "others", "seen")
}
