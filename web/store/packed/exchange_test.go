package packed

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rollbook/web/roll"
)

// readAgain returns the text as it is read after storing.
func readAgain(t rapid.TB, text string, carried []roll.Claimed, wanted []roll.Kept, students int) string {
	t.Helper()
	packed, err := Text(text, carried)
	if err != nil {
		t.Fatal(err)
	}
	marks, err := Marks(carried, students)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Exchange{Packed: packed, Packing: WithMarks, Marks: marks, Intents: Intents(wanted)}.Read()
	if err != nil {
		t.Fatal(err)
	}
	return again
}

func TestAnyExchangeIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Int64Range(0, 20), rapid.Int64Range(1, 1<<62))
		var carried []roll.Claimed
		var wanted []roll.Kept
		var pieces []string
		for i := range rapid.IntRange(0, 6).Draw(t, "students") {
			mark := roll.Claimed{Enrolment: roll.EnrolmentID(i*1000) + roll.EnrolmentID(number.Draw(t, "enrolment")%1000), Student: roll.StudentID(number.Draw(t, "student")), Version: 1}
			carried = append(carried, mark)
			wanted = append(wanted, roll.Kept{Enrolment: mark.Enrolment, Student: mark.Student, Version: mark.Version})
			pieces = append(pieces, fmt.Sprint(int64(mark.Enrolment)), fmt.Sprint(int64(mark.Student)), fmt.Sprintf("0%d", mark.Student), fmt.Sprintf("-%d", mark.Enrolment))
		}
		pieces = append(pieces, ",", "\x00", "\x01", "\x02", "\x03", "\x04", "0", "00", "7", "99999999999999999999", "Zoë 王", usualExchange[200:300])
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom(pieces)).Draw(t, "pieces"), rapid.SampledFrom([]string{"", ","}).Draw(t, "between"))
		students := len(carried) + rapid.IntRange(0, 1).Draw(t, "others")
		if again := readAgain(t, text, carried, wanted, students); again != text {
			t.Fatalf("%q is read as %q", text, again)
		}
	})
}

func TestTheUsualExchangeIsPackedIntoASmallPartOfItsSize(t *testing.T) {
	t.Parallel()
	var request, answer []string
	var carried []roll.Claimed
	var wanted []roll.Kept
	for i := range 28 {
		row := roll.Kept{Enrolment: roll.EnrolmentID(910_000 + i*37 + i*i%11), Student: roll.StudentID(55_000 + i*91 + i*i%13), Version: 3}
		wanted = append(wanted, row)
		carried = append(carried, roll.Claimed{Enrolment: row.Enrolment, Student: row.Student, Version: row.Version})
		request = append(request, row.Enrolment.String())
		answer = append(answer, fmt.Sprintf(`{\"studentId\":%d,\"attendanceStatus\":\"Late\",\"date\":\"2027-01-11\"}`, row.Student))
	}
	text := `{"method":"POST","url":"https://north.example/serviceapi/v1/students/attendance/daily/bulk","requestHeader":{"Content-Type":["application/json"],"schoolCode":["N1"],"tenant":["north"]},` +
		`"requestBody":{"text":"{\"studentSemesterInfoIds\":[` + strings.Join(request, ",") + `],\"attStatus\":{\"id\":3},\"date\":\"2027-01-11\"}"},"began":"2027-01-11T08:40:01.98765Z","written":701,` +
		`"status":200,"responseHeader":{"Content-Type":["application/json"],"Date":["Mon, 11 Jan 2027 08:40:02 GMT"]},"responseBody":{"text":"[` + strings.Join(answer, ",") + `]"},"took":41234567}`
	packed, err := Text(text, carried)
	if err != nil {
		t.Fatal(err)
	}
	if len(packed) > 220 {
		t.Errorf("%d bytes are kept of %d", len(packed), len(text))
	}
	if again := readAgain(t, text, carried, wanted, 28); again != text {
		t.Errorf("it is read as %s", again)
	}
}

func TestAnExchangeOfMoreStudentsThanItsAttemptIsNotReadAsAnother(t *testing.T) {
	t.Parallel()
	if text, err := withNumbers("[\x01,\x01]", []roll.Claimed{{Enrolment: 12}}); err == nil {
		t.Errorf("it is read as %q", text)
	}
}

func TestTheStudentsOfASaveAreReadAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Int64Range(0, 200), rapid.Int64Range(100_000, 100_200), rapid.Int64())
		var wanted []roll.Kept
		for range rapid.IntRange(0, 6).Draw(t, "students") {
			wanted = append(wanted, roll.Kept{Enrolment: roll.EnrolmentID(number.Draw(t, "enrolment")), Version: number.Draw(t, "version"), Student: roll.StudentID(number.Draw(t, "student"))})
		}
		read, err := ReadIntents(Intents(wanted))
		if err != nil || !slices.Equal(read, wanted) {
			t.Fatalf("%+v is read as %+v, %v", wanted, read, err)
		}
	})
	before := []roll.Kept{{Enrolment: 7, Version: 1, Student: 5007}, {Enrolment: 8, Version: 2, Student: 5008}}
	if read, err := ReadIntents(",7:1:5007,8:2:5008,"); err != nil || !slices.Equal(read, before) {
		t.Errorf("what was kept before is read as %+v, %v", read, err)
	}
	if text := Intents(before); text != ",7:1:5007,8:2:~1," {
		t.Errorf("it is written as %s", text)
	}
}

func TestDataPackedByEarlierVersionsIsRead(t *testing.T) {
	t.Parallel()
	packed, err := hex.DecodeString(packedBefore)
	if err != nil {
		t.Fatal(err)
	}
	kept := Exchange{Packed: packed, Packing: WithMarks, Intents: ",12:1:34,13:1:~1,"}
	want := `{"method":"POST","requestBody":{"text":"{\"studentSemesterInfoIds\":[12,13],\"attStatus\":{\"id\":3}}"},"status":200,"responseBody":{"text":"[{\"studentId\":34,\"attendanceStatus\":\"Late\"},{\"studentId\":35,\"attendanceStatus\":\"Late\"}]"},"took":7}`
	if text, err := kept.Read(); err != nil || text != want {
		t.Errorf("it is read as %s, %v", text, err)
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256([]byte(usualExchange))); sum != packedWith {
		t.Errorf("the text that it was packed with has changed: its SHA-256 is %s", sum)
	}
}

// packedWith is the SHA-256 of the text that is used for packing; packedBefore uses a part of it.
const packedWith = `2adf6fa4036b0f15022e2f9706f7225818609eb08ace85cf99c4ac7b2851bc6b`

// packedBefore was packed by the first version with this format.
const packedBefore = `c34cebe425015cd16c5c0b8e4eacf1426ed040b2328657700625547dac52ad8e52497e7eb69295792d00`
