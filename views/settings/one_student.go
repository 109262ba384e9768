package settings

import "rollbook/views/layout"

// OneStudentView is the page of everything that is kept about one student.
type OneStudentView struct {
	layout.Page
	Student string
	// Number is the student's number in the lists.
	Number string
	Parts  []DataPart
	// File and Erase are the addresses of the file and of the erasure.
	File, Erase string
}

// DataPart is a part of the data. Name is the end of its key in the catalogue.
type DataPart struct {
	Name string
	Rows int
}

// StudentErasedView is the page after an erasure.
type StudentErasedView struct {
	layout.Page
	// Marks counts the marks that stay without a name.
	Marks int
}
