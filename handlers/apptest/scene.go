package apptest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/apiclient"
	"rollbook/apiclient/mapping"
	"rollbook/apiclient/sandbox"
	"rollbook/handlers"
	"rollbook/web"
	"rollbook/web/edge/settings"
)

// The addresses on a scene's network.
const (
	ServiceHost = "10.0.0.1:80"
	serviceURL  = "http://10.0.0.1"
	PagesHost   = "localhost:80"
)

// Scene is the whole program and a school system in a bubble of testing/synctest: an hour passes in a moment,
// and every run is identical.
type Scene struct {
	*Program
	Network *Network
	Clock   *MovingClock
	Log     *journal
}

// journal collects the log of the program.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write appends a record.
func (j *journal) Write(record []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(record)
}

// String returns the records so far.
func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// Setting holds the options of a scene.
type Setting struct {
	// Start is the time, BootHour when zero.
	Start time.Time
	// Transport configures the calls to services; its network is the scene's.
	Transport apiclient.TransportConfig
	// ServiceURL is both schools' address of their system.
	ServiceURL string
}

// Play runs a test in a scene on a school morning.
func Play(t *testing.T, test func(t *testing.T, s *Scene)) { PlayIn(t, Setting{}, test) }

// PlayIn runs a test in a scene with the setting.
func PlayIn(t *testing.T, in Setting, test func(t *testing.T, s *Scene)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		if in.Start.IsZero() {
			in.Start = BootHour()
		}
		Pass(time.Until(in.Start))
		s := &Scene{Program: &Program{}, Network: NewNetwork(), Clock: NewMovingClock(in.Start), Log: &journal{}}
		s.openService(t)
		s.openProgram(t, in)
		test(t, s)
	})
}

// FolderInMemory returns a folder in memory, or on the disk if that is not possible.
func FolderInMemory(t testing.TB) string {
	t.Helper()
	//nolint:usetesting // a temporary folder of the test stands on the disk
	folder, err := os.MkdirTemp("/dev/shm", "rollbook")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { Must(t, os.RemoveAll(folder)) })
	return folder
}

func (s *Scene) openService(t *testing.T) {
	t.Helper()
	var err error
	s.Sandbox, err = sandbox.New(sandbox.Options{Now: s.Clock.Now, Sample: true})
	Must(t, err)
	s.ServeAt(t, ServiceHost, s.Sandbox)
	t.Cleanup(func() { Must(t, s.Sandbox.Close()) })
}

// ServeAt answers at host:port until the test is over.
func (s *Scene) ServeAt(t *testing.T, host string, handler http.Handler) {
	t.Helper()
	server := &http.Server{Handler: handler, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)}
	ended := make(chan error, 1)
	listener := s.Network.Listen(host)
	go func() { ended <- server.Serve(listener) }()
	t.Cleanup(func() {
		Must(t, server.Close())
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
}

func (s *Scene) openProgram(t *testing.T, in Setting) {
	t.Helper()
	in.Transport.AllowPrivate = apiclient.AnyPort(netip.MustParsePrefix("10.0.0.0/8"))
	in.Transport.Dial = s.Network.Dial
	s.App = NewApp(t, Options{
		Clock: s.Clock.Now, Database: NewDatabase(t, FolderInMemory(t)), Log: slog.New(slog.NewTextHandler(s.Log, nil)),
		Config:   func(c *settings.Config) { c.PrivateServices = in.Transport.AllowPrivate },
		Register: reaching(t, in.Transport),
	})
	s.AddSchools(t, cmp.Or(in.ServiceURL, serviceURL))
	s.AddPeople(t)
	s.dial = func(ctx context.Context, _, address string) (net.Conn, error) { return s.Network.Dial(ctx, address) }
	s.RunOn(t, s.Network.Listen(PagesHost))
}

// reaching registers the pages on a program that calls services with the transport.
func reaching(t *testing.T, config apiclient.TransportConfig) web.Register {
	t.Helper()
	return func(e *echo.Echo, pages *echo.Group, app *web.App) error {
		transport, err := apiclient.NewTransport(config)
		if err != nil {
			return err
		}
		t.Cleanup(transport.Close)
		app.Connecting.Services.SetTransport(transport)
		return handlers.Register(e, pages, app)
	}
}

// Pass advances the time of the bubble, and waits until everything due has happened.
func Pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// MakeReadable makes the first school's days readable.
func (s *Scene) MakeReadable(t *testing.T) {
	t.Helper()
	text, err := json.Marshal(mapping.Default().With(mapping.Day, mapping.DefaultOf(mapping.Day)))
	Must(t, err)
	school, err := s.App.Store.School(t.Context(), Harbour)
	Must(t, err)
	school.Mapping = string(text)
	Must(t, s.App.Store.SetMapping(t.Context(), school))
}

// Merged joins tables with different keys.
func Merged[Test any](all ...map[string]Test) map[string]Test {
	tests := make(map[string]Test)
	for _, some := range all {
		maps.Copy(tests, some)
	}
	return tests
}
