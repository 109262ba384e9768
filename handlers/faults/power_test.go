package faults_test

import (
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// kept is an acknowledged press.
type kept struct {
	token roll.Token
	// log is the length of the write-ahead log at that time. After any loss of power, that much is on the
	// disk.
	log int
}

// powerLoss cuts the write-ahead log at every point where a loss of power may cut it: every image contains
// all presses acknowledged before, and the press under way completely or not at all.
func powerLoss(t *testing.T) {
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	v.Get(apptest.EightB).Want(t, http.StatusOK)
	p.Silence()
	var presses []kept
	for place := range 8 {
		token := roll.Token(v.Takes("Absent", place, place+8, place+16))
		presses = append(presses, kept{token, int(sizeOf(t, p.File()+"-wal"))})
	}
	file, err := os.ReadFile(p.File())
	apptest.Must(t, err)
	log, err := os.ReadFile(p.File() + "-wal")
	apptest.Must(t, err)
	chance := rand.New(rand.NewPCG(5, 6))
	for i, press := range presses {
		until := len(log)
		if i+1 < len(presses) {
			until = presses[i+1].log
		}
		for image := range 6 {
			cut := press.log + chance.IntN(until-press.log+1)*min(image, 1)
			wantInImage(t, file, damagedTail(log[:cut], press.log, chance, image), presses[:i+1])
		}
	}
}

func sizeOf(t *testing.T, file string) int64 {
	t.Helper()
	about, err := os.Stat(file)
	apptest.Must(t, err)
	return about.Size()
}

// damagedTail returns the log; in every second image some bytes after the acknowledged part are zero.
func damagedTail(log []byte, acknowledged int, chance *rand.Rand, image int) []byte {
	torn := append([]byte(nil), log...)
	if image%2 == 0 || len(torn) == acknowledged {
		return torn
	}
	from := acknowledged + chance.IntN(len(torn)-acknowledged)
	clear(torn[from:min(len(torn), from+512)])
	return torn
}

// wantInImage opens the remaining files, and expects the presses in them, each with its three students.
func wantInImage(t *testing.T, file, log []byte, presses []kept) {
	t.Helper()
	image := filepath.Join(apptest.FolderInMemory(t), "image.db")
	apptest.Must(t, os.WriteFile(image, file, 0o600))
	apptest.Must(t, os.WriteFile(image+"-wal", log, 0o600))
	opened, err := store.Open(t.Context(), "sqlite:"+image, time.Now)
	apptest.Must(t, err)
	defer func() { apptest.Must(t, opened.Close()) }()
	apptest.Must(t, opened.Database.Check(t.Context()))
	for i, press := range presses {
		story, err := opened.Story(t.Context(), apptest.Harbour, press.token)
		if err != nil || len(story.Marks) != 3 {
			t.Errorf("press %d of %d has %d marks in an image of %d bytes: %v", i, len(presses), len(story.Marks), len(log), err)
		}
	}
	marks := 0
	apptest.Must(t, opened.EachMark(t.Context(), apptest.Harbour, func(roll.Mark) { marks++ }))
	if marks%3 != 0 {
		t.Errorf("half a press is in an image of %d bytes", len(log))
	}
}
