package views

// SettingsView is the first page of a school's settings.
type SettingsView struct {
	Page
	// Rooms are the parts that this person may open, by the names that they have in
	// addresses and in the catalogue.
	Rooms []string
}
