package apiclient

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"
)

func BenchmarkASaveOf28(b *testing.B) {
	save, items := DailyAttendance{StatusID: 3, Date: "2026-03-04"}, make([]string, 28)
	for i := range items {
		save.EnrolmentIDs = append(save.EnrolmentIDs, int64(900000+i))
		items[i] = fmt.Sprintf(`{"studentId":%d,"attendanceStatus":"Present","date":"2026-03-04","comments":null,"checkIn":null,"checkOut":null}`, i+1)
	}
	client := serve(b, answering(200, "["+strings.Join(items, ",")+"]"))
	b.ReportAllocs()
	for b.Loop() {
		if answer, err := client.SaveDailyAttendance(context.Background(), save, soon()); err != nil || len(answer.Items) != 28 {
			b.Fatal(answer, err)
		}
	}
}

func manyStudents(count int) string {
	items := make([]string, count)
	for i := range items {
		items[i] = fmt.Sprintf(`{"studentSemesterInfoId":%d,"studentId":%d,"firstName":"Firstname %d","lastName":"Lastname","className":"1A","birthDate":"2015-01-01","address":{"street":"Long Street 1","city":"Town"},"active":true}`, 9007199254740993+i, i+1, i)
	}
	return "[" + strings.Join(items, ",") + "]"
}

func BenchmarkReading5000Students(b *testing.B) {
	body := manyStudents(5000)
	bracketed := DefaultMapping()
	bracketed.Students.Fields = EnrolmentFields{
		EnrolmentID: "$['studentSemesterInfoId']", StudentID: "$['studentId']",
		GivenName: "$['firstName']", FamilyName: "$['lastName']", ClassName: "$['className']",
	}
	for name, mapping := range map[string]Mapping{"members": DefaultMapping(), "jsonpath": bracketed} {
		b.Run(name, func(b *testing.B) {
			reader := readerOf(b, serve(b, answering(200, body)), mapping)
			b.ReportAllocs()
			for b.Loop() {
				if list, err := reader.Students(context.Background(), "1", ""); err != nil || len(list.Items) != 5000 {
					b.Fatal(len(list.Items), err)
				}
			}
		})
	}
}

//nolint:paralleltest // it measures memory
func TestFiveThousandStudentsAreReadWithinTwoSecondsAnd64MiB(t *testing.T) {
	body := manyStudents(5000)
	client := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) })
	reader := readerOf(t, client, DefaultMapping())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	list, err := reader.Students(context.Background(), "1", "")
	took := time.Since(began)
	runtime.ReadMemStats(&after)
	if err != nil || len(list.Items) != 5000 || list.Items[4999].ID != 9007199254740993+4999 {
		t.Fatalf("%d read, %v", len(list.Items), err)
	}
	if allocated := after.TotalAlloc - before.TotalAlloc; took > 2*time.Second || allocated > 64<<20 {
		t.Errorf("it took %v and %d bytes", took, allocated)
	}
}
