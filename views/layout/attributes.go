package layout

import "github.com/a-h/templ"

// Invalid returns the attributes of a field whose content is invalid.
func Invalid(wrong bool, describedBy string) templ.Attributes {
	if !wrong {
		return nil
	}
	return templ.Attributes{"aria-invalid": "true", "aria-describedby": describedBy}
}

// OutOfBand returns the attribute that makes htmx replace the element with the same id.
func OutOfBand(swap bool) templ.Attributes {
	if !swap {
		return nil
	}
	return templ.Attributes{"hx-swap-oob": "true"}
}

// InPlace returns the attributes that make a link, or a form with GET, put its answer in place of the
// students on the page.
func InPlace(address string) templ.Attributes {
	return templ.Attributes{"hx-get": address, "hx-target": "#found", "hx-swap": "outerHTML"}
}

// atDoor returns the attribute that gives a page the look of a tablet at a classroom door.
func atDoor(yes bool) templ.Attributes {
	if !yes {
		return nil
	}
	return templ.Attributes{"class": "door"}
}
