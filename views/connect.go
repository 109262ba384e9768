package views

// ConnectView is the page on which an admin connects the school to its school system.
type ConnectView struct {
	Page
	// Address, Tenant and Code are what is in force.
	Address, Tenant, Code string
	Key                   KeyView
}
