package auth

import "rollbook/web/roll"

// Action is something that only some people of a school may do.
type Action string

// The actions. There is none for another school than the person's own: such a school does not exist for the
// person.
const (
	// SeeRoll sees the roll of a class today. For roll.AtDoor and roll.Covering, the tablet or the link
	// determines the class.
	SeeRoll Action = "see today's roll"
	// TakeRoll marks students on such a roll. A tablet may only do so after a person has identified themself:
	// see visit.Bounds.
	TakeRoll Action = "take today's roll"
	// ManageOwnGroups makes personal groups of students.
	ManageOwnGroups Action = "manage one's own groups"
	// SeeStudents finds students, and sees classes and their day.
	SeeStudents Action = "see students"
	// CorrectPast marks students on an earlier date, with a reason.
	CorrectPast Action = "correct a past date"
	// ManageAbsences keeps the absences that the school knows before the roll, with the reasons.
	ManageAbsences Action = "manage known absences"
	// SeeDay sees which classes are done, and which marks wait or need a person.
	SeeDay Action = "see the school's day"
	// Export exports marks, as files and on paper.
	Export Action = "take marks away"
	// SeeEvacuation sees who is in the building, for leading students out of it.
	SeeEvacuation Action = "see the evacuation list"
	// SendStopped sends stopped marks again, and notes them as keyed by hand.
	SendStopped Action = "send what stopped"
	// SeeReasons sees the school system's own words for a refusal.
	SeeReasons Action = "see why a mark was refused"
	// SeeConnection sees the state of the calls to the school system.
	SeeConnection Action = "see the connection"
	// SeeSettings opens the school's settings. Their pages have actions of their own.
	SeeSettings Action = "see the settings"
	// SeeRawAnswers sees the school system's answers unchanged.
	SeeRawAnswers Action = "see raw answers"
	// ManageStatuses edits a status's meaning, letter and order.
	ManageStatuses Action = "manage statuses"
	// ManageDay sets the deadline for rolls.
	ManageDay Action = "manage the school's day"
	// ManageLists imports students from files, and makes groups of the school: the office receives the lists.
	ManageLists Action = "manage students and groups"
	// ManageCalendar edits the days when the school is closed.
	ManageCalendar Action = "manage the calendar"
	// ManageCovers makes and revokes links for taking a roll without an account.
	ManageCovers Action = "manage cover links"
	// ManageTablets pairs, changes and revokes the tablets at classroom doors: the office knows the classes
	// of each door.
	ManageTablets Action = "manage tablets"
	// ManageConnection edits address, mapping and limits of the school system, and starts sending after a
	// restore.
	ManageConnection Action = "manage the connection"
	// ManageKeys enters and replaces the school's API key. The key itself is never shown.
	ManageKeys Action = "manage keys"
	// ManagePeople edits the school's people and their roles.
	ManagePeople Action = "manage people"
	// ManageSchool renames the school, and removes it.
	ManageSchool Action = "manage the school"
	// SeeAudit sees who signed in, changed or exported something.
	SeeAudit Action = "see the audit log"
)

// Can reports whether the role allows the action in its school. Unknown roles and actions allow nothing.
func Can(role roll.Role, action Action) bool {
	switch action {
	case SeeRoll, TakeRoll:
		return role.Includes(roll.AtDoor)
	case SeeStudents, SeeEvacuation, ManageOwnGroups:
		return role.Includes(roll.Teacher)
	case CorrectPast, ManageAbsences, SeeDay, Export, SendStopped, SeeReasons, SeeConnection, SeeSettings, ManageStatuses,
		ManageLists, ManageCalendar, ManageDay, ManageCovers, ManageTablets:
		return role.Corrects()
	case SeeRawAnswers, ManageConnection, ManageKeys, ManagePeople, ManageSchool, SeeAudit:
		return role.Includes(roll.Admin)
	}
	return false
}
