package mapping

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

func manyStudents(count int) string {
	items := make([]string, count)
	for i := range items {
		items[i] = fmt.Sprintf(`{"studentSemesterInfoId":%d,"studentId":%d,"firstName":"Firstname %d","lastName":"Lastname","className":"1A","birthDate":"2015-01-01","address":{"street":"Long Street 1","city":"Town"},"active":true}`, 9007199254740993+i, i+1, i)
	}
	return "[" + strings.Join(items, ",") + "]"
}

func BenchmarkReading5000Students(b *testing.B) {
	body := manyStudents(5000)
	bracketed := changed(Default(), Students, func(r *Reading) {
		r.Fields = map[string]string{
			EnrolmentID: "$['studentSemesterInfoId']", StudentID: "$['studentId']",
			GivenName: "$['firstName']", FamilyName: "$['lastName']", ClassName: "$['className']",
		}
	})
	for name, mapped := range map[string]Mapping{"members": Default(), "jsonpath": bracketed} {
		b.Run(name, func(b *testing.B) {
			reader := readerOf(b, serve(b, answering(200, body)), mapped)
			b.ReportAllocs()
			for b.Loop() {
				if list, err := reader.Read(context.Background(), Students, Place{Period: "1"}); err != nil || len(list.Items) != 5000 {
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
	reader := readerOf(t, client, Default())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	list, err := reader.Read(context.Background(), Students, Place{Period: "1"})
	took := time.Since(began)
	runtime.ReadMemStats(&after)
	if err != nil || len(list.Items) != 5000 || list.Items[4999].Number(EnrolmentID) != 9007199254740993+4999 {
		t.Fatalf("%d read, %v", len(list.Items), err)
	}
	if allocated := after.TotalAlloc - before.TotalAlloc; took > 2*time.Second || allocated > 64<<20 {
		t.Errorf("it took %v and %d bytes", took, allocated)
	}
}
