package apiclient

import (
	"context"
	"fmt"
	"strings"
	"testing"
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
