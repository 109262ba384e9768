package sender

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"rollbook/web/live"
	"rollbook/web/roll"
	"rollbook/web/store"
)

var errKeyRefused = errors.New("the key is refused")

const (
	modelSchools  = 3
	modelStudents = 4
	replicas      = 2
)

// schoolOf returns the school of the student with the enrolment.
func schoolOf(enrolment roll.EnrolmentID) string {
	return "school-" + strconv.Itoa(int(enrolment/100))
}

// guessed is the school with a guessed connection: it is not proven, and its list lacks some of its students'
// numbers.
const guessed = 2

// documented is the school whose list has the document's own names, and whose students no answer has named
// yet.
const documented = 1

// studentIn returns the student's number in the school's list, or 0 if the list has none.
func studentIn(school int, enrolment roll.EnrolmentID) roll.StudentID {
	if school == guessed && enrolment%100 > 2 {
		return 0
	}
	return roll.StudentID(enrolment) + 5000
}

// operation is one step of a run.
type operation struct {
	kind     string
	school   int
	students []int
	status   roll.StatusID
	office   bool
	replica  int
	fault    fault
	wait     time.Duration
}

func operations(t *rapid.T) []operation {
	short := []time.Duration{50 * time.Millisecond, time.Second, 3 * time.Second, 16 * time.Second, 21 * time.Second}
	waits := append(append(slices.Repeat(short, 12), 65*time.Second, 65*time.Second), 31*time.Minute)
	usual := []string{"save", "save", "save", "save", "wait", "wait", "wait", "fault", "fault", "fault", "kill", "guide", "switch on", "mend", "right", "leave", "tap", "tap", "deliver", "deliver", "deliver"}
	usual = append(usual, "know", "know", "open", "press", "press", "take back", "take back", "gate", "gate")
	kinds := append(slices.Repeat(usual, 3), "move", "list", "list", "release", "old save", "copy")
	one := rapid.Custom(func(t *rapid.T) operation {
		return operation{
			kind:     rapid.SampledFrom(kinds).Draw(t, "kind"),
			school:   rapid.IntRange(0, modelSchools-1).Draw(t, "school"),
			students: rapid.SliceOfNDistinct(rapid.IntRange(1, modelStudents), 1, modelStudents, rapid.ID[int]).Draw(t, "students"),
			status:   roll.StatusID(rapid.IntRange(1, 3).Draw(t, "status")),
			office:   rapid.Bool().Draw(t, "office"),
			replica:  rapid.IntRange(0, replicas-1).Draw(t, "replica"),
			fault:    fault(rapid.IntRange(0, int(faults)-1).Draw(t, "fault")),
			wait:     rapid.SampledFrom(waits).Draw(t, "wait"),
		}
	})
	return append(rapid.SliceOfN(one, 100, 300).Draw(t, "operations"), lastSummer())
}

// run is the real store and real senders around the model of a service.
type run struct {
	ctx      context.Context
	store    *store.Store
	service  *serviceModel
	replicas []*replica
	tokens   []roll.Token
	saves    int
	zone     *time.Location
	options  mutation
	// mended counts how often the reading of the guessed school changed.
	mended int
	// generations are those of the tablets' lists.
	generations [modelSchools]int64
	// pages are those of the moving school.
	pages pages
	// tablets are the tablets at doors, one for each school.
	tablets [modelSchools]tablet
	// desks are those of the people at their pages, one for each school.
	desks [modelSchools]desk
	// expected are the times of the students in the school system, as far as they are known.
	expected map[roll.EnrolmentID]times
}

// replica is one process: a sender on a store that a kill cuts off.
type replica struct {
	cut    *cuttableStore
	sender *Sender
	cancel context.CancelFunc
	ended  chan struct{}
}

func (r *run) start(i int) {
	ctx, cancel := context.WithCancel(r.ctx)
	cut := &cuttableStore{Store: r.store, options: r.options}
	started := &replica{cut: cut, cancel: cancel, ended: make(chan struct{})}
	started.sender = New(cut, r.service, live.NewHub(), uncounted{}, slog.New(slog.DiscardHandler))
	go func() {
		defer close(started.ended)
		started.sender.Run(ctx)
	}()
	r.replicas[i] = started
}

// kill ends a replica like SIGKILL: nothing more of it reaches the database.
func (r *run) kill(i int) {
	r.replicas[i].cut.cut()
	r.replicas[i].cancel()
}

func (r *run) stop() {
	for _, replica := range r.replicas {
		replica.cancel()
		<-replica.ended
	}
}

func (r *run) school(i int) roll.SchoolID { return roll.SchoolID("school-" + strconv.Itoa(i)) }

func enrolmentOf(school, student int) roll.EnrolmentID {
	return roll.EnrolmentID(school*100 + student)
}

func (r *run) do(op operation) error {
	switch op.kind {
	case "save":
		return r.save(op)
	case "wait":
		time.Sleep(op.wait)
	case "fault":
		return r.fault(op)
	case "guide", "switch on", "mend", "right":
		if err := r.decide(op); err != nil {
			return err
		}
	case "move", "list", "release", "old save", "copy":
		if err := r.change(op); err != nil {
			return err
		}
	case "leave":
		if op.wait > time.Minute {
			r.service.leave(key{r.school(op.school), enrolmentOf(op.school, op.students[0]), r.host(op.school)})
		}
	case "tap":
		if err := r.tap(op); err != nil {
			return err
		}
	case "deliver":
		if err := r.deliver(op); err != nil {
			return err
		}
	case "know", "open", "press", "take back", "gate":
		if err := r.press(op); err != nil {
			return err
		}
	case "kill":
		r.killAndStart(op)
	}
	synctest.Wait()
	return r.check()
}

// killAndStart kills a replica, and restarts it some time later.
func (r *run) killAndStart(op operation) {
	r.kill(op.replica)
	// Answers from that moment may not have been stored.
	synctest.Wait()
	r.service.forget()
	time.Sleep(op.wait / 10)
	r.start(op.replica)
}

// fault gives the service a fault. Its address does not move while a search after an earlier 404 is running:
// an address that changes back and forth meanwhile cannot be distinguished from a student who left.
func (r *run) fault(op operation) error {
	if op.fault == moved || op.fault == movedSlowly {
		searched := false
		err := r.eachMark(func(k key, mark roll.Mark) error {
			searched = searched || k.school == r.school(op.school) && mark.Outcome.UnderWay() && r.service.isMissed(k, mark.Save)
			return nil
		})
		if err != nil || searched {
			return err
		}
	}
	r.service.set(r.school(op.school), op.fault)
	synctest.Wait()
	return r.check()
}

// save accepts a press of a person who has seen the present mark.
func (r *run) save(op operation) error { return r.saveAs(op, "") }

// saveAs is save of a mark that proves the subject, if there is one.
func (r *run) saveAs(op operation, guided roll.Subject) error {
	school := r.school(op.school)
	ids := make([]roll.EnrolmentID, len(op.students))
	for i, student := range op.students {
		ids[i] = enrolmentOf(op.school, student)
	}
	today := roll.DateOf(time.Now(), r.zone)
	marks, err := r.store.Marks(r.ctx, school, today, ids)
	if err != nil {
		return err
	}
	r.saves++
	save := roll.Save{
		Token: roll.Token("token-" + strconv.Itoa(r.saves)), School: school, Period: r.period(op.school), Class: "8B", ClassName: "8B", Date: today,
		Intent: roll.Intent{Status: roll.Status{ID: op.status, Name: "Status " + op.status.String()}}, By: roll.Actor{Person: "p", Name: "P", Role: roll.Teacher},
		Guided: guided,
	}
	if guided != "" {
		r.service.guides(save.Token)
	}
	if op.office {
		save.By.Role = roll.Office
	}
	for _, id := range ids {
		if op.school == moving && !r.pages.now().listed[id] {
			continue
		}
		save.Rows = append(save.Rows, roll.SaveRow{Enrolment: id, Student: r.studentNow(op.school, id), Seen: marks[id].Version, Decided: true})
	}
	if len(save.Rows) == 0 {
		return nil
	}
	if op.school == moving {
		r.service.made(save.Token, r.pages.now())
	}
	known, err := r.store.School(r.ctx, school)
	if err != nil {
		return err
	}
	save.Generation = known.Generation
	if _, err := r.replicas[op.replica].sender.Accept(r.ctx, known, save); err != nil {
		return err
	}
	r.tokens = append(r.tokens, save.Token)
	return nil
}

// check compares what is shown with the service's marks: if a mark is shown as saved, the service has it and
// nothing under way can change it; if it is shown as refused, the student left or was refused for another
// reason.
func (r *run) check() error {
	if err := errors.Join(r.service.violation(), r.showsMovements()); err != nil {
		return err
	}
	return r.eachMark(func(k key, mark roll.Mark) error {
		if err := r.showsOnlyOwn(k, mark); err != nil {
			return err
		}
		value, final := r.service.holds(k, mark.Status.ID)
		if mark.Outcome == roll.Saved && (!value || !final) {
			return fmt.Errorf("%v is shown as saved (%s): the service holds it %t, nothing can change it %t", k, mark.Status.Name, value, final)
		}
		if err := r.hasTimes(k, mark); err != nil {
			return err
		}
		if mark.Outcome == roll.Refused && !r.service.mayBeRefused(k, mark.Save) {
			return fmt.Errorf("%v is refused, is not gone, and nothing else was said of it", k)
		}
		return nil
	})
}

func (r *run) eachMark(do func(key, roll.Mark) error) error {
	for school := range modelSchools {
		var found error
		err := r.store.EachMark(r.ctx, r.school(school), func(mark roll.Mark) {
			found = errors.Join(found, do(key{r.school(school), mark.Enrolment, r.service.pageOf(mark.Save).host}, mark))
		})
		if err := errors.Join(err, found); err != nil {
			return err
		}
	}
	return nil
}

// finish ends all faults and checks the rule's promise: within Q and a minute, the service has the newest
// mark of every student, or a person is asked.
func (r *run) finish() error {
	for school := range modelSchools {
		r.service.set(r.school(school), works)
		if err := r.confirmOthers(school); err != nil {
			return err
		}
	}
	if err := r.prove(); err != nil {
		return err
	}
	if err := r.list(operation{students: []int{1}, office: true}); err != nil {
		return err
	}
	if err := r.deliverAll(); err != nil {
		return err
	}
	// In addition, a minute for the probe of a paused school.
	time.Sleep(applyLimit + time.Minute + probeEvery + 20*time.Second)
	if err := r.othersSave(); err != nil {
		return err
	}
	if err := r.check(); err != nil {
		return err
	}
	for _, token := range r.tokens {
		if _, err := r.store.SaveProgress(r.ctx, token); err != nil {
			return fmt.Errorf("an accepted save is gone: %w", err)
		}
	}
	return r.eachMark(func(k key, mark roll.Mark) error {
		if mark.Outcome.UnderWay() {
			return fmt.Errorf("%v is still %s after everything works again", k, mark.Outcome)
		}
		return nil
	})
}

// othersSave saves, in each school, a class that no other press marks: its answer shows who left.
func (r *run) othersSave() error {
	for school := range modelSchools {
		if err := r.save(operation{school: school, students: []int{modelStudents + 1}, status: 1, office: true}); err != nil {
			return err
		}
	}
	time.Sleep(probeEvery + 20*time.Second)
	synctest.Wait()
	return nil
}

func runOperations(t *testing.T, from databases, all []operation, options mutation) (steps int, failure error) {
	location, end := from(t)
	defer end()
	synctest.Test(t, func(t *testing.T) {
		ctx := context.Background()
		opened, err := store.Open(ctx, location, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		opened.Database.TakeTimeFrom(time.Now)
		r := &run{ctx: ctx, store: opened, service: newServiceModel(options), zone: time.UTC, replicas: make([]*replica, replicas), options: options}
		r.generations, r.expected = [modelSchools]int64{1, 1, 1}, make(map[roll.EnrolmentID]times)
		for school := range r.desks {
			r.desks[school] = desk{told: make(map[roll.EnrolmentID][]roll.KnownAbsence), moves: make(map[roll.EnrolmentID][]roll.Movement)}
		}
		r.pages.by = make(map[int64]page)
		r.pages.known, r.pages.away = make(map[roll.EnrolmentID]bool), make(map[away]kept)
		if failure = errors.Join(r.noteGeneration(firstPage()), r.list(operation{students: []int{1}, office: true})); failure != nil {
			t.Fatal(failure)
		}
		if options.manyCalls {
			r.proveAtOnce(t)
		}
		for i := range replicas {
			r.start(i)
		}
		for _, op := range all {
			steps++
			if failure = r.do(op); failure != nil {
				break
			}
		}
		if failure == nil {
			failure = r.finish()
		}
		r.stop()
		if err := opened.Close(); err != nil {
			t.Error(err)
		}
		// The service's late changes come to their end.
		time.Sleep(2 * applyLimit)
	})
	return steps, failure
}
