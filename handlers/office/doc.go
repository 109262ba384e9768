// Package office contains the pages of a school's office: the board of the day, finding and marking students
// of several classes, one student's days and months, exports as files and on paper, and cover links.
package office
