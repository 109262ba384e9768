package layout

import "github.com/a-h/templ"

// Invalid marks a field whose content could not be read.
func Invalid(wrong bool, describedBy string) templ.Attributes {
	if !wrong {
		return nil
	}
	return templ.Attributes{"aria-invalid": "true", "aria-describedby": describedBy}
}

// OutOfBand has htmx put an element in the place of the one with its id.
func OutOfBand(swap bool) templ.Attributes {
	if !swap {
		return nil
	}
	return templ.Attributes{"hx-swap-oob": "true"}
}

// InPlace has a link or a form of GET put its answer in the place of the students found before.
func InPlace(address string) templ.Attributes {
	return templ.Attributes{"hx-get": address, "hx-target": "#found", "hx-swap": "outerHTML"}
}

// atDoor has a page look as on a tablet at a classroom door.
func atDoor(yes bool) templ.Attributes {
	if !yes {
		return nil
	}
	return templ.Attributes{"class": "door"}
}
