package settings

import (
	"slices"
	"strconv"

	"rollbook/views/layout"
	"rollbook/web/roll"
)

// TeachersView is the page of the classes' teachers. A typed teacher is posted with the fields class and teacher, a
// suggested one with class and learned, and one to remove with class and remove.
type TeachersView struct {
	layout.Page
	Classes []TaughtClass
	// People are offered while a teacher is typed.
	People []roll.MemberOfSchool
	// Learned counts the suggestions.
	Learned int
}

// TaughtClass is a class with its teachers. Without any, those are suggested whom the school system names, and who took
// its last rolls.
type TaughtClass struct {
	roll.Class
	Teachers, Named, Learned []roll.ClassTeacher
	// Typed is the text of a refused teacher.
	Typed string
}

// Suggested returns the suggested teachers who are people of the school.
func (c TaughtClass) Suggested() []roll.ClassTeacher {
	return slices.DeleteFunc(slices.Concat(c.Named, c.Learned), func(one roll.ClassTeacher) bool { return one.Person == "" })
}

// TaughtID is the id of a class's row, by its place on the page.
func TaughtID(place int) string { return "class-" + strconv.Itoa(place) }
