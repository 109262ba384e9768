package packed

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/klauspost/compress/flate"

	"rollbook/web/roll"
)

// Marks returns the column marks of an attempt for a save of students students: the attempt's marks,
// compressed, or nothing when it carries the whole save and no check, since the save has them then.
func Marks(carried []roll.Claimed, students int) ([]byte, error) {
	checks := func(mark roll.Claimed) bool { return mark.CheckVersion != 0 }
	if len(carried) == students && !slices.ContainsFunc(carried, checks) {
		return pack("", "")
	}
	text, err := json.Marshal(carried)
	if err != nil {
		return nil, fmt.Errorf("write the attempt's students: %w", err)
	}
	return pack(string(text), "")
}

// ReadMarks returns the marks of an attempt: from the column marks, from students for an older attempt, or
// from its save's intents.
func ReadMarks(packed []byte, students, intents string) (marks []roll.Claimed, err error) {
	if len(packed) > 0 {
		if students, err = unpack(packed, ""); err != nil {
			return nil, err
		}
	}
	if students == "" {
		kept, err := ReadIntents(intents)
		marks := make([]roll.Claimed, len(kept))
		for i, row := range kept {
			marks[i] = roll.Claimed{Enrolment: row.Enrolment, Student: row.Student, Version: row.Version}
		}
		slices.SortFunc(marks, func(a, b roll.Claimed) int { return cmp.Compare(a.Enrolment, b.Enrolment) })
		return marks, err
	}
	if err := json.Unmarshal([]byte(students), &marks); err != nil {
		return nil, fmt.Errorf("read the attempt's students: %w", err)
	}
	return marks, nil
}

// How the column packed was made from request and answer: compressed only, or as Text does.
const (
	Alone = iota
	WithMarks
)

// usualExchange resembles a usual request and answer. It is the dictionary of WithMarks. Unpacking needs the
// very same text: a new text needs a new way of packing.
const usualExchange = `Mon, Tue, Wed, Thu, Sat, Sun, Jan Feb Mar Apr May Jun Jul Aug Sep Oct Dec 2027 "truncated":true},"took":` +
	`,\"checkTime\":\"08:30\",\"checkInOrCheckOut\":\"in\"out\"clear\""Content-Length":["2000"],"application/json; charset=utf-8"]` +
	`\"attendanceStatus\":\"Absent\",\"Late\",\"date\":\"2027-\"}},{\"studentId\":` +
	`{"method":"POST","url":"https://serviceapi/v1/students/attendance/daily/bulk","requestHeader":{"Accept":["application/json"],` +
	`"Content-Type":["application/json"],"User-Agent":["Rollbook"],"schoolCode":[""],"service-secret-key":["****"],"tenant":[""]},` +
	`"requestBody":{"text":"{\"studentSemesterInfoIds\":[` +
	"\x01,\x01,\x01,\x01,\x01,\x01,\x01,\x01,\x01,\x01,\x01,\x01,\x01,\x01,\x01,\x01" +
	`],\"attStatus\":{\"id\":1},\"date\":\"2026-11-20\"}"},"began":"2026-11-20T08:31:12.123456789Z","written":500,` +
	`"status":200,"responseHeader":{"Cache-Control":["no-store"],"Content-Type":["application/json"],"Date":["Fri, 20 Nov 2026 08:31:12 GMT"]},` +
	`"responseBody":{"text":"[{\"studentId\":` + "\x02" +
	`,\"attendanceStatus\":\"Present\",\"date\":\"2026-11-20\",\"comments\":null,` +
	`\"checkIn\":null,\"checkOut\":null},{\"studentId\":`

// Text returns the column packed for the request and answer of the attempt with the marks.
func Text(exchange string, marks []roll.Claimed) ([]byte, error) {
	return pack(withoutNumbers(exchange, marks), usualExchange)
}

// Exchange contains the columns for request and answer.
type Exchange struct {
	Packed  []byte
	Packing int
	// Marks, Students and Intents are the columns for ReadMarks.
	Marks             []byte
	Students, Intents string
}

// Read returns the request and answer.
func (e Exchange) Read() (string, error) {
	if len(e.Packed) == 0 || e.Packing == Alone {
		return unpack(e.Packed, "")
	}
	marks, err := ReadMarks(e.Marks, e.Students, e.Intents)
	if err != nil {
		return "", err
	}
	text, err := unpack(e.Packed, usualExchange)
	if err != nil {
		return "", err
	}
	return withNumbers(text, marks)
}

// The bytes that replace the number of the attempt's next enrolment and next student in a packed exchange.
// JSON does not contain such bytes. A text that does begins with asItIs.
const (
	nextEnrolment = '\x01'
	nextStudent   = '\x02'
	asItIs        = '\x03'
)

// withoutNumbers replaces each number of the marks, in their order, by a byte: most of a request and its
// answer.
func withoutNumbers(text string, marks []roll.Claimed) string {
	short := make([]byte, 0, len(text))
	enrolments, students := marks, marks
	for i := 0; i < len(text); {
		digits := leadingDigits(text[i:])
		if digits == 0 {
			if text[i] <= asItIs {
				short = append(short, asItIs)
			}
			short = append(short, text[i])
			i++
			continue
		}
		number := wholeNumber(text[i : i+digits])
		switch {
		case len(enrolments) > 0 && number == int64(enrolments[0].Enrolment):
			short, enrolments = append(short, nextEnrolment), enrolments[1:]
		case len(students) > 0 && number == int64(students[0].Student):
			short, students = append(short, nextStudent), students[1:]
		default:
			short = append(short, text[i:i+digits]...)
		}
		i += digits
	}
	return string(short)
}

func leadingDigits(text string) int {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return i
		}
	}
	return len(text)
}

// wholeNumber returns the number with these digits, or -1 for an unusual form.
func wholeNumber(digits string) int64 {
	number, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || digits[0] == '0' && len(digits) > 1 {
		return -1
	}
	return number
}

// withNumbers reverses withoutNumbers.
func withNumbers(short string, marks []roll.Claimed) (string, error) {
	text := make([]byte, 0, 2*len(short))
	enrolments, students := marks, marks
	for i := 0; i < len(short); i++ {
		switch one := short[i]; {
		case one == nextEnrolment && len(enrolments) > 0:
			text, enrolments = strconv.AppendInt(text, int64(enrolments[0].Enrolment), 10), enrolments[1:]
		case one == nextStudent && len(students) > 0:
			text, students = strconv.AppendInt(text, int64(students[0].Student), 10), students[1:]
		case one == asItIs && i+1 < len(short):
			i++
			text = append(text, short[i])
		case one <= asItIs:
			return "", errors.New("read what was sent and answered: it names more students than the attempt")
		default:
			text = append(text, one)
		}
	}
	return string(text), nil
}

// pack compresses a text (RFC 1951) with the dictionary usual. It returns nothing for an empty text.
func pack(text, usual string) ([]byte, error) {
	packed := []byte{}
	if text == "" {
		return packed, nil
	}
	into := bytes.NewBuffer(packed)
	if err := flate.StatelessDeflate(into, []byte(text), true, []byte(usual)); err != nil {
		return nil, fmt.Errorf("pack text: %w", err)
	}
	return into.Bytes(), nil
}

func unpack(packed []byte, usual string) (string, error) {
	if len(packed) == 0 {
		return "", nil
	}
	text, err := io.ReadAll(flate.NewReaderDict(bytes.NewReader(packed), []byte(usual)))
	if err != nil {
		return "", fmt.Errorf("read packed text: %w", err)
	}
	return string(text), nil
}
