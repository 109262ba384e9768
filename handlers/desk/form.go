package desk

import (
	"cmp"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/web/edge"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
)

// PressOf parses the press of the form. With an error it returns the readable part.
func PressOf(v *visit.Visit) (submission.Press, error) {
	requested, err := v.Query()
	press, unread := pressOf(v.Request().PostForm, requested)
	if err == nil && v.Request().PostForm.Get("date") == "" {
		// A viewed page may leave out the date and mean today. A press must name its date.
		err = roll.Problem(roll.Malformed, "roll.problem.no_such_date")
	}
	return press, cmp.Or(err, unread)
}

// pressOf is PressOf for the requested roll.
func pressOf(form url.Values, requested visit.Query) (submission.Press, error) {
	press := submission.Press{Period: requested.Period, Class: requested.Class, Date: requested.Date,
		Seen: make(map[roll.EnrolmentID]int64)}
	failures := []error{edge.Once(form, "save", "others_save", "check", "time", "reason", "status", "others", "closed",
		"staff", "pin", "opening")}
	text, read := form.Get, func(err error) { failures = append(failures, err) }
	press.Save, press.OthersSave = roll.Token(text("save")), roll.Token(text("others_save"))
	press.Check, press.Time, press.Reason = text("check"), text("time"), strings.TrimSpace(text("reason"))
	press.OnClosedDay = text("closed") == "yes"
	var err error
	press.Enrolments, err = visit.EnrolmentsOf(form["enrolment"])
	read(err)
	press.Others, err = visit.EnrolmentsOf(form["other"])
	read(err)
	press.Status, err = visit.StatusIDOf(text("status"))
	read(err)
	press.OthersStatus, err = visit.StatusIDOf(text("others"))
	read(err)
	read(ReadSeen(form["seen"], press.Seen))
	if !form.Has("other") && !form.Has("known") && press.OthersStatus != 0 {
		// The page showed them without a mark. One that names others or known absences may also show students who
		// are expected later.
		var others []roll.EnrolmentID
		for _, text := range form["seen"] {
			id, version, _ := strings.Cut(text, ":")
			if enrolment, err := roll.ParseEnrolmentID(id); err == nil && version == "0" {
				others = append(others, enrolment)
			}
		}
		press.Others = others
	}
	if press.OthersStatus != 0 || form.Has("known_too") {
		press.Known, err = knownOf(form["known"], press.Enrolments)
		read(err)
	}
	if err := errors.Join(failures...); err != nil {
		return press, roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
	}
	return press, nil
}

// knownOf parses repeated "enrolment:status" of students with a known absence, and leaves out those who are ticked:
// they sit there all the same, or the person saw something else. It returns a part for each status.
func knownOf(texts []string, ticked []roll.EnrolmentID) (parts []submission.Part, err error) {
	for _, text := range texts {
		id, status, _ := strings.Cut(text, ":")
		enrolment, err := roll.ParseEnrolmentID(id)
		if err != nil {
			return nil, err
		}
		of, err := roll.ParseStatusID(status)
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(parts, func(part submission.Part) bool { return part.Status == of })
		switch {
		case slices.Contains(ticked, enrolment):
		case at < 0:
			parts = append(parts, submission.Part{Status: of, Enrolments: []roll.EnrolmentID{enrolment}})
		case !slices.Contains(parts[at].Enrolments, enrolment):
			parts[at].Enrolments = append(parts[at].Enrolments, enrolment)
		}
	}
	return parts, nil
}

// ReadSeen parses repeated "enrolment:version".
func ReadSeen(texts []string, seen map[roll.EnrolmentID]int64) error {
	for _, text := range texts {
		id, version, found := strings.Cut(text, ":")
		enrolment, err := roll.ParseEnrolmentID(id)
		if err != nil {
			return err
		}
		number, err := strconv.ParseInt(version, 10, 64)
		if err != nil || !found || number < 0 || strconv.FormatInt(number, 10) != version {
			return roll.ErrIdentifier
		}
		if before, again := seen[enrolment]; again && before != number {
			return roll.ErrIdentifier
		}
		seen[enrolment] = number
	}
	return nil
}
