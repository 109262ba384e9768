package settings

import (
	"encoding/csv"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/settings"
	"rollbook/web/identity/factors"
	"rollbook/web/identity/people"
	"rollbook/web/language"
	"rollbook/web/lists/tables"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// PeoplePage is the page of a school's people.
type PeoplePage struct {
	base
	people *people.People
	// factors are the people's second factors.
	factors *factors.Factors
}

// admin returns the visitor, who must be an admin.
func admin(v *visit.Visit) people.Admin { return people.Admin{Person: v.Person.ID, School: v.School} }

// Get shows the people, and the result of the last press.
func (p *PeoplePage) Get(v *visit.Visit) error {
	members, open, err := p.people.Of(v.Ctx, v.School.ID)
	v.Check(err)
	typed := v.Request().PostForm
	view := &settings.PeopleView{
		Page: p.page(v), Press: v.PressToken(), Mail: p.people.HasMail(), Left: visit.Read(v, p.people.InvitationsLeft),
		People: members, Invited: open, Name: typed.Get("name"), Email: typed.Get("email"), Role: roll.Teacher,
		Demands: visit.Read(v, p.store.FactorDemands),
	}
	if role, ok := roll.ParseRole(typed.Get("role")); ok && typed.Has("email") {
		view.Role = role
	}
	done := v.Said("role", "disable", "enable", "pin", "withdraw", "factors", "demand")
	at := slices.IndexFunc(members, func(one roll.MemberOfSchool) bool { return string(one.Person) == v.QueryParam("of") })
	switch {
	case done == "withdraw", done == "demand":
		view.Done = v.Words.Text(language.PeopleDoneKeys.Of(done))
	case done != "" && at >= 0:
		view.Done = v.Words.Text(language.PeopleDoneKeys.Of(done), "Name", members[at].Name)
	}
	return p.pages.Show(v, settings.People(view))
}

// after redirects to the list, or shows there why the press did nothing.
func (p *PeoplePage) after(v *visit.Visit, done string, err error) error {
	return visit.After(v, err, p.pages.Paths.To(paths.People, v.School.ID), done+"&of="+
		url.QueryEscape(v.Param("person")), p.Get)
}

// SetRole changes a person's role.
func (p *PeoplePage) SetRole(v *visit.Visit) error {
	role, ok := roll.ParseRole(v.Request().PostForm.Get("role"))
	if !ok {
		return visit.ErrUnknownChoice()
	}
	return p.after(v, "role", p.people.SetRole(v.Ctx, admin(v), roll.PersonID(v.Param("person")), role))
}

// Disable blocks a person at the school.
func (p *PeoplePage) Disable(v *visit.Visit) error {
	return p.after(v, "disable", p.people.KeepOut(v.Ctx, admin(v), roll.PersonID(v.Param("person")), true))
}

// Enable unblocks a person at the school.
func (p *PeoplePage) Enable(v *visit.Visit) error {
	return p.after(v, "enable", p.people.KeepOut(v.Ctx, admin(v), roll.PersonID(v.Param("person")), false))
}

// RemovePIN removes a person's PIN for tablets.
func (p *PeoplePage) RemovePIN(v *visit.Visit) error {
	return p.after(v, "pin", p.people.RemovePIN(v.Ctx, admin(v), roll.PersonID(v.Param("person"))))
}

// RemoveFactors removes a person's passkeys and app, such as after a lost phone.
func (p *PeoplePage) RemoveFactors(v *visit.Visit) error {
	return p.after(v, "factors", p.factors.RemoveOf(v.Ctx, v.School.ID, v.Person.ID, roll.PersonID(v.Param("person"))))
}

// Demand stores the roles that need a second factor in the school.
func (p *PeoplePage) Demand(v *visit.Visit) error {
	demanded := slices.DeleteFunc(settings.AccountRoles(),
		func(role roll.Role) bool { return !v.Request().PostForm.Has(string(role)) })
	return p.after(v, "demand", p.factors.Demand(v.Ctx, v.School.ID, v.Person.ID, demanded))
}

// Withdraw ends an invitation.
func (p *PeoplePage) Withdraw(v *visit.Visit) error {
	return p.after(v, "withdraw", p.people.Withdraw(v.Ctx, admin(v), roll.AccountLinkID(v.Param("invitation"))))
}

// NewLink makes a link for choosing a new password.
func (p *PeoplePage) NewLink(v *visit.Visit, press roll.Token) error {
	handed, err := p.people.NewLink(v.Ctx, admin(v), press, roll.PersonID(v.Param("person")))
	if err != nil {
		return p.after(v, "", err)
	}
	return p.showHanded(v, []people.Handed{handed})
}

// showHanded shows the links in the answer itself, since a redirect could not show them.
func (p *PeoplePage) showHanded(v *visit.Visit, handed []people.Handed) error {
	view := &settings.PeopleHandedView{Page: p.page(v), AllMailed: true}
	view.Address = p.pages.Paths.To(paths.People, v.School.ID)
	for _, one := range handed {
		line := settings.HandedLink{Email: one.Email, Failed: one.Failed}
		if one.Secret != "" {
			line.Link, view.AllMailed = p.pages.Origin(v)+p.pages.Paths.To(paths.AccountLink, one.Secret), false
		}
		view.Links = append(view.Links, line)
	}
	return p.pages.ShowAs(v, http.StatusOK, settings.PeopleHanded(view))
}

// Invite makes an invitation for one person.
func (p *PeoplePage) Invite(v *visit.Visit, press roll.Token) error {
	form := v.Request().PostForm
	proposal := people.Proposal{Email: form.Get("email"), Name: form.Get("name"), Role: form.Get("role")}
	invitees, err := p.people.Read(v.Ctx, v.School.ID, []people.Proposal{proposal})
	if err != nil {
		return err
	}
	return p.invite(v, press, invitees)
}

// invite invites all, or none if one of them has a problem.
func (p *PeoplePage) invite(v *visit.Visit, press roll.Token, invitees []people.Invitee) error {
	for _, one := range invitees {
		if one.Problem != "" {
			return p.after(v, "", roll.Problem(roll.Meaningless, one.Problem))
		}
	}
	handed, err := p.people.Invite(v.Ctx, admin(v), press, invitees)
	if err != nil {
		return p.after(v, "", err)
	}
	return p.showHanded(v, handed)
}

// Preview shows the people to invite, and changes nothing.
func (p *PeoplePage) Preview(v *visit.Visit) error {
	content, err := visit.Uploaded(v)
	if err != nil {
		return err
	}
	invitees, err := p.read(v, content)
	if err != nil {
		return p.after(v, "", err)
	}
	left, err := p.people.InvitationsLeft(v.Ctx, v.School.ID)
	if err != nil {
		return err
	}
	if len(invitees) > left {
		return p.after(v, "", roll.Problem(roll.Meaningless, "people.problem.too_many"))
	}
	view := &settings.PeoplePreviewView{Page: p.page(v), Press: v.PressToken()}
	view.Address = p.pages.Paths.To(paths.People, v.School.ID)
	for _, one := range invitees {
		line := settings.PreviewLine{Number: one.Number, Name: one.Name, Email: one.Email, Role: one.Role}
		if one.Problem != "" {
			line.Problem, view.Wrong = v.Words.Text(one.Problem), view.Wrong+1
		} else {
			line.Email, line.Role, view.Good = one.Address, v.Words.Text(language.PeopleRoleKeys.Of(string(one.As))), view.Good+1
		}
		view.Lines = append(view.Lines, line)
	}
	if view.Text, err = textOf(invitees); err != nil {
		return err
	}
	return p.pages.ShowAs(v, http.StatusOK, settings.PeoplePreview(view))
}

// Import invites the people of a preview, after reading them again, because some may have joined meanwhile.
func (p *PeoplePage) Import(v *visit.Visit, press roll.Token) error {
	invitees, err := p.read(v, []byte(v.Request().PostForm.Get("lines")))
	if err != nil {
		return p.after(v, "", err)
	}
	return p.invite(v, press, invitees)
}

// read parses a file of people. It returns roll.Meaningless for a file without
// people.
func (p *PeoplePage) read(v *visit.Visit, content []byte) ([]people.Invitee, error) {
	all, err := visit.TableLines(v, content, "people.problem.no_lines")
	if err != nil {
		return nil, err
	}
	rows := peopleRows(all)
	if len(rows) == 0 {
		return nil, roll.Problem(roll.Meaningless, "people.problem.no_lines")
	}
	if len(rows) > people.MostInvitations {
		return nil, roll.Problem(roll.Meaningless, "people.problem.too_many")
	}
	proposals := make([]people.Proposal, len(rows))
	for i, row := range rows {
		proposals[i] = people.Proposal{Name: row.Of("name"), Email: row.Of("email"), Role: strings.ToLower(row.Of("role"))}
		if only := strings.TrimSpace(strings.Join(row.Texts, "")); strings.Contains(only, "@") &&
			slices.Contains(row.Texts, only) {
			// A line that is only an address invites a teacher, who enters the name.
			proposals[i] = people.Proposal{Email: only, Role: string(roll.Teacher)}
		}
		proposals[i].Number = row.Number
	}
	return p.people.Read(v.Ctx, v.School.ID, proposals)
}

// peopleRows returns the lines of people. Without a header they are name, e-mail, role, or e-mail first if the address
// is there.
func peopleRows(lines []tables.Line) []tables.Row {
	columns := []tables.Column{
		{Key: "name", Names: []string{"name"}},
		{Key: "email", Names: []string{"email", "e-mail", "mail"}, Needed: true},
		{Key: "role", Names: []string{"role"}, Needed: true},
	}
	if strings.Contains(lines[0].Text(0), "@") && !strings.Contains(lines[0].Text(1), "@") {
		columns[0], columns[1] = columns[1], columns[0]
	}
	rows, _ := tables.Rows(lines, columns)
	return rows
}

// textOf writes the valid invitees as text for Import.
func textOf(invitees []people.Invitee) (string, error) {
	var text strings.Builder
	writer := csv.NewWriter(&text)
	rows := [][]string{{"name", "email", "role"}}
	for _, one := range invitees {
		if one.Problem == "" {
			rows = append(rows, []string{one.Name, one.Address, string(one.As)})
		}
	}
	err := writer.WriteAll(rows)
	return text.String(), err
}
