package roll

// Standing is what somebody may do now, as far as it can end while a page is open.
type Standing struct {
	// Epoch is the person's or the version of a tablet, 0 for somebody who uses a cover link.
	Epoch int64
	// Edition is that of a tablet, 0 for people.
	Edition int64
	// Roles are those of now by school; empty for a person who is disabled or gone.
	Roles map[SchoolID]Role
	// Link is the cover link of somebody who uses one, with its end and its revocation only;
	// the zero value for people with an account.
	Link CoverLink
}
