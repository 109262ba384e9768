package door

import (
	"net/http"

	"rollbook/handlers/desk"
	"rollbook/handlers/visit"
	"rollbook/views/door"
	"rollbook/views/layout"
	"rollbook/web/identity/tablets"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Leave is the page for unpairing the tablet itself, with a name and a PIN.
type Leave struct {
	pages      *visit.Pages
	problems   *visit.Problems
	tablets    *tablets.Tablets
	signatures *desk.Signatures
}

// Get shows the form.
func (l *Leave) Get(v *visit.Visit) error { return l.show(v, http.StatusOK, nil) }

func (l *Leave) show(v *visit.Visit, status int, cause error) error {
	view := &door.LeaveView{Page: l.pages.Page(v, "", layout.NavClasses)}
	view.StaffOf(l.pages.Paths.To(paths.Door))
	view.Signing = l.signatures.Form(v, cause)
	return l.pages.ShowAs(v, status, door.Leave(view))
}

// Post unpairs the tablet. Its device deletes the stored pages.
func (l *Leave) Post(v *visit.Visit) error {
	device := roll.TabletID(v.Person.ID)
	err := l.signatures.Sign(v, v.Today())
	if desk.IsUnsigned(err) {
		return l.show(v, visit.Statuses[roll.KindOf(err)], err)
	}
	if err != nil {
		return err
	}
	by := v.Actor()
	if err := l.tablets.Revoke(v.Ctx, tablets.Staff{Person: by.Person, Name: by.Name, School: v.School.ID},
		device); err != nil {
		return err
	}
	return l.problems.ShowUnpaired(v, http.StatusOK, device, func(view *door.PairView) { view.Left = true })
}
