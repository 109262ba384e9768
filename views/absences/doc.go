// Package absences has the pages of known absences, and of a student's marks on several dates.
package absences
