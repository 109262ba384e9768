package visit

import (
	"github.com/labstack/echo/v4"

	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

// enter admits a member of the school who may do the action there.
func (s *Shell) enter(v *Visit, school roll.SchoolID, action auth.Action) error {
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
		return s.readBacklog(v)
	}
	v.School.ID = school
	return s.ReadConnection(v)
}

// ReadConnection reads the visit's school and its service's present state.
func (s *Shell) ReadConnection(v *Visit) (err error) {
	v.School, v.Connection, err = s.store.SchoolAndConnection(v.Ctx, v.School.ID)
	if err != nil {
		return err
	}
	return s.readBacklog(v)
}

// readBacklog counts the waiting marks while nothing is sent.
func (s *Shell) readBacklog(v *Visit) (err error) {
	if !v.Connection.Sending() {
		v.Backlog, err = s.store.Backlog(v.Ctx, v.School.ID)
	}
	return err
}
