package auth

import "rollbook/web/roll"

// Action is something that not everybody in a school may do.
type Action string

// The actions. What a person may do with another school than his own is no action:
// he is told that it does not exist.
const (
	// SeeRoll sees the roll of a class on the school's today. Where the role is roll.AtDoor or
	// roll.Covering, the tablet or the link says of which class.
	SeeRoll Action = "see today's roll"
	// TakeRoll marks students on such a roll. A tablet may once it is known who stands before it:
	// visit.Bounds says when.
	TakeRoll Action = "take today's roll"
	// ManageOwnGroups puts students together for oneself.
	ManageOwnGroups Action = "manage one's own groups"
	// SeeStudents finds students, and sees classes and their day.
	SeeStudents Action = "see students"
	// CorrectPast marks students on an earlier date, with a reason.
	CorrectPast Action = "correct a past date"
	// SeeDay sees which classes are done, and what waits or needs a person.
	SeeDay Action = "see the school's day"
	// Export takes marks out of Rollbook, as files and on paper.
	Export Action = "take marks away"
	// SeeEvacuation sees who is in the building: whoever leads students out of it may.
	SeeEvacuation Action = "see the evacuation list"
	// SendStopped sends again what stopped, and marks it as keyed by hand.
	SendStopped Action = "send what stopped"
	// SeeReasons sees the school system's own words for a refusal.
	SeeReasons Action = "see why a mark was refused"
	// SeeConnection sees how the calls to the school system fare.
	SeeConnection Action = "see the connection"
	// SeeSettings opens the school's settings; what stands in them has actions of its own.
	SeeSettings Action = "see the settings"
	// SeeRawAnswers sees what the school system answered, as it came.
	SeeRawAnswers Action = "see raw answers"
	// ManageStatuses edits what a status means, its letter and its order.
	ManageStatuses Action = "manage statuses"
	// ManageDay says by when rolls are taken.
	ManageDay Action = "manage the school's day"
	// ManageLists brings students in files, and puts them together in groups of the school:
	// the office gets the lists, and knows where one is wrong.
	ManageLists Action = "manage students and groups"
	// ManageCalendar edits on which days the school is closed.
	ManageCalendar Action = "manage the calendar"
	// ManageCovers makes and revokes links with which somebody without an account takes a roll.
	ManageCovers Action = "manage cover links"
	// ManageTablets pairs, changes and revokes the tablets at classroom doors: the office knows
	// the classes of each door.
	ManageTablets Action = "manage tablets"
	// ManageConnection edits address, mapping and limits of the school system, and
	// starts sending after a restore.
	ManageConnection Action = "manage the connection"
	// ManageKeys enters and replaces the school's API key. Nobody may read it.
	ManageKeys Action = "manage keys"
	// ManagePeople edits who belongs to the school, and with which role.
	ManagePeople Action = "manage people"
	// ManageSchool renames the school, and ends it.
	ManageSchool Action = "manage the school"
)

// Can reports whether the role may do the action in its school. A role or an action
// that does not exist may nothing.
func Can(role roll.Role, action Action) bool {
	switch action {
	case SeeRoll, TakeRoll:
		return role.Includes(roll.AtDoor)
	case SeeStudents, SeeEvacuation, ManageOwnGroups:
		return role.Includes(roll.Teacher)
	case CorrectPast, SeeDay, Export, SendStopped, SeeReasons, SeeConnection, SeeSettings, ManageStatuses, ManageLists, ManageCalendar, ManageDay, ManageCovers, ManageTablets:
		return role.Corrects()
	case SeeRawAnswers, ManageConnection, ManageKeys, ManagePeople, ManageSchool:
		return role.Includes(roll.Admin)
	}
	return false
}
