package ending

import (
	"archive/zip"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"rollbook/web/events"
	"rollbook/web/language"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// OneStudent returns the student, with the rows that each table has about the student.
func (e *Ending) OneStudent(ctx context.Context, school roll.SchoolID,
	enrolment roll.EnrolmentID) (roll.OneStudent, []store.DataPart, error) {
	one, err := e.store.OneStudent(ctx, school, enrolment)
	if err != nil {
		return one, nil, err
	}
	parts, err := e.store.StudentData(ctx, one, func(sealed []byte) (string, error) {
		text, err := e.vault.Open(school, sealed)
		if err != nil {
			return "", fmt.Errorf("open what is sealed about a student: %w", err)
		}
		return text.Reveal(), nil
	})
	return one, parts, err
}

// ExportStudent writes everything that is kept about the student as a ZIP: one JSON, and a CSV for each part.
func (e *Ending) ExportStudent(ctx context.Context, by roll.PersonID, school roll.SchoolID, enrolment roll.EnrolmentID,
	words *language.Words, into io.Writer) error {
	_, parts, err := e.OneStudent(ctx, school, enrolment)
	if err != nil {
		return err
	}
	archive := zip.NewWriter(into)
	if err := writeJSON(archive, parts); err != nil {
		return err
	}
	for _, part := range parts {
		if err := writePart(archive, words, part); err != nil {
			return err
		}
	}
	if err := archive.Close(); err != nil {
		return fmt.Errorf("end a student's file: %w", err)
	}
	e.record.Done(ctx, "student-exported", events.About{By: by, School: school, Details: "student " + enrolment.String()})
	return nil
}

func writeJSON(archive *zip.Writer, parts []store.DataPart) error {
	all := make(map[string][]map[string]string, len(parts))
	for _, part := range parts {
		for _, row := range part.Rows {
			named := make(map[string]string, len(row))
			for i, column := range part.Columns {
				named[column] = row[i]
			}
			all[part.Name] = append(all[part.Name], named)
		}
	}
	file, err := archive.Create("student.json")
	if err == nil {
		lines := json.NewEncoder(file)
		lines.SetIndent("", "  ")
		err = lines.Encode(all)
	}
	if err != nil {
		return fmt.Errorf("write a student's data: %w", err)
	}
	return nil
}

func writePart(archive *zip.Writer, words *language.Words, part store.DataPart) error {
	file, err := archive.Create(part.Name + ".csv")
	if err != nil {
		return fmt.Errorf("begin a part of a student's file: %w", err)
	}
	text, err := tables.NewText(file, words.Separator())
	if err != nil {
		return err
	}
	for _, row := range append([][]string{part.Columns}, part.Rows...) {
		if err := text.Write(tables.Texts(row...)...); err != nil {
			return err
		}
	}
	return text.Close()
}

// EraseStudent deletes everything that names the student. Typed must be the student's number. It returns
// roll.Meaningless when it is not, and roll.Stale while a mark of the student is not settled.
func (e *Ending) EraseStudent(ctx context.Context, by roll.PersonID, school roll.SchoolID, enrolment roll.EnrolmentID,
	typed string) (marks int, err error) {
	if typed != enrolment.String() {
		return 0, roll.Problem(roll.Meaningless, "one_student.problem.typed")
	}
	if marks, err = e.store.EraseStudent(ctx, school, enrolment); err != nil {
		return 0, err
	}
	e.record.Done(ctx, "student-erased", events.About{By: by, School: school, Details: fmt.Sprintf("marks %d", marks)})
	return marks, nil
}
