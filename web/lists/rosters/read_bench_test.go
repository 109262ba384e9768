package rosters

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient"
	"rollbook/web/connecting/services"
	"rollbook/web/language"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/lists"
	"rollbook/web/store/postgrestest"
	"rollbook/web/store/schools"
	"rollbook/web/vault"
)

const (
	manyStudents = 5000
	mostTime     = 2 * time.Second
	mostMemory   = 64 << 20
)

// listOf returns the students between two places.
func listOf(from, to int) string {
	items := make([]string, 0, to-from)
	for i := from; i < to; i++ {
		items = append(items, fmt.Sprintf(`{"studentSemesterInfoId":"%d","student":{"studentId":%d,"firstName":"Given name %d","lastName":"Family name","birthDate":"2013-01-01","guardians":[{"name":"A"},{"name":"B"}]},"className":"%d"}`, 9007199254740993+i, i+1, i, i/28))
	}
	return "[" + strings.Join(items, ",") + "]"
}

// BenchmarkReadingAndStoring5000Students reads a school's students from a service over HTTP and stores them:
// as one list and as 25 pages, in both engines. It reports the seconds and the maximum MiB in use in addition
// to the memory before, and fails above 2 s or 64 MiB.
func BenchmarkReadingAndStoring5000Students(b *testing.B) {
	engines := map[string]string{"SQLite": "sqlite:" + filepath.Join(b.TempDir(), "rosters.db")}
	if server, ok := postgrestest.Start(b); ok {
		engines["PostgreSQL"] = server.NewDatabase(b)
	}
	for engine, location := range engines {
		for name, pageSize := range map[string]int{"whole": manyStudents, "pages": 200} {
			b.Run(engine+"/"+name, func(b *testing.B) { readAndStore(b, location, pageSize) })
		}
	}
}

func readAndStore(b *testing.B, location string, pageSize int) {
	opened, err := store.Open(b.Context(), location, time.Now)
	needs(b, err)
	b.Cleanup(func() { needs(b, opened.Close()) })
	needs(b, opened.Database.Migrate(b.Context()))
	school := roll.School{ID: roll.SchoolID(fmt.Sprintf("s%d", time.Now().UnixNano())), Name: "N", Zone: time.UTC, Mapping: benchmarkMapping(pageSize)}
	school.BaseURL, school.Tenant, school.Code = serving(b, pageSize), "north", "N-1"
	needs(b, opened.AddSchool(b.Context(), school, schools.Key{Sealed: []byte("rb_live_0123456789abcdef")}))
	allowed := apiclient.AnyPort(netip.MustParsePrefix("127.0.0.0/8"))
	transport, err := apiclient.NewTransport(apiclient.TransportConfig{AllowPrivate: allowed})
	needs(b, err)
	b.Cleanup(transport.Close)
	connections := services.New(opened, opened, unsealed{}, transport, time.Now)
	words, err := language.Load()
	needs(b, err)
	read, err := New(opened, connections, services.Problem, words, time.Now, slog.New(slog.DiscardHandler))
	needs(b, err)
	b.Cleanup(read.Close)
	for b.Loop() {
		before, most := inUse(), watch(b.Context())
		began := time.Now()
		needs(b, read.readNow(b.Context(), school, listKey{school: school.ID, list: lists.StudentList("7"), period: "7"}))
		took, memory := time.Since(began), int64(most())-int64(before)
		b.ReportMetric(took.Seconds(), "s/roster")
		b.ReportMetric(float64(memory)/(1<<20), "MiB/roster")
		if took > mostTime || memory > mostMemory {
			b.Errorf("it took %v and %d MiB", took, memory>>20)
		}
	}
	students, err := opened.Students(b.Context(), school.ID, "7")
	needs(b, err)
	if len(students) != manyStudents || students[manyStudents-1].ID != 9007199254740993+manyStudents-1 {
		b.Errorf("%d students are stored", len(students))
	}
}

func benchmarkMapping(pageSize int) string {
	paging := ""
	if pageSize < manyStudents {
		paging = `"paging":{"kind":"page","parameter":"page"},`
	}
	return `{"version":1,"periods":{"path":"/periods","list":"$","fields":{"id":"$.id"}},"statuses":{"path":"","list":"","absent":true,"fields":{"id":""}},
		"students":{"path":"/students?p={period}","list":"$",` + paging + `"by":"period","fields":{"enrolmentId":"$.studentSemesterInfoId",
		"studentId":"$.student.studentId","givenName":"$.student.firstName","familyName":"$.student.lastName","className":"$.className"}}}`
}

// serving returns the address of a service that gives that many students per page.
func serving(b *testing.B, pageSize int) string {
	var pages []string
	for from := 0; from < manyStudents; from += pageSize {
		pages = append(pages, listOf(from, from+pageSize))
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, err := strconv.Atoi(r.FormValue("page"))
		if err != nil || page >= len(pages) {
			page = 0
			if err == nil {
				_, _ = w.Write([]byte("[]"))
				return
			}
		}
		_, _ = w.Write([]byte(pages[page]))
	}))
	b.Cleanup(server.Close)
	return server.URL
}

// unsealed opens values that are not sealed.
type unsealed struct{}

func (unsealed) Open(_ roll.SchoolID, sealed []byte) (vault.Secret, error) {
	return vault.NewSecret(string(sealed)), nil
}

// inUse is the memory in use after a collection, in bytes.
func inUse() uint64 {
	runtime.GC()
	return objects()
}

func objects() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// watch measures the memory in use every millisecond; the returned function returns the maximum.
func watch(ctx context.Context) func() uint64 {
	ctx, stop := context.WithCancel(ctx)
	result := make(chan uint64)
	go func() {
		ticker := time.NewTicker(time.Millisecond)
		defer ticker.Stop()
		most := objects()
		for {
			select {
			case <-ctx.Done():
				result <- max(most, objects())
				return
			case <-ticker.C:
				most = max(most, objects())
			}
		}
	}()
	return func() uint64 {
		stop()
		return <-result
	}
}

func needs(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}
