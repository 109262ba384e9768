package entry

import (
	"rollbook/views/layout"
)

// NotSetUpView says that nobody has set the program up yet, and nothing else.
type NotSetUpView struct{ layout.Page }

// FirstSchoolView is the page on which the first admin adds the first school. Its form is posted to
// Paths.FirstSchool with the fields name, slug, zone, address, tenant, code and key.
type FirstSchoolView struct {
	layout.Page
	// Typed holds what was typed, besides the key, which no page ever holds.
	Typed FirstSchoolTyped
	// Refused names the field that was refused, and Why the word for its sentence, one of those of a
	// connection; both are empty where nothing was.
	Refused, Why string
}

// FirstSchoolTyped holds the fields of the form as they were typed.
type FirstSchoolTyped struct{ Name, Slug, Zone, Address, Tenant, Code string }

// firstField is one field of the form.
type firstField struct {
	name, value string
	// kind is the input's type: a key is hidden while it is typed.
	kind string
}

// names returns the fields about the school, system those about its school system.
func (v *FirstSchoolView) names() []firstField {
	return []firstField{{"name", v.Typed.Name, "text"}, {"slug", v.Typed.Slug, "text"}, {"zone", v.Typed.Zone, "text"}}
}

func (v *FirstSchoolView) system() []firstField {
	return []firstField{{"address", v.Typed.Address, "text"}, {"tenant", v.Typed.Tenant, "text"}, {"code", v.Typed.Code, "text"}, {"key", "", "password"}}
}

// help lists the ids of the texts that explain the field.
func (v *FirstSchoolView) help(field firstField) string {
	if v.Refused == field.name {
		return "wrong-" + field.name + " help-" + field.name
	}
	return "help-" + field.name
}
