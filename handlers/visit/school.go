package visit

import (
	"github.com/labstack/echo/v4"

	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

// enter admits a member of the school who may do the action there.
func (s *Visitors) enter(v *Visit, school roll.SchoolID, action auth.Action) error {
	for _, membership := range v.Memberships {
		if membership.School == school {
			v.Role = membership.Role
		}
	}
	if v.Role == "" {
		return echo.ErrNotFound
	}
	if !v.May(action) {
		return echo.ErrForbidden
	}
	if v.admission.School.ID == school {
		v.School, v.Connection, v.MarksVersion = v.admission.School, v.admission.Connection, v.admission.MarksVersion
		return v.readBacklog()
	}
	v.School.ID = school
	return v.ReadConnection()
}

// ReadConnection reads the visit's school and its service's present state.
func (v *Visit) ReadConnection() (err error) {
	v.School, v.Connection, err = v.visitors.store.SchoolAndConnection(v.Ctx, v.School.ID)
	if err != nil {
		return err
	}
	return v.readBacklog()
}

// readBacklog counts the waiting marks while nothing is sent.
func (v *Visit) readBacklog() (err error) {
	if !v.Connection.Sending() {
		v.Backlog, err = v.visitors.store.Backlog(v.Ctx, v.School.ID)
	}
	return err
}
