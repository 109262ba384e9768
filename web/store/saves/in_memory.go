package saves

import (
	"encoding/binary"
	"maps"
	"slices"
	"sync"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// savesInMemory limits the saves of keptSaves, about 300 bytes each.
const savesInMemory = 4000

// keptSaves caches the part of saves that completes their marks, in a mark of the save. It never changes, so the
// cache is never stale.
type keptSaves struct {
	engine.Memory[roll.Token, roll.Mark]
}

// complete completes the marks whose saves are cached, and returns the other marks.
func (k *keptSaves) complete(found []*roll.Mark) (unknown []*roll.Mark) {
	for _, mark := range found {
		if save, kept := k.Get(mark.Save); kept {
			completeMark(mark, save)
		} else {
			unknown = append(unknown, mark)
		}
	}
	return unknown
}

// completeMark adds the part of the mark that its save has, from another mark of the save.
func completeMark(mark *roll.Mark, of roll.Mark) {
	mark.Intent, mark.By, mark.MarkedAt = of.Intent, of.By, of.MarkedAt
}

// Limits of the caches of versioned values: a class takes about 8 KB, a day 20 KB in a school of 500.
const (
	classesInMemory  = 256
	daysInMemory     = 64
	backlogsInMemory = 4000
	peopleInMemory   = 4000
)

// ClassMarks are the newest marks of a class on a date.
type ClassMarks struct {
	Of map[roll.EnrolmentID]roll.Mark
	// Waiting reports whether a row of the school is held on the date (HeldFor, HeldAtDoors). It is false without
	// marks, since nothing is held then.
	Waiting bool
	// Taking names who took the roll and who changed it later.
	Taking roll.ClassTaking
}

// classDay is a class on a date, with the numbers of its students as bytes.
type classDay struct {
	schoolDay
	students string
}

func classOn(school roll.SchoolID, date roll.Date, enrolments []roll.EnrolmentID) classDay {
	students := make([]byte, 0, 8*len(enrolments))
	for _, enrolment := range enrolments {
		students = binary.BigEndian.AppendUint64(students, uint64(enrolment))
	}
	return classDay{schoolDay{school, date}, string(students)}
}

// keptDays caches who has a mark on a date. Marks are only deleted with their school, so an equal count means
// equal marks.
type keptDays struct {
	mu sync.Mutex
	of map[schoolDay]markedDay
}

type schoolDay struct {
	school roll.SchoolID
	date   roll.Date
}

// ownKey is a person in a school.
type ownKey struct {
	school roll.SchoolID
	person roll.PersonID
}

// ownMemory caches the own classes of people.
type ownMemory struct {
	engine.Memory[ownKey, ownClasses]
}

// ownClasses are a person's own classes on a date, each with its first day, and when they were read.
type ownClasses struct {
	date   roll.Date
	readAt time.Time
	first  map[roll.ClassKey]roll.Date
}

// follow forgets the person's own classes when the class of the save is none of them yet.
func (o *ownMemory) follow(save roll.Save) {
	by := ownKey{save.School, save.By.Person}
	kept, known := o.Get(by)
	for _, period := range []roll.PeriodID{"", save.Period} {
		first := kept.first[roll.ClassKey{Period: period, Class: save.Class}]
		known = known && (first == "" || first > save.Date)
	}
	if known {
		o.Keep(by, ownClasses{}, peopleInMemory)
	}
}

// markedDay holds the students who have a mark on a day, and the count by which a change is noticed. Callers share the
// map and do not change it.
type markedDay struct {
	marked map[roll.EnrolmentID]bool
	count  markCount
}

// markCount counts marks, and sums their enrolments modulo enrolmentDivisor: a school that was removed and
// added again on the same day has other students.
type markCount struct{ marks, sum int64 }

const enrolmentDivisor = 1_000_003

// find returns who has a mark on the day, if the count matches the cached one.
func (k *keptDays) find(day schoolDay, count markCount) (map[roll.EnrolmentID]bool, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	kept, known := k.of[day]
	return kept.marked, known && kept.count == count
}

// keep caches who has a mark on a day.
func (k *keptDays) keep(day schoolDay, marked map[roll.EnrolmentID]bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of == nil || len(k.of) >= daysInMemory {
		k.of = make(map[schoolDay]markedDay)
	}
	kept := markedDay{marked: marked}
	for enrolment := range marked {
		kept.count.add(enrolment)
	}
	k.of[day] = kept
}

func (c *markCount) add(enrolment roll.EnrolmentID) {
	c.marks++
	c.sum += int64(enrolment) % enrolmentDivisor
}

// addAccepted adds the marks of saves that were just committed.
func (k *keptDays) addAccepted(accepted []roll.Acceptance) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, acceptance := range accepted {
		day := schoolDay{acceptance.Save.School, acceptance.Save.Date}
		kept, known := k.of[day]
		isNew := func(row roll.Kept) bool { return !kept.marked[row.Enrolment] }
		if !known || !slices.ContainsFunc(acceptance.Kept, isNew) {
			continue
		}
		kept.marked = maps.Clone(kept.marked)
		for _, row := range acceptance.Kept {
			if isNew(row) {
				kept.marked[row.Enrolment] = true
				kept.count.add(row.Enrolment)
			}
		}
		k.of[day] = kept
	}
}

func keptEnrolments(kept []roll.Kept) []roll.EnrolmentID {
	enrolments := make([]roll.EnrolmentID, len(kept))
	for i, row := range kept {
		enrolments[i] = row.Enrolment
	}
	return enrolments
}
