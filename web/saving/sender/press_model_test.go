package sender

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"rollbook/web/live"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
	"rollbook/web/store/engine"
	"rollbook/web/store/saves"
)

// desk is the model's record of a school's known absences, and of the roll that a person has open.
type desk struct {
	// told are the absences that hold, by student, in the order in which the office kept them. A number that came to name
	// another child has none of the first one's.
	told   map[roll.EnrolmentID][]roll.KnownAbsence
	named  int
	opened *opened
	// moves are the movements that were not removed.
	moves map[roll.EnrolmentID][]roll.Movement
	// pressed has a save of each press.
	pressed []roll.Token
}

// opened is a roll on a person's screen, which does not change any more.
type opened struct {
	marks      map[roll.EnrolmentID]roll.Mark
	known      map[roll.EnrolmentID]roll.StatusID
	generation int64
	period     roll.PeriodID
	page       page
	students   []roll.Enrolment
}

// value is the status that a person wants for a student.
type value struct {
	status   roll.StatusID
	observed string
}

type wants map[roll.EnrolmentID]value

// personOf is a teacher, or one of the office.
func personOf(op operation) roll.Actor {
	if op.office {
		return roll.Actor{Person: "o", Name: "O", Role: roll.Office}
	}
	return roll.Actor{Person: "t", Name: "T", Role: roll.Teacher}
}

// press does a step of the office and of a person at an open roll.
func (r *run) press(op operation) error {
	// Presses of one person at one moment are one press.
	time.Sleep(time.Millisecond)
	switch op.kind {
	case "know":
		return r.know(op)
	case "open":
		return r.open(op)
	case "press":
		return r.pressSave(op)
	case "gate":
		return r.gate(op)
	}
	return r.takeBack(op)
}

// know keeps known absences of the students, or changes or ends that of the first. It marks nobody.
func (r *run) know(op operation) error {
	before, err := r.marksOf(op.school)
	if err != nil {
		return err
	}
	d := &r.desks[op.school]
	const changes, ends, kinds = 1, 2, 4
	how, first := int(op.fault)%kinds, enrolmentOf(op.school, op.students[0])
	replaced := roll.KnownID("")
	if how == changes || how == ends {
		told := d.told[first]
		if len(told) == 0 || op.school == moving && !r.pages.now().listed[first] {
			return nil
		}
		op.students, replaced, d.told[first] = op.students[:1], told[len(told)-1].ID, told[:len(told)-1]
	}
	if how == ends {
		err = r.store.EndKnown(r.ctx, r.school(op.school), replaced, personOf(op))
	} else {
		err = r.keepKnown(op, replaced)
	}
	if err != nil {
		return err
	}
	after, err := r.marksOf(op.school)
	return errors.Join(err, unchanged(before, after))
}

// keepKnown keeps a known absence of each student.
func (r *run) keepKnown(op operation, replaces roll.KnownID) error {
	d, today := &r.desks[op.school], roll.DateOf(time.Now(), r.zone)
	var all []roll.KnownAbsence
	for _, student := range op.students {
		d.named++
		id := enrolmentOf(op.school, student)
		if op.school == moving && !r.pages.now().listed[id] {
			continue
		}
		known := roll.KnownAbsence{
			ID: roll.KnownID(fmt.Sprintf("known-%d-%06d", op.school, d.named)), School: r.school(op.school),
			Generation: r.generations[op.school], Period: r.period(op.school),
			Enrolment: id, Student: r.studentNow(op.school, id), From: today, To: today, Status: op.status,
			StatusName: "Status " + op.status.String(),
			Sealed:     []byte("sealed"), MadeBy: personOf(op), Replaces: replaces,
		}
		all, d.told[id] = append(all, known), append(d.told[id], known)
	}
	return r.store.AddKnown(r.ctx, all)
}

// open shows a roll to a person, with the present known absences.
func (r *run) open(op operation) error {
	marks, err := r.marksOf(op.school)
	if err != nil {
		return err
	}
	shown := &opened{marks: marks, known: make(map[roll.EnrolmentID]roll.StatusID), generation: r.generations[op.school], period: r.period(op.school)}
	if op.school == moving {
		shown.page = r.pages.now()
	}
	scan := func(rows *sql.Rows, at *roll.Versions) error { return rows.Scan(&at.Marks, &at.Absences) }
	at, err := engine.First(r.ctx, r.store.Database, scan,
		`SELECT `+saves.Versions+` FROM schools c WHERE c.slug = $1`, r.school(op.school))
	if err != nil {
		return err
	}
	known, err := r.store.KnownOn(r.ctx, at.Absences, r.school(op.school), shown.generation, roll.DateOf(time.Now(), r.zone))
	if err != nil {
		return err
	}
	for student := 1; student <= modelStudents; student++ {
		id := enrolmentOf(op.school, student)
		if op.school == moving && !shown.page.listed[id] {
			continue
		}
		shown.students = append(shown.students, roll.Enrolment{ID: id, Student: r.studentNow(op.school, id)})
		told := r.desks[op.school].told[id]
		one, isKnown := known[id]
		if isKnown != (len(told) > 0) || isKnown && told[len(told)-1].ID != one.ID {
			return fmt.Errorf("the roll shows %+v of %d, and known is %+v", one, id, told)
		}
		if isKnown {
			shown.known[id] = one.Status
		}
	}
	r.desks[op.school].opened = shown
	return nil
}

// pressSave presses Save on the roll that was opened some time ago: the first students are ticked, those with a known
// absence get its status, and the others one for all, if the person chose it. The press may come twice.
func (r *run) pressSave(op operation) error {
	if r.desks[op.school].opened == nil {
		if err := r.open(op); err != nil {
			return err
		}
	}
	shown := r.desks[op.school].opened
	r.desks[op.school].opened = nil
	press := submission.Press{
		Save: r.token(op.school, shown.page), OthersSave: r.token(op.school, shown.page), Period: shown.period, Class: "8B",
		Date: roll.DateOf(time.Now(), r.zone), Status: op.status, Reason: "reason", Generation: shown.generation,
		Seen: make(map[roll.EnrolmentID]int64),
	}
	wants := make(wants)
	for _, student := range shown.students {
		id := student.ID
		press.Seen[id] = shown.marks[id].Version
		isNew := shown.marks[id].Version == 0
		known, isKnown := shown.known[id]
		switch {
		case slices.Contains(op.students, int(id%100)):
			press.Enrolments, wants[id] = append(press.Enrolments, id), value{op.status, ""}
		case isNew && isKnown:
			press.Known = r.addKnown(op.school, shown, press.Known, id, known)
			if told := r.desks[op.school].told[id]; len(told) > 0 && told[len(told)-1].Status == known {
				wants[id] = value{known, ""}
			}
		case isNew && op.office:
			press.Others, press.OthersStatus = append(press.Others, id), present
			if len(r.desks[op.school].told[id]) == 0 { // Who became known absent since is none of the others.
				wants[id] = value{present, ""}
			}
		}
	}
	if len(wants) == 0 && len(press.Known) == 0 && len(press.Others) == 0 {
		return nil
	}
	connected := int64(0)
	accepted, err := r.accept(op, shown.generation, wants, press.Seen, func(on *submission.Submissions, at roll.School) ([]roll.Acceptance, error) {
		connected = at.Connected
		return on.Accept(r.ctx, at, personOf(op), press)
	})
	if afterSummer := shown.period != r.period(op.school) && shown.generation >= connected; afterSummer && len(accepted) > 0 {
		return fmt.Errorf("a device that came back after the summer saved %s in a school year that is over", press.Save)
	}
	return err
}

// addKnown adds the student to the save of the status, or to a new one.
func (r *run) addKnown(school int, shown *opened, parts []submission.Part, id roll.EnrolmentID,
	status roll.StatusID) []submission.Part {
	for i := range parts {
		if parts[i].Status == status {
			parts[i].Enrolments = append(parts[i].Enrolments, id)
			return parts
		}
	}
	return append(parts, submission.Part{Save: r.token(school, shown.page), Status: status, Enrolments: []roll.EnrolmentID{id}})
}

// token makes the token of a save on the page.
func (r *run) token(school int, of page) roll.Token {
	r.saves++
	token := roll.Token("token-" + strconv.Itoa(r.saves))
	if school == moving {
		r.service.made(token, of)
	}
	return token
}

// accept makes the server accept saves, twice if the answer was lost, and checks the stored marks: each
// student has the wanted status, or the mark that the person had not seen. Some requests are cut, because the person
// leaves: then the press is stored whole or not at all.
func (r *run) accept(op operation, generation int64, wanted wants, seen map[roll.EnrolmentID]int64,
	press func(*submission.Submissions, roll.School) ([]roll.Acceptance, error)) ([]roll.Acceptance, error) {
	before, err := r.marksOf(op.school)
	if err != nil {
		return nil, err
	}
	school, err := r.store.School(r.ctx, r.school(op.school))
	if err != nil {
		return nil, err
	}
	line := &cuttableLine{Sender: r.replicas[op.replica].sender}
	if op.wait == 3*time.Second {
		line.left = 1 + r.saves%10
	}
	saving := submission.New(classList{r, op.school}, r.store, line, live.NewHub(), time.Now)
	accepted, err := press(saving, school)
	if line.wasCut(err) {
		stored, wrong := r.storedWhole(line.saves)
		if err = wrong; stored {
			accepted, err = press(saving, school)
		}
	}
	if err == nil && accepted == nil || slices.Contains([]roll.Kind{roll.Meaningless, roll.NotFound, roll.Stale}, roll.KindOf(err)) {
		after, marksErr := r.marksOf(op.school)
		return nil, errors.Join(marksErr, unchanged(before, after))
	}
	if err != nil {
		return nil, err
	}
	for _, one := range accepted {
		r.tokens = append(r.tokens, one.Save.Token)
	}
	r.expects(op.school, accepted)
	r.desks[op.school].pressed = append(r.desks[op.school].pressed, accepted[0].Save.Token)
	after, err := r.marksOf(op.school)
	if err != nil || generation != school.Generation {
		return accepted, err
	}
	if err := follows(personOf(op), before, after, wanted, seen); err != nil {
		return accepted, err
	}
	if int(op.fault)%2 == 0 || r.options.noSeen {
		return accepted, nil
	}
	r.killAndStart(op)
	line.Sender = r.replicas[op.replica].sender
	again, err := press(saving, school)
	if err != nil {
		return accepted, fmt.Errorf("the repeated press: %w", err)
	}
	for _, one := range again {
		if !one.Repeated {
			return accepted, fmt.Errorf("save %s is stored again", one.Save.Token)
		}
	}
	repeated, err := r.marksOf(op.school)
	return accepted, errors.Join(err, unchanged(after, repeated))
}

// unchanged reports a mark that a press without effect changed.
func unchanged(before, after map[roll.EnrolmentID]roll.Mark) error {
	for id, mark := range after {
		if mark.Version != before[id].Version || mark.Status.ID != before[id].Status.ID {
			return fmt.Errorf("%d has %+v instead of %+v", id, mark, before[id])
		}
	}
	return nil
}

// follows checks the marks after a press: it replaced only marks that its person had seen, with the wanted
// statuses.
func follows(by roll.Actor, before, after map[roll.EnrolmentID]roll.Mark, wanted wants, seen map[roll.EnrolmentID]int64) error {
	for id, mark := range after {
		stood, want := before[id], wanted[id]
		unseen := stood.Version != seen[id] || stood.By.Role.Corrects() && !by.Role.Corrects()
		switch {
		case want.status == 0 || unseen && stood.Version > 0 && (value{stood.Status.ID, stood.Observed}) != want:
			if mark.Version != stood.Version {
				return fmt.Errorf("%d has %s instead of %s, which nobody asked for", id, mark.Status.Name, stood.Status.Name)
			}
		case (value{mark.Status.ID, mark.Observed}) != want || mark.Version <= stood.Version:
			return fmt.Errorf("%d has %s after %s, and wanted was %+v", id, mark.Status.Name, stood.Status.Name, want)
		}
	}
	return nil
}

// takeBack takes an earlier press back. Its page ticks the students whose mark is still the press's. The office also
// ticks some of those that others changed meanwhile, unless the page was opened before that.
func (r *run) takeBack(op operation) error {
	save, err := r.savedBy(op)
	if err != nil || save.Token == "" {
		return err
	}
	marks, err := r.marksOf(op.school)
	if err != nil {
		return err
	}
	back := submission.Back{
		Save: save, Statuses: modelStatuses(), Seen: make(map[roll.EnrolmentID]int64), Reason: "wrong class",
		Generation: r.generations[op.school],
	}
	const stale, unchosen, kinds = 0, 1, 4
	how := int(op.fault) % kinds
	if how != unchosen {
		back.Chosen = op.status
	}
	if back.Rows, err = r.store.Before(r.ctx, save); err != nil {
		return err
	}
	tokens := make(map[int]roll.Token)
	back.Token = func(number int) roll.Token {
		if tokens[number] == "" {
			// The rows of the press are for the children whom the numbers name now.
			tokens[number] = r.token(op.school, r.pages.now())
		}
		return tokens[number]
	}
	wants := make(wants)
	for _, row := range back.Rows {
		id := row.Enrolment
		back.Seen[id] = marks[id].Version
		if how == stale {
			back.Seen[id] = row.Version
		}
		changed := back.Seen[id] != row.Version
		if changed && (!op.office || !slices.Contains(op.students, int(id%100))) {
			continue
		}
		back.Ticked = append(back.Ticked, id)
		want := value{row.Before.Status.ID, row.Before.Observed}
		if row.Before.Token == "" {
			want = value{back.Chosen, ""}
		}
		if want != (value{row.Given.Status.ID, row.Given.Observed}) || changed {
			wants[id] = want
		}
	}
	_, err = r.accept(op, back.Generation, wants, back.Seen, func(on *submission.Submissions, at roll.School) ([]roll.Acceptance, error) {
		return on.TakeBack(r.ctx, at, personOf(op), back)
	})
	return err
}

// savedBy returns a save of one of the last presses that the person may take back: any for the office, their own for a
// teacher. It has no token if there is none.
func (r *run) savedBy(op operation) (roll.Save, error) {
	pressed := slices.Clone(r.desks[op.school].pressed)
	slices.Reverse(pressed)
	school, err := r.store.School(r.ctx, r.school(op.school))
	for _, token := range pressed[min(len(pressed), op.replica):] {
		save, err := r.store.Save(r.ctx, school.ID, token)
		if err != nil || save.Generation >= school.Connected && (op.office || save.By == personOf(op)) {
			return save, err
		}
	}
	return roll.Save{}, err
}
