package door

import (
	"errors"
	"net/http"
	"slices"

	"rollbook/handlers/desk"
	"rollbook/handlers/visit"
	"rollbook/views/door"
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Staff is the page where staff give a name and a PIN before a tablet shows the roll. A tablet not used by
// students begins with it.
type Staff struct {
	pages      *visit.Pages
	signatures *desk.Signatures
}

// Get shows the form for opening the roll of the class.
func (s *Staff) Get(v *visit.Visit, class roll.ClassID) error {
	return s.show(v, http.StatusOK, class, s.signatures.Form(v, nil))
}

func (s *Staff) show(v *visit.Visit, status int, class roll.ClassID, signing *part.Signing) error {
	view := &door.StaffView{Page: s.pages.Page(v, "", layout.NavClasses), Class: class, Signing: signing}
	begins := s.pages.Paths.To(paths.Door)
	if v.Mode.Taps() {
		begins = s.pages.Paths.To(paths.Door, class)
	} else {
		view.Name, view.Several = nameOf(v.Classes, class), len(v.Classes) > 1
		view.Keeping.AsOf = "door.as_of_pin"
	}
	view.StaffOf(begins)
	return s.pages.ShowAs(v, status, door.Staff(view))
}

// Post opens the roll of the class, once, for a name and the right PIN. A script without a class gets only
// the result: 204, or a sentence.
func (s *Staff) Post(v *visit.Visit) error {
	text := v.Request().PostForm.Get("class")
	class := roll.ClassID(text)
	v.Request().PostForm.Del("opening")
	err := s.signatures.Sign(v, v.Today())
	var unsigned *desk.SignatureError
	switch {
	case errors.As(err, &unsigned) && class == "":
		return v.String(visit.Statuses[roll.KindOf(err)], unsigned.Sentence(v))
	case errors.As(err, &unsigned):
		return s.show(v, visit.Statuses[roll.KindOf(err)], class, s.signatures.Form(v, err))
	case err != nil:
		return err
	case class == "":
		return v.NoContent(http.StatusNoContent)
	}
	s.signatures.Carry(v)
	return visit.GoTo(v, s.pages.Paths.To(paths.DoorStaff, text))
}

func nameOf(classes []roll.TabletClass, id roll.ClassID) string {
	if at := slices.IndexFunc(classes, func(class roll.TabletClass) bool { return class.ID == id }); at >= 0 {
		return classes[at].Name
	}
	return string(id)
}
