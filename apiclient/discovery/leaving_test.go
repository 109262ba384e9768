package discovery

import (
	"fmt"
	"testing"

	"rollbook/apiclient/mapping"
)

// twelve returns eleven students with the usual value and a twelfth with the other value.
func twelve(t *testing.T, usual, other string) []any {
	t.Helper()
	var items []any
	for i := range 12 {
		text := fmt.Sprintf(`{"id":%d,"name":"Student %d"`, i+1, i+1)
		if value := map[bool]string{true: other, false: usual}[i == 11]; value != "" {
			text += "," + value
		}
		items = append(items, decoded(t, text+"}"))
	}
	return items
}

func TestLeaversAndStaffAreKnownByAnySign(t *testing.T) {
	t.Parallel()
	for usual, other := range map[string]string{
		`"status":"On roll"`: `"status":"Off roll"`, `"pupilStatus":"Current"`: `"pupilStatus":"Past"`, `"status":"Enrolled"`: `"status":"Applicant"`,
		`"enrolment_status":"E"`: `"enrolment_status":"L"`, `"status":1`: `"status":-1`, `"exitDate":""`: `"exitDate":"30/09/2026"`,
		`"exitDate":null`: `"exitDate":"03/04/2026"`, `"exitDate":"0001-01-01"`: `"exitDate":"2026-09-30"`, `"end":"0000-00-00"`: `"end":"2026-09-30"`,
		`"archivedAt":0`: `"archivedAt":1759183200`, `"enrolledUntil":null`: `"enrolledUntil":"2026-09-30"`, `"leavingReason":null`: `"leavingReason":"moved"`,
		`"removed":false`: `"removed":true`, `"isDeleted":"F"`: `"isDeleted":"T"`, `"isCurrentStudent":true`: `"isCurrentStudent":false`,
		`"isAlumnus":false`: `"isAlumnus":true`, `"staffCode":null`: `"staffCode":"T12"`, `"admin":0`: `"admin":1`, `"type":"S"`: `"type":"T"`, `"role":1`: `"role":2`,
		`"uitschrijfdatum":null`: `"uitschrijfdatum":"30-09-2026"`, `"situacao":"ativo"`: `"situacao":"transferido"`, `"isStudent":true`: `"isStudent":false`,
		`"notActive":false`: `"notActive":true`, `"ended":false`: `"ended":true`, `"enrolmentState":"live"`: `"enrolmentState":"dead"`, `"isTest":0`: `"isTest":1`,
		`"flags":[]`: `"flags":["LEFT"]`, `"startDate":"2026-08-20"`: `"startDate":"2027-01-10"`,
		`"roles":["student"]`: `"roles":["student","teacher"]`, `"roles":[{"role":"student"}]`: `"roles":[{"role":"student"},{"role":"Teacher"}]`,
		`"role":"Student"`: `"role":"Student; Teacher"`, `"graduationYear":2027`: `"graduationYear":2026`, `"classOf":"2030"`: `"classOf":"2024"`,
		`"firstName":"Ada"`: `"firstName":"Test"`, `"lastName":"Lund"`: `"lastName":"Dummy"`, `"fullName":"Ada Lund"`: `"fullName":"New Student"`,
		`"kategori":"elev"`: `"kategori":"lärare"`, ``: `"jobTitle":"Cook"`, `"note":""`: `"note":"","eronnut":true`,
		`"status":{"code":"A","name":"Active"}`: `"status":{"code":"A","name":"Left school"}`, `"enrolled_to":"9999-12-31"`: `"enrolled_to":"2021-01-31"`,
		`"exitDate":99991231`: `"exitDate":20210131`, `"membership":"pupil"`: `"membership":"teacher"`, `"class":"8A"`: `"class":"Staff"`,
		`"className":"8A"`: `"className":"ZZ Archive 2025"`, `"title":null`: `"title":"Mrs"`, `"admissionDate":"01/09/2020"`: `"admissionDate":"01/09/2098"`,
		`"inaktiv":false`: `"inaktiv":true`, `"slettet":"N"`: `"slettet":"J"`, `"enabledUser":"true"`: `"enabledUser":"false"`, `"x1":1`: `"x1":0`,
		`"InactiveStatusCode":""`: `"InactiveStatusCode":"I"`, `"leaving":{}`: `"leaving":{"destination":"Hill"}`, `"exitDate":-1`: `"exitDate":1759183200`,
		`"trangThai":"dang hoc"`: `"trangThai":"thoi hoc"`, `"schuelerstatus":2`: `"schuelerstatus":8`, `"roles":"Student"`: `"roles":"Student, Alumni"`,
		`"active_flag":"Y"`: `"active_flag":"N"`, `"firstDayOfAttendance":"2020-08-01"`: `"firstDayOfAttendance":"2027-01-10"`, `"validity":{"finish":"2031-07-31"}`: `"validity":{"finish":"2026-01-31"}`, `"notAttending":false`: `"notAttending":true`, `"lockedAt":null`: `"lockedAt":1759183200`, `"account":{"state":"ENABLED"}`: `"account":{"state":"PURGED"}`, `"state":{"code":10}`: `"state":{"code":40}`, `"DOA":"2020-08-01"`: `"DOA":"2027-01-10"`, `"geldigTot":"2031-07-31"`: `"geldigTot":"2026-01-31"`, `"enrolment":{"thruDt":"2031-07-31"}`: `"enrolment":{"thruDt":"2026-01-31"}`,
		`"familyName":"Lund"`: `"familyName":"Zztest"`, `"surname":"Lund"`: `"surname":"DO NOT USE"`,
	} {
		found := Leavings(mapping.Students, twelve(t, usual, other), nil, "2026-11-25", "")
		if len(found) != 1 || !found[0].Stated || len(found[0].Items) != 1 || found[0].Items[0] != 11 {
			t.Errorf("%s beside %s: %+v", other, usual, found)
		}
	}
}

func TestUnrelatedFieldsMarkNoStudentAsALeaver(t *testing.T) {
	t.Parallel()
	for usual, other := range map[string]string{
		`"exitDate":"9999-12-31"`: `"exitDate":"2027-07-31"`, `"exitDate":null`: `"exitDate":"09/12/2026"`, `"senStatus":"N"`: `"senStatus":"K"`,
		`"visaStatus":"none"`: `"visaStatus":"student"`, `"category":"GEN"`: `"category":"OBC"`, `"type":"Day"`: `"type":"Boarder"`, `"state":"TX"`: `"state":"OK"`,
		`"history":[{"exitDate":"2025-07-31"}]`: `"history":[]`, `"siblings":[{"status":"left"}]`: `"siblings":[{"status":"active"}]`,
		`"lastVisit":null`: `"lastVisit":"2026-09-30"`, `"roles":["student"]`: `"roles":["helper","student"]`, `"enrolmentYear":2026`: `"enrolmentYear":2024`,
		`"graduationYear":2027`: `"graduationYear":2028`, `"lastName":"Lund"`: `"lastName":"Newman"`,
		`"class":"8A"`: `"class":"Personal development"`, `"title":"Miss"`: `"title":"Mr"`, `"admissionDate":"01/09/2020"`: `"admissionDate":"11/12/2026"`,
		`"photoConsent":true`: `"photoConsent":false`, `"gradeLevel":8`: `"gradeLevel":7`, `"nationality":"NO"`: `"nationality":"SE"`, `"address":{"x":1}`: `"address":{"x":2}`,
		`"leaveDays":0`: `"leaveDays":3`, `"previousSchoolExitDate":null`: `"previousSchoolExitDate":"2024-07-31"`, `"classTeacher":null`: `"classTeacher":"Ms Vik"`,
	} {
		for _, leaving := range Leavings(mapping.Students, twelve(t, usual, other), nil, "2026-11-25", "") {
			if leaving.Stated {
				t.Errorf("%s beside %s: %+v", other, usual, leaving)
			}
		}
	}
}

func TestAPersonDecidesOnlyOnceAboutKeptStudents(t *testing.T) {
	t.Parallel()
	items := itemsOf(t, `[{"status":"active","end":null},{"status":"applied","end":"2026-01-31"},{"status":"active","end":null},{"status":"withdrawn","end":null}]`)
	declined := []mapping.Rule{{Field: "$.status", IsNot: []string{"applied", "withdrawn"}, Declined: true}, {Field: "$.end", NotPassed: true, Declined: true}}
	if found := Leavings(mapping.Students, items, declined, "2026-11-23", ""); len(found) != 0 {
		t.Errorf("it asks %+v", found)
	}
	declined[0].IsNot = declined[0].IsNot[:1]
	if found := Leavings(mapping.Students, items, declined, "2026-11-23", ""); len(found) != 1 || found[0].Why != "status: applied, withdrawn" {
		t.Errorf("of a new word it asks %+v", found)
	}
}

func TestAClassThatIsCalledLikeSeveralIsNoticed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		several string
		classes []string
	}{
		{"7A, 7B", []string{"7A", "7A, 7B"}}, {"7A;7B", []string{"7A;7B"}}, {"Red|Blue", []string{"Red", "Red|Blue", "Blue"}}, {"7/8", []string{"7", "7/8", "8"}},
		{"", []string{"7/8", "7"}}, {"", []string{"Maths, Set 1", "8A"}}, {"", []string{"8A", "", "Lund, Ada"}},
	} {
		if got := SeveralClasses(c.classes); got != c.several {
			t.Errorf("of %q it finds %q", c.classes, got)
		}
	}
}
