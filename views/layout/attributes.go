package layout

import (
	"maps"

	"github.com/a-h/templ"
)

// Invalid returns the attributes of a field whose content is invalid.
func Invalid(wrong bool, describedBy string) templ.Attributes {
	return templ.Attributes{"aria-invalid": templ.KV("true", wrong), "aria-describedby": templ.KV(describedBy, wrong)}
}

// Required returns the attributes of a field that must have a content: name, value, name, value.
func Required(attributes ...string) templ.Attributes {
	all := templ.Attributes{"required": true}
	for i := 0; i+1 < len(attributes); i += 2 {
		all[attributes[i]] = attributes[i+1]
	}
	return all
}

// Technical returns the attributes of a field for a text that another program reads, such as an address or a key.
func Technical(maxlength string) templ.Attributes {
	return templ.Attributes{"maxlength": maxlength, "dir": "ltr", "spellcheck": "false", "autocomplete": "off"}
}

// Email returns the attributes of the field of an address that a person signs in with.
func Email(autocomplete string) templ.Attributes {
	return Required("inputmode", "email", "autocomplete", autocomplete, "autocapitalize", "none", "spellcheck", "false")
}

// OldPassword returns the attributes of the field of the password that a person has.
func OldPassword() templ.Attributes {
	return Required("type", "password", "autocomplete", "current-password")
}

// InPlace returns the attributes that make a link, or a form with GET, put its answer in place of the
// students on the page.
func InPlace(address string) templ.Attributes {
	return templ.Attributes{"hx-get": address, "hx-target": "#found", "hx-swap": "outerHTML"}
}

// classed returns the attribute of a class, which may be empty, with more attributes.
func classed(class string, more ...templ.Attributes) templ.Attributes {
	if class == "" && len(more) == 0 {
		return nil
	}
	all := templ.Attributes{}
	if class != "" {
		all["class"] = class
	}
	for _, attributes := range more {
		maps.Copy(all, attributes)
	}
	return all
}

// lineOf returns the attributes of a sentence. A screen reader speaks what is wrong.
func lineOf(class string) templ.Attributes {
	if class == "wrong" {
		return templ.Attributes{"class": class, "role": "alert"}
	}
	return classed(class)
}

// spoken returns the attribute that makes a screen reader speak a new notice. A note is not spoken.
func spoken(kind string) templ.Attributes {
	switch kind {
	case "good":
		return templ.Attributes{"role": "status"}
	case "problem":
		return templ.Attributes{"role": "alert"}
	}
	return nil
}
