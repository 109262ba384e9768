package saves

import (
	"iter"
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
	mark.Status, mark.Sent, mark.Family, mark.Observed = of.Status, of.Sent, of.Family, of.Observed
	mark.By, mark.MarkedAt = of.By, of.MarkedAt
}

// keepAccepted caches saves that were just committed, because their rolls will be read soon.
func (k *keptSaves) keepAccepted(accepted []roll.Acceptance) {
	for _, acceptance := range accepted {
		save := acceptance.Save
		k.Keep(save.Token, roll.Mark{
			Status: save.Status.ID, Sent: save.Status.Name, Family: save.Status.Family, Observed: save.Observed, By: save.By,
			MarkedAt: engine.Instant(engine.Milliseconds(save.AcceptedAt)),
		}, savesInMemory)
	}
}

// classesInMemory limits the classes of keptClasses, about 8 KB each.
const classesInMemory = 256

// keptFor is how long a cached class is used. During an update, a program of an earlier version, which raises
// no versions of marks, may share the database.
const keptFor = 2 * time.Second

// keptClasses caches the marks of classes, each with the version at which it was read.
type keptClasses struct {
	engine.Memory[classDay, classMarks]
}

// classDay identifies a class on a date by its first student.
type classDay struct {
	school roll.SchoolID
	date   roll.Date
	first  roll.EnrolmentID
}

type classMarks struct {
	version    int64
	enrolments []roll.EnrolmentID
	marks      ClassMarks
	readAt     time.Time
}

func (k *keptClasses) find(class classDay, version int64, enrolments []roll.EnrolmentID, now time.Time) (classMarks, bool) {
	kept, ok := k.Get(class)
	return kept, ok && kept.version == version && now.Sub(kept.readAt) <= keptFor && slices.Equal(kept.enrolments, enrolments)
}

// keptDays caches who has a mark on a date. Marks are only deleted with their school, so an equal count means
// equal marks.
type keptDays struct {
	mu sync.Mutex
	of map[schoolDay]markedDay
}

// daysInMemory limits the days of keptDays, about 20 KB each in a school of 500.
const daysInMemory = 64

type schoolDay struct {
	school roll.SchoolID
	date   roll.Date
}

// markedDay is all marks of a day, as saved, with their count.
type markedDay struct {
	marked map[roll.EnrolmentID]roll.Outcome
	count  markCount
	// outcomes are those of all marks at the version, as read at readAt.
	outcomes map[roll.EnrolmentID]roll.Outcome
	version  int64
	readAt   time.Time
}

// markCount counts marks, and sums their enrolments modulo enrolmentDivisor: a school that was removed and
// added again on the same day has other students.
type markCount struct{ marks, sum int64 }

const enrolmentDivisor = 1_000_003

// find returns all marks of the day, as saved, if the count matches the cached one.
func (k *keptDays) find(day schoolDay, count markCount) (map[roll.EnrolmentID]roll.Outcome, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	kept, known := k.of[day]
	return maps.Clone(kept.marked), known && kept.count == count
}

// at returns the outcomes of all marks of the day, if they were read at the version.
func (k *keptDays) at(day schoolDay, version int64, now time.Time) (map[roll.EnrolmentID]roll.Outcome, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	kept, known := k.of[day]
	return kept.outcomes, known && version != 0 && kept.version == version && now.Sub(kept.readAt) <= keptFor
}

// keepAt caches the outcomes of all marks of a day whose marks are cached.
func (k *keptDays) keepAt(day schoolDay, version int64, readAt time.Time, outcomes map[roll.EnrolmentID]roll.Outcome) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if kept, known := k.of[day]; known {
		kept.outcomes, kept.version, kept.readAt = outcomes, version, readAt
		k.of[day] = kept
	}
}

// keep caches all marks of a day.
func (k *keptDays) keep(day schoolDay, marked iter.Seq[roll.EnrolmentID]) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of == nil || len(k.of) >= daysInMemory {
		k.of = make(map[schoolDay]markedDay)
	}
	k.of[day] = markedDay{marked: make(map[roll.EnrolmentID]roll.Outcome)}
	k.add(day, marked)
}

// addAccepted adds the marks of saves that were just committed.
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

func keptEnrolments(kept []roll.Kept) []roll.EnrolmentID {
	enrolments := make([]roll.EnrolmentID, len(kept))
	for i, row := range kept {
		enrolments[i] = row.Enrolment
	}
	return enrolments
}
