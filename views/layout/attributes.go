package layout

import (
	"maps"

	"github.com/a-h/templ"
)

// Invalid returns the attributes of a field whose content is invalid.
func Invalid(wrong bool, describedBy string) templ.Attributes {
	return templ.Attributes{"aria-invalid": templ.KV("true", wrong), "aria-describedby": templ.KV(describedBy, wrong)}
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
