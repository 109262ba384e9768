package store

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"rollbook/web/roll"
)

// alike lists the columns that many marks of a class have in common: a save marks a whole class, and
// most of it is answered at once.
const alike = `m.state, m.save, m.marked_at, m.returned, m.answered_at, m.keyed, m.keyed_by`

// MarksAndWaiting returns the newest marks of the enrolments on the date, by enrolment, and whether a
// row of the school is held on that date (HeldFor, HeldAtDoors); waiting is false without marks, since
// nothing is held then. One statement reads marks that are alike as one row: a class of 28 is one or
// two of them.
func (s *Store) MarksAndWaiting(ctx context.Context, school roll.SchoolID, date roll.Date, enrolments []roll.EnrolmentID) (marks map[roll.EnrolmentID]roll.Mark, waiting bool, err error) {
	var found []*alikeMarks
	var ofSaves []*roll.Mark
	err = chunks(enrolments, func(part []roll.EnrolmentID) error {
		among, ids := listed("m.enrolment", 4, part)
		return s.query(ctx, func(rows *sql.Rows) error {
			one, held, err := scanAlike(rows)
			found, ofSaves, waiting = append(found, one), append(ofSaves, &one.Mark), waiting || held
			return err
		}, `SELECT `+alike+`, string_agg(CAST(m.enrolment AS TEXT) || ' ' || CAST(m.seq AS TEXT), ','),
			CASE WHEN EXISTS (SELECT 1 FROM held_marks h WHERE h.school = $1 AND h.date = $2 AND h.decision = `+sqlUndecided+`) THEN 1 ELSE 0 END
			FROM marks m WHERE m.school = $3 AND m.date = $4 AND `+among+` GROUP BY `+alike, append([]any{school, date, school, date}, ids...)...)
	})
	if err == nil {
		err = s.addKeptSaves(ctx, ofSaves)
	}
	if err != nil {
		return nil, false, err
	}
	marks = make(map[roll.EnrolmentID]roll.Mark, len(enrolments))
	for _, one := range found {
		if err := one.spread(marks); err != nil {
			return nil, false, err
		}
	}
	return marks, waiting, nil
}

// alikeMarks are marks that differ in nothing but their students and versions, which are written
// "12 1,13 4".
type alikeMarks struct {
	roll.Mark
	students string
}

func scanAlike(rows *sql.Rows) (marks *alikeMarks, held bool, err error) {
	marks = new(alikeMarks)
	var markedAt, answeredAt, keyed, waiting int64
	err = rows.Scan(&marks.Outcome, &marks.Save, &markedAt, &marks.Returned, &answeredAt, &keyed, &marks.KeyedBy, &marks.students, &waiting)
	marks.MarkedAt, marks.AnsweredAt, marks.KeyedAt = instant(markedAt), instant(answeredAt), instant(keyed)
	return marks, waiting != 0, err
}

// spread adds each of the marks.
func (a *alikeMarks) spread(marks map[roll.EnrolmentID]roll.Mark) error {
	for student := range strings.SplitSeq(a.students, ",") {
		enrolment, version, _ := strings.Cut(student, " ")
		number, err := strconv.ParseInt(enrolment, 10, 64)
		if err != nil {
			return fmt.Errorf("read a mark's student: %w", err)
		}
		mark := a.Mark
		if mark.Version, err = strconv.ParseInt(version, 10, 64); err != nil {
			return fmt.Errorf("read a mark's version: %w", err)
		}
		mark.Enrolment = roll.EnrolmentID(number)
		marks[mark.Enrolment] = mark
	}
	return nil
}

// savesInMemory bounds the saves of keptSaves, which take about 300 bytes each.
const savesInMemory = 4000

// keptSaves caches the part of saves that completes their marks, as marks with nothing else. That part
// of a save never changes, so that the cache is never stale.
type keptSaves struct {
	mu sync.Mutex
	of map[roll.Token]roll.Mark
}

// addKeptSaves completes marks as addSaves does, and reads only the saves that it has not read before.
func (s *Store) addKeptSaves(ctx context.Context, found []*roll.Mark) error {
	if unknown := s.saves.complete(found); len(unknown) > 0 {
		if err := addSaves(ctx, s.query, unknown); err != nil {
			return err
		}
		s.saves.keep(unknown)
	}
	return nil
}

// complete completes the marks whose saves are cached, and returns the other marks.
func (k *keptSaves) complete(found []*roll.Mark) (unknown []*roll.Mark) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, mark := range found {
		save, kept := k.of[mark.Save]
		if !kept {
			unknown = append(unknown, mark)
			continue
		}
		mark.Status, mark.Sent, mark.Family, mark.Observed, mark.By = save.Status, save.Sent, save.Family, save.Observed, save.By
	}
	return unknown
}

func (k *keptSaves) keep(read []*roll.Mark) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of == nil || len(k.of) >= savesInMemory {
		k.of = make(map[roll.Token]roll.Mark)
	}
	for _, mark := range read {
		k.of[mark.Save] = roll.Mark{Status: mark.Status, Sent: mark.Sent, Family: mark.Family, Observed: mark.Observed, By: mark.By}
	}
}

// keepAccepted keeps saves that were committed just now, whose rolls are about to be read.
func (k *keptSaves) keepAccepted(accepted []roll.Acceptance) {
	marks := make([]*roll.Mark, 0, len(accepted))
	for _, acceptance := range accepted {
		save := acceptance.Save
		marks = append(marks, &roll.Mark{
			Save: save.Token, Status: save.Status.ID, Sent: save.Status.Name, Family: save.Status.Family, Observed: save.Observed, By: save.By,
		})
	}
	k.keep(marks)
}

// marksVersion selects the version of the marks of a school c, 0 before any was changed.
const marksVersion = `COALESCE((SELECT CAST(SUM(n.version) AS BIGINT) FROM mark_versions n WHERE n.school = c.slug), 0)`

// everySchool stands for all schools among those whose marks a transaction changes.
const everySchool roll.SchoolID = ""

// noteMarks notes whose marks a statement may change, marks or rows held beside them: those of the
// school among its arguments, or everybody's where it names none.
func (t *transaction) noteMarks(text string, args []any) {
	if !strings.Contains(text, " marks") && !strings.Contains(text, "held_marks") {
		return
	}
	school := everySchool
	for _, arg := range args {
		if named, is := arg.(roll.SchoolID); is {
			school = named
		}
	}
	t.marked[school] = true
}

// raiseMarks raises the versions of the marks that the transaction may have changed. It is the last
// statement before the commit, since others wait for the same rows. A first version is the time, so
// that a school that is added again has another than the one that was removed.
func (t *transaction) raiseMarks(ctx context.Context) error {
	if t.marked[everySchool] {
		_, err := t.exec(ctx, `UPDATE mark_versions SET version = version + 1`)
		return err
	}
	for _, school := range slices.Sorted(maps.Keys(t.marked)) {
		_, err := t.exec(ctx, `INSERT INTO mark_versions (school, slot, version)
			SELECT slug, CAST($1 AS BIGINT), CAST($2 AS BIGINT) FROM schools WHERE slug = $3
			ON CONFLICT (school, slot) DO UPDATE SET version = mark_versions.version + 1`,
			rand.IntN(t.store.engine.markSlots), milliseconds(t.Now), school)
		if err != nil {
			return err
		}
	}
	return nil
}

// classesInMemory bounds the classes of keptClasses, of which each takes about 8 KB.
const classesInMemory = 256

// keptFor is the time after which a class is read again all the same: while an update goes on, a
// program of an earlier version, which raises no versions of marks, may share the database.
const keptFor = 2 * time.Second

// keptClasses caches the marks of classes, each for the version at which it was read.
type keptClasses struct {
	mu sync.Mutex
	of map[classDay]classMarks
}

// classDay names a class on a date by its first student.
type classDay struct {
	school roll.SchoolID
	date   roll.Date
	first  roll.EnrolmentID
}

type classMarks struct {
	version    int64
	enrolments []roll.EnrolmentID
	marks      map[roll.EnrolmentID]roll.Mark
	waiting    bool
	readAt     time.Time
}

// MarksAt does MarksAndWaiting for a request that came when the school's marks had the version
// (roll.Admission), and reads nothing where the class was read at that version before. Nobody may
// change the map.
func (s *Store) MarksAt(ctx context.Context, version int64, school roll.SchoolID, date roll.Date, enrolments []roll.EnrolmentID) (marks map[roll.EnrolmentID]roll.Mark, waiting bool, err error) {
	if version == 0 || len(enrolments) == 0 {
		return s.MarksAndWaiting(ctx, school, date, enrolments)
	}
	class := classDay{school: school, date: date, first: enrolments[0]}
	readAt := time.Now()
	if kept, ok := s.classes.find(class, version, enrolments, readAt); ok {
		return kept.marks, kept.waiting, nil
	}
	marks, waiting, err = s.MarksAndWaiting(ctx, school, date, enrolments)
	if err == nil {
		s.classes.keep(class, classMarks{version: version, enrolments: slices.Clone(enrolments), marks: marks, waiting: waiting, readAt: readAt})
	}
	return marks, waiting, err
}

func (k *keptClasses) find(class classDay, version int64, enrolments []roll.EnrolmentID, now time.Time) (classMarks, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	kept, ok := k.of[class]
	return kept, ok && kept.version == version && now.Sub(kept.readAt) <= keptFor && slices.Equal(kept.enrolments, enrolments)
}

func (k *keptClasses) keep(class classDay, read classMarks) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of == nil || len(k.of) >= classesInMemory {
		k.of = make(map[classDay]classMarks)
	}
	k.of[class] = read
}

// keptDays caches who has a mark on a date. A mark never goes but with its school, so that as many marks
// are the same ones.
type keptDays struct {
	mu sync.Mutex
	of map[schoolDay]markedDay
}

// daysInMemory bounds the days of keptDays, of which one takes about 20 KB in a school of 500.
const daysInMemory = 64

type schoolDay struct {
	school roll.SchoolID
	date   roll.Date
}

// markedDay has all marks of a day, as saved, and their count.
type markedDay struct {
	marked map[roll.EnrolmentID]roll.Outcome
	count  markCount
}

// markCount counts marks, and adds up what their enrolments leave when divided by enrolmentDivisor: a
// school that was removed and is added again on the same day has other students.
type markCount struct{ marks, sum int64 }

const enrolmentDivisor = 1_000_003

// find returns all marks of the day, as saved, where as many are known.
func (k *keptDays) find(day schoolDay, count markCount) (map[roll.EnrolmentID]roll.Outcome, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	kept, known := k.of[day]
	return maps.Clone(kept.marked), known && kept.count == count
}

// keep keeps all marks of a day.
func (k *keptDays) keep(day schoolDay, marked iter.Seq[roll.EnrolmentID]) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of == nil || len(k.of) >= daysInMemory {
		k.of = make(map[schoolDay]markedDay)
	}
	k.of[day] = markedDay{marked: make(map[roll.EnrolmentID]roll.Outcome)}
	k.add(day, marked)
}

// addAccepted adds the marks of saves that were committed just now.
func (k *keptDays) addAccepted(accepted []roll.Acceptance) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, acceptance := range accepted {
		day := schoolDay{acceptance.Save.School, acceptance.Save.Date}
		if _, known := k.of[day]; known {
			k.add(day, slices.Values(keptEnrolments(acceptance.Kept)))
		}
	}
}

func (k *keptDays) add(day schoolDay, marked iter.Seq[roll.EnrolmentID]) {
	kept := k.of[day]
	for enrolment := range marked {
		if _, known := kept.marked[enrolment]; !known {
			kept.marked[enrolment] = roll.Saved
			kept.count.marks++
			kept.count.sum += int64(enrolment) % enrolmentDivisor
		}
	}
	k.of[day] = kept
}
