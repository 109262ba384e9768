package office

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"rollbook/handlers/desk"
	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/web/identity/auth"
	"rollbook/web/language"
	"rollbook/web/office/absences"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// ahead limits how far a time may lie after the present time before the movement counts as planned.
const ahead = 5 * time.Minute

// readGate reads what the card of the open student needs for movements.
func (f *Finds) readGate(found *search) {
	v, form := found.sheet.Visit, url.Values{}
	if typed := v.Request().PostForm; typed.Has("movement") {
		form = typed
	}
	if found.openAt() < 0 || !v.May(auth.ManageAbsences) {
		return
	}
	mark := found.sheet.Marks[found.open]
	found.gate = &office.Gate{
		Save: v.SaveToken(), Reasons: strings.Split(v.Words.Text("movement.reasons"), "\n"),
		NotSent: v.School.TimeFormat == roll.TimeNotSent, Time: form.Get("time"), Why: form.Get("why"),
		Moves: movementLines(v, f.absences, found.sheet.Moves(found.open), found.sheet.Date),
	}
	if found.sheet.Date != found.sheet.Today || mark.Stands() && mark.Status.Family.IsIn() {
		return
	}
	for _, status := range found.sheet.Statuses {
		if status.Family.IsIn() {
			found.gate.CountsAs = append(found.gate.CountsAs, layout.StatusOption(status))
		}
		if status.Family == roll.Late {
			found.gate.Chosen = status.ID.String()
		}
	}
	if form.Has("status") {
		found.gate.Chosen = form.Get("status")
	}
	stays := v.Words.Text("movement.stays")
	if mark.Version > 0 {
		stays = v.Words.Text("movement.stays_as", "Status", cmp.Or(mark.Recorded(), mark.Status.Name))
	}
	found.gate.CountsAs = append(found.gate.CountsAs, layout.Option{Text: stays})
}

// Move keeps a movement of the open student. Where the school system takes times it is sent as a check with the
// student's mark, or with the status that the form chooses for a student who comes in.
func (f *Finds) Move(v *visit.Visit) error {
	press, err := desk.PressOf(v)
	page := movePress{findPress{f, false}}
	if err != nil {
		return f.desk.Refuse(v, press, err, page)
	}
	found, err := f.seek(v)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(found.sheet.Movements[found.open],
		func(kept roll.Movement) bool { return kept.ID == press.Save }) {
		return f.reopen(v, found, nil)
	}
	m, err := f.readMovement(found, press.Save)
	if err != nil {
		return f.desk.Refuse(v, press, err, page)
	}
	isNow := m.Date == found.sheet.Today && !m.Planned
	if !isNow || m.Kind != roll.MoveIn {
		press.Status = 0
	}
	m.Sent = isNow && v.School.TimeFormat != roll.TimeNotSent &&
		(press.Status != 0 || found.sheet.Marks[m.Enrolment].Stands())
	if !m.Sent && press.Status == 0 {
		return f.reopen(v, found, f.absences.KeepMovement(v.Ctx, v.School, m))
	}
	press.Enrolments, press.Time, press.Check = []roll.EnrolmentID{m.Enrolment}, string(m.Time), string(m.Kind.Check())
	press.Movement = &m
	if press.Status != 0 {
		// The reason of the movement is for the office alone, and that of a changed mark is not.
		press.Reason = v.Words.Text("movement.title")
	}
	return f.desk.Take(v, press, page)
}

// readMovement reads the form's movement.
func (f *Finds) readMovement(found *search, id roll.Token) (m roll.Movement, err error) {
	v, form := found.sheet.Visit, found.sheet.Visit.Request().PostForm
	at := found.openAt()
	generation, err := v.Generation(id)
	switch {
	case err != nil:
		return m, roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
	case generation < v.School.Generation:
		return m, roll.Problem(roll.Stale, "problem.what.409")
	case at < 0:
		return m, roll.Problem(roll.Meaningless, "roll.problem.not_on_list")
	}
	m = roll.Movement{
		ID: id, School: v.School.ID, Generation: generation, Enrolment: found.open,
		Student: found.sheet.Roster.Rows[at].Student, Date: found.sheet.Date, Kind: roll.Move(form.Get("movement")),
		MadeBy: v.Actor(),
	}
	if !slices.Contains(roll.Moves(), m.Kind) {
		return m, roll.Problem(roll.Meaningless, "movement.problem.kind")
	}
	if m.Sealed, err = f.absences.Seal(v.School.ID,
		absences.Details{Reason: strings.TrimSpace(form.Get("why"))}); err != nil {
		return m, err
	}
	for _, kept := range found.sheet.Movements[m.Enrolment] {
		if kept.Planned && kept.Kind == m.Kind && kept.EndedAt.IsZero() {
			m.Replaces = kept.ID
		}
	}
	return m, readTime(v, &m)
}

// readTime reads the time of the movement, by default the present one. Out and Back may be planned.
func readTime(v *visit.Visit, m *roll.Movement) error {
	text := v.Request().PostForm.Get("time")
	if text == "" && m.Date == v.Today() {
		text = v.Local(v.Now()).Format("15:04")
	}
	clock, err := roll.ParseTimeOfDay(text)
	if err != nil {
		return roll.Problem(roll.Meaningless, "roll.problem.time_malformed").Because(err)
	}
	instant, err := clock.Instant(m.Date, v.School.Zone)
	if err != nil {
		return roll.Problem(roll.Meaningless, "roll.problem.time_gap").Because(err)
	}
	m.Time, m.Planned = clock, instant.After(v.Now().Add(ahead))
	if m.Planned && m.Kind == roll.MoveIn {
		return roll.Problem(roll.Meaningless, "movement.problem.ahead")
	}
	return nil
}

// movePress shows the student after the press of a movement.
type movePress struct{ findPress }

// Refused shows the problem, and leaves the form of the mark as it was.
func (m movePress) Refused(v *visit.Visit, refused desk.Refused) error {
	refused.Press.Status, refused.Press.Time, refused.Press.Reason = 0, "", ""
	return m.findPress.Refused(v, refused)
}

// reopen shows the open student again, or returns the error of a change that failed.
func (f *Finds) reopen(v *visit.Visit, found *search, err error) error {
	return visit.Done(v, err, f.pages.Paths.To(paths.Find, v.School.ID, found.opened()))
}

// EndMovement removes a movement of the open student. If the school system has its time and no other, it is cleared
// there.
func (f *Finds) EndMovement(v *visit.Visit) error {
	press, err := desk.PressOf(v)
	page := movePress{findPress{f, false}}
	if err != nil {
		return f.desk.Refuse(v, press, err, page)
	}
	found, err := f.seek(v)
	if err != nil {
		return err
	}
	id := roll.Token(v.Param("movement"))
	if !found.clears(id) {
		return f.reopen(v, found, f.absences.EndMovement(v.Ctx, v.School, found.sheet.Date, id, v.Actor()))
	}
	press.Enrolments, press.Status, press.Time = []roll.EnrolmentID{found.open}, 0, ""
	press.Check, press.Removes = string(roll.CheckClear), id
	return f.desk.Take(v, press, page)
}

// clears reports whether the school system's times of the open student are those of the movement alone, and can be
// cleared today.
func (s *search) clears(id roll.Token) bool {
	sent := slices.DeleteFunc(slices.Clone(s.sheet.Movements[s.open]),
		func(m roll.Movement) bool { return !m.Sent || !m.EndedAt.IsZero() })
	return len(sent) == 1 && sent[0].ID == id && s.sheet.Date == s.sheet.Today &&
		s.sheet.Visit.School.TimeFormat != roll.TimeNotSent && s.sheet.Marks[s.open].Stands()
}

// movementLines returns a student's movements in their order, removed ones last. Only the office reads the reasons.
func movementLines(v *visit.Visit, kept *absences.Absences, all []roll.Movement, date roll.Date) []office.MovementLine {
	var lines, ended []office.MovementLine
	for _, m := range all {
		press := v.Words.Text(language.MovePressKeys.Of(string(m.Kind)))
		line := office.MovementLine{
			ID: m.ID, Text: press + " " + naming.WallTime(v, string(m.Time)),
			About: v.Words.Text("known.made", "Clock", v.DayAndClock(m.MadeAt, date), "By", visit.Byline(v.Words, m.MadeBy)),
		}
		if v.May(auth.ManageAbsences) && len(m.Sealed) > 0 {
			line.Reason = visit.Checked(kept.Reason(m))(v)
		}
		switch {
		case !m.EndedAt.IsZero():
			line.Ended = v.Words.Text("movement.over", "Clock", v.DayAndClock(m.EndedAt, date), "By",
				visit.Byline(v.Words, m.EndedBy))
			if m.Sent {
				line.State = v.Words.Text("movement.stays_there", "Press", v.Words.Text("movement.clear"))
			}
			ended = append(ended, line)
			continue
		case m.Planned:
			line.State = v.Words.Text("movement.planned", "Press", press)
		case !m.Sent:
			line.State = v.Words.Text("movement.not_sent")
		}
		lines = append(lines, line)
	}
	return append(lines, ended...)
}
