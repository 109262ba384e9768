package settings

import (
	"encoding/csv"
	"net/http"
	"slices"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/settings"
	"rollbook/web/identity/people"
	"rollbook/web/language"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// Invite makes an invitation for one person.
func (p *PeoplePage) Invite(v *visit.Visit) error {
	form := v.Request().PostForm
	press, err := v.Pressed()
	if err != nil {
		return err
	}
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
	invitees, numbers, err := p.read(v, content)
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
	view.Address = p.pages.Paths.People(string(v.School.ID))
	for i, one := range invitees {
		line := settings.PreviewLine{Number: numbers[i], Name: one.Name, Email: one.Email, Role: one.Role}
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
	return p.pages.Render(v, http.StatusOK, settings.PeoplePreview(view))
}

// Import invites the people of a preview, after reading them again, because some may have joined meanwhile.
func (p *PeoplePage) Import(v *visit.Visit) error {
	press, err := v.Pressed()
	if err != nil {
		return err
	}
	invitees, _, err := p.read(v, []byte(v.Request().PostForm.Get("lines")))
	if err != nil {
		return p.after(v, "", err)
	}
	return p.invite(v, press, invitees)
}

// read parses a file of people, and returns the line of each. It returns roll.Meaningless for a file without
// people.
func (p *PeoplePage) read(v *visit.Visit, content []byte) (invitees []people.Invitee, numbers []int, err error) {
	all, err := visit.TableLines(v, p.turn, content, "people.problem.no_lines")
	if err != nil {
		return nil, nil, err
	}
	lines, places := peopleLines(all)
	if len(lines) == 0 {
		return nil, nil, roll.Problem(roll.Meaningless, "people.problem.no_lines")
	}
	if len(lines) > people.MostInvitations {
		return nil, nil, roll.Problem(roll.Meaningless, "people.problem.too_many")
	}
	proposals := make([]people.Proposal, len(lines))
	for i, line := range lines {
		proposals[i] = people.Proposal{
			Name: line.Text(places.Of("name")), Email: line.Text(places.Of("email")), Role: strings.ToLower(line.Text(places.Of("role"))),
		}
		if only := strings.TrimSpace(strings.Join(line.Texts, "")); strings.Contains(only, "@") && slices.Contains(line.Texts, only) {
			// A line that is only an address invites a teacher, who enters the name.
			proposals[i] = people.Proposal{Email: only, Role: string(roll.Teacher)}
		}
		numbers = append(numbers, line.Number)
	}
	invitees, err = p.people.Read(v.Ctx, v.School.ID, proposals)
	return invitees, numbers, err
}

// peopleLines returns the lines of people, and the positions of the columns: by a header, otherwise name,
// e-mail, role, or e-mail first if the address is there.
func peopleLines(lines []tables.Line) ([]tables.Line, tables.Places) {
	columns := []tables.Column{
		{Key: "name", Names: []string{"name"}},
		{Key: "email", Names: []string{"email", "e-mail", "mail"}, Needed: true},
		{Key: "role", Names: []string{"role"}, Needed: true},
	}
	if len(lines) > 0 {
		if places, _ := tables.Match(lines[0].Texts, columns); len(tables.Missing(places, columns)) == 0 {
			return lines[1:], places
		}
	}
	if len(lines) > 0 && strings.Contains(lines[0].Text(0), "@") && !strings.Contains(lines[0].Text(1), "@") {
		return lines, tables.Places{"email": 0, "name": 1, "role": 2}
	}
	return lines, tables.Places{"name": 0, "email": 1, "role": 2}
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
