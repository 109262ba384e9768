package sender

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing/synctest"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/lists"
	"rollbook/web/store/schools"
)

// moving is the school whose connection moves, and whose numbers change their students.
const moving = 0

// page has the host of the moving school's service in one generation, the children that its numbers name, and
// the numbers in its list.
type page struct {
	host     string
	children map[roll.EnrolmentID]int
	listed   map[roll.EnrolmentID]bool
}

// firstPage is a page on which each number names the child of the same number.
func firstPage() page {
	children := make(map[roll.EnrolmentID]int)
	for student := 1; student <= modelStudents+1; student++ {
		id := enrolmentOf(moving, student)
		children[id] = int(id)
	}
	return page{children: children}
}

// student returns the child's number in the lists.
func (p page) student(id roll.EnrolmentID) roll.StudentID {
	return roll.StudentID(p.children[id]) + 5000
}

// pages are the moving school's, by generation, with the known facts of the newest.
type pages struct {
	by map[int64]page
	// newest is the present generation, known the numbers in a list of this connection.
	newest int64
	known  map[roll.EnrolmentID]bool
	// away are the children whom numbers named before.
	away map[away]kept
	born int
	// over counts the periods that ended.
	over int
}

func (p *pages) now() page { return p.by[p.newest] }

// host returns the host of the school's service.
func (r *run) host(school int) string {
	if school != moving {
		return ""
	}
	return r.pages.now().host
}

// studentNow returns the student of the number on the school's newest page.
func (r *run) studentNow(school int, id roll.EnrolmentID) roll.StudentID {
	if school != moving {
		return studentIn(school, id)
	}
	return r.pages.now().student(id)
}

// change acts as an admin, the service or a person with a copy who changes the connection.
func (r *run) change(op operation) error {
	switch op.kind {
	case "move":
		return r.move("host-" + strconv.Itoa(op.replica))
	case "list":
		if op.wait == endOfPeriod {
			return r.summer(op)
		}
		return r.list(op)
	case "release":
		return r.release(op)
	case "old save":
		return r.oldSave(op)
	case "copy":
		if op.wait <= time.Minute {
			return nil
		}
		return r.copied()
	}
	return nil
}

// move connects the school to the service at the host.
func (r *run) move(host string) error {
	r.freeze(moving)
	school, err := r.store.School(r.ctx, r.school(moving))
	if err != nil {
		return err
	}
	before := r.pages.now()
	school.BaseURL = host
	if err := r.store.Connect(r.ctx, school, schools.Key{Sealed: []byte("sealed"), LastFour: "1234"}); err != nil {
		return err
	}
	if before.host != host {
		r.service.reviewed(school.ID)
		r.pages.known, before.listed = make(map[roll.EnrolmentID]bool), nil
	}
	return r.noteGeneration(page{host, before.children, before.listed})
}

// noteGeneration records the page of the present generation.
func (r *run) noteGeneration(made page) error {
	school, err := r.store.School(r.ctx, r.school(moving))
	if err != nil {
		return err
	}
	if r.pages.newest != school.Generation {
		// Another place, or another child, has other times.
		maps.DeleteFunc(r.expected, func(id roll.EnrolmentID, _ times) bool { return schoolOf(id) == string(school.ID) })
	}
	r.pages.newest, r.generations[moving] = school.Generation, school.Generation
	r.pages.by[school.Generation] = made
	r.service.makes(school.Generation, made)
	return nil
}

// list makes Rollbook read the service's list: of all or some students, and unchanged, put right, with two who have
// exchanged their numbers, or with a new child.
func (r *run) list(op operation) error {
	r.freeze(moving)
	before := r.pages.now()
	shown, err := r.marksOf(moving)
	if err != nil {
		return err
	}
	made := page{before.host, maps.Clone(before.children), make(map[roll.EnrolmentID]bool)}
	first, last := enrolmentOf(moving, op.students[0]), enrolmentOf(moving, op.students[len(op.students)-1])
	switch op.status {
	case 1:
		// What was wrong is put right.
		for _, id := range []roll.EnrolmentID{first, last} {
			made.children[id] = int(id)
		}
	case 2:
		made.children[first], made.children[last] = made.children[last], made.children[first]
	case 3:
		r.pages.born++
		made.children[first] = 900 + r.pages.born
	}
	var students []roll.Enrolment
	for id := range made.children {
		if op.office || slices.Contains(op.students, int(id%100)) {
			made.listed[id] = true
			students = append(students, roll.Enrolment{ID: id, Student: made.student(id), Given: "Child", Family: strconv.Itoa(made.children[id]), Class: "8B", ClassName: "8B"})
		}
	}
	if r.options.noNewList {
		return r.noteGeneration(made)
	}
	if err := r.store.PutStudents(r.ctx, r.school(moving), r.period(moving), lists.FromService, students); err != nil {
		return err
	}
	maps.Copy(r.pages.known, made.listed)
	if err := r.noteGeneration(made); err != nil {
		return err
	}
	return r.exchange(before, made, shown)
}

// away is a number and a child whom it does not name now, with what was kept for her.
type away struct {
	number roll.EnrolmentID
	child  int
}

type kept struct {
	told  []roll.KnownAbsence
	moves []roll.Movement
	mark  roll.Mark
}

// exchange puts away what belongs to the children whom the numbers do not name any more, and checks that those whom they
// name again have all of theirs.
func (r *run) exchange(before, made page, shown map[roll.EnrolmentID]roll.Mark) error {
	d := &r.desks[moving]
	now, err := r.marksOf(moving)
	for id := range made.listed {
		was, is := away{id, before.children[id]}, away{id, made.children[id]}
		if was == is {
			continue
		}
		r.pages.away[was] = kept{d.told[id], d.moves[id], shown[id]}
		back := r.pages.away[is]
		d.told[id], d.moves[id] = back.told, back.moves
		if mark := now[id]; mark.Version < back.mark.Version && roll.DateOf(back.mark.MarkedAt, r.zone) == roll.DateOf(time.Now(), r.zone) {
			err = errors.Join(err, fmt.Errorf("%d names child %d again, and shows %+v instead of %+v", id, is.child, mark, back.mark))
		}
	}
	return err
}

// copied makes processes find, at their start, that the database is a copy, and starts sending.
func (r *run) copied() error {
	for i := range r.replicas {
		r.kill(i)
	}
	synctest.Wait()
	r.service.forget()
	// While an earlier request may still be under way.
	time.Sleep(roll.NewTiming(15*time.Second, applyLimit).Lease)
	for school := range modelSchools {
		pending, err := r.store.Pending(r.ctx, r.school(school), roll.Waiting, roll.Confirming)
		if err != nil {
			return err
		}
		for _, mark := range pending {
			r.service.neverAgain(mark.Save.Token)
		}
	}
	if !r.options.noCopy {
		if err := errors.Join(r.store.PauseSending(r.ctx, "copied"), r.store.StartSending(r.ctx)); err != nil {
			return err
		}
	}
	for i := range r.replicas {
		r.start(i)
	}
	return nil
}

// release sends the moved marks whose students are the same, and drops or leaves the rest.
func (r *run) release(op operation) error {
	school, err := r.store.School(r.ctx, r.school(op.school))
	if err != nil {
		return err
	}
	marks, err := r.store.Moved(r.ctx, school.ID)
	if err != nil {
		return err
	}
	for _, mark := range marks {
		if !mark.Same() && !r.options.everyMoved {
			if op.office {
				err = r.store.SettleMoved(r.ctx, school.ID, mark, "")
			}
			if err != nil {
				return err
			}
			continue
		}
		r.saves++
		save := mark.Save
		save.Token, save.Generation, save.Guided, save.Doubted = roll.Token("token-"+strconv.Itoa(r.saves)), school.Generation, "", save.Copied
		save.Rows = []roll.SaveRow{{Enrolment: mark.Enrolment, Student: mark.Student, Seen: mark.Version, Decided: true}}
		if op.school == moving {
			// It remains the mark of the child for whom it was made.
			r.service.made(save.Token, page{host: r.pages.now().host, children: r.service.pageOf(mark.Save.Token).children})
		}
		if _, err := r.replicas[op.replica].sender.Accept(r.ctx, school, save); err != nil {
			return err
		}
		r.tokens = append(r.tokens, save.Token)
	}
	return nil
}

// oldSave accepts a press on a page of an earlier generation.
func (r *run) oldSave(op operation) error {
	generations := slices.Sorted(maps.Keys(r.pages.by))
	generation := generations[int(op.fault)%len(generations)]
	made := r.pages.by[generation]
	school, err := r.store.School(r.ctx, r.school(moving))
	if err != nil {
		return err
	}
	r.saves++
	save := roll.Save{
		Token: roll.Token("token-" + strconv.Itoa(r.saves)), School: school.ID, Period: r.period(moving), Class: "8B", ClassName: "8B",
		Date: roll.DateOf(time.Now(), r.zone), Intent: roll.Intent{Status: roll.Status{ID: op.status, Name: "Status " + op.status.String()}},
		By: roll.Actor{Person: "p", Name: "P", Role: roll.Office}, Generation: generation,
	}
	if r.options.newPages {
		save.Generation = school.Generation
	}
	for _, student := range op.students {
		id := enrolmentOf(moving, student)
		if made.listed[id] {
			save.Rows = append(save.Rows, roll.SaveRow{Enrolment: id, Student: made.student(id)})
		}
	}
	if len(save.Rows) == 0 {
		return nil
	}
	r.service.made(save.Token, made)
	if _, err := r.replicas[op.replica].sender.Accept(r.ctx, school, save); err != nil {
		return err
	}
	r.tokens = append(r.tokens, save.Token)
	return nil
}

// showsOnlyOwn checks that a mark is shown only for the child for whom it was made.
func (r *run) showsOnlyOwn(k key, mark roll.Mark) error {
	if k.school != r.school(moving) || !r.pages.known[k.enrolment] {
		return nil
	}
	made, now := r.service.pageOf(mark.Save).children[k.enrolment], r.pages.now().children[k.enrolment]
	if made != now {
		return fmt.Errorf("%v shows a mark of child %d, and names child %d", k, made, now)
	}
	return nil
}

// makes records the children that the service's numbers name in the lists of the generation.
func (m *serviceModel) makes(generation int64, made page) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pages[generation] = made
	early := m.early
	m.early = nil
	for _, attempt := range early {
		m.belongs(attempt)
	}
}

// made records the page of the save.
func (m *serviceModel) made(save roll.Token, of page) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pressed[save] = of
}

func (m *serviceModel) pageOf(save roll.Token) page {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.pressed[save]
}

// neverAgain checks that nothing of the save is claimed any more.
func (m *serviceModel) neverAgain(save roll.Token) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.over[save] = time.Now()
}

// belongs records a violation if a call carries a mark to another connection or child than its own. The lock
// is held.
func (m *serviceModel) belongs(attempt roll.Attempt) {
	if at, over := m.over[attempt.Save]; over && attempt.ClaimedAt.After(at) {
		m.violations = append(m.violations, "a mark that waited in a copy was sent")
	}
	if attempt.School != (&run{}).school(moving) {
		return
	}
	truth, heard := m.pages[attempt.At.Generation]
	if !heard {
		// The model notices the change a moment after the senders.
		m.early = append(m.early, attempt)
		return
	}
	made := m.pressed[attempt.Save]
	if made.host != attempt.At.BaseURL {
		m.violations = append(m.violations, fmt.Sprintf("a mark made for %q was sent to %q", made.host, attempt.At.BaseURL))
	}
	for _, mark := range attempt.Marks {
		if made.children[mark.Enrolment] != truth.children[mark.Enrolment] {
			m.violations = append(m.violations, "a mark was sent for another child than it was made for")
		}
	}
}

// studentOf returns the student that the attempt's number names in the school system.
func (m *serviceModel) studentOf(attempt roll.Attempt, id roll.EnrolmentID) roll.StudentID {
	if attempt.School != (&run{}).school(moving) {
		return roll.StudentID(id) + 5000
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if truth, heard := m.pages[attempt.At.Generation]; heard {
		return truth.student(id)
	}
	return m.pressed[attempt.Save].student(id)
}
