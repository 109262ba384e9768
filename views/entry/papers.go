package entry

// Papers are the tables of the help about security, made from the program itself.
type Papers struct {
	Kept   []KeptData
	Limits []Limit
	// SignedIn limits a sign-in, in hours.
	SignedIn int
	Rows     []Requirement
	// Met counts the rows of Apply that are met.
	Met, Apply int
}

// KeptData is how long a kind of data is kept. Kind is the end of its keys in the catalogue.
type KeptData struct {
	Kind string
	// Days is 0 for data that does not go by its age. An admin may set from Least to Most days, unless they are 0.
	Days, Least, Most int
}

// Limit is a limit of the program. Name is the end of its key in the catalogue.
type Limit struct{ Name, Value string }

// Requirement is a requirement of OWASP ASVS. State is the end of its key in the catalogue.
type Requirement struct {
	ID, Level, State, Says string
	Files                  []string
}
