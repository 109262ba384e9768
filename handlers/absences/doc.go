// Package absences contains the pages of absences that cover days: those that the office knows before the
// roll, and a student's marks on several dates at once.
package absences
