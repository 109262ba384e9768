package paths

// Tablets is the list of the school's tablets (GET), and adds one (POST).
func (p Paths) Tablets(school string) string { return p.Settings(school, "tablets") }

// TabletLift unlocks PINs for a name on the school's tablets (POST).
func (p Paths) TabletLift(school string) string {
	return p.school(school, "settings", "tablets", "lift")
}

// TabletSheet makes a page with codes for all classes (POST).
func (p Paths) TabletSheet(school string) string {
	return p.school(school, "settings", "tablets", "sheet")
}

// TabletApprove approves a tablet that shows a code (POST).
func (p Paths) TabletApprove(school string) string {
	return p.school(school, "settings", "tablets", "approve")
}

// TabletChange changes the settings of a tablet (GET, POST).
func (p Paths) TabletChange(school, tablet string) string {
	return p.school(school, "settings", "tablets", "of", tablet)
}

// TabletCode makes another code for a tablet (POST).
func (p Paths) TabletCode(school, tablet string) string {
	return p.school(school, "settings", "tablets", "of", tablet, "code")
}

// TabletRevoke unpairs a tablet (POST).
func (p Paths) TabletRevoke(school, tablet string) string {
	return p.school(school, "settings", "tablets", "of", tablet, "revoke")
}
