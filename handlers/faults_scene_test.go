package handlers_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
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
	"rollbook/web/boards"
	"rollbook/web/comparing"
	"rollbook/web/connection"
	"rollbook/web/rosters"
	"rollbook/web/saving"
	"rollbook/web/sender"
	"rollbook/web/vault"
)

// Where things are on a scene's network.
const (
	serviceHost = "10.0.0.1:80"
	serviceURL  = "http://10.0.0.1"
	pagesHost   = "localhost:80"
)

// scene is the whole program and a school system in a bubble of testing/synctest: an
// hour passes in a moment, and at the same instant in every run.
type scene struct {
	*program
	network *network
	clock   *movingClock
	log     *journal
}

// journal is what the program logged.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write keeps a record.
func (j *journal) Write(record []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(record)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// setting is what a scene may have otherwise than usual.
type setting struct {
	// start is the hour, bootHour when zero.
	start time.Time
	// transport is how the program reaches services; its network is the scene's.
	transport apiclient.TransportConfig
	// serviceURL is where both schools' system is said to be.
	serviceURL string
}

// play runs a test on a scene on a school morning.
func play(t *testing.T, test func(t *testing.T, s *scene)) { playIn(t, setting{}, test) }

// playIn runs a test on a scene of its own kind.
func playIn(t *testing.T, in setting, test func(t *testing.T, s *scene)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		if in.start.IsZero() {
			in.start = bootHour()
		}
		pass(time.Until(in.start))
		s := &scene{program: &program{}, network: newNetwork(), clock: newMovingClock(in.start), log: &journal{}}
		s.openService(t)
		s.openProgram(t, in)
		test(t, s)
	})
}

// folderInMemory is a folder that costs no disk, where there is one.
func folderInMemory(t testing.TB) string {
	t.Helper()
	//nolint:usetesting // a temporary folder of the test stands on the disk
	folder, err := os.MkdirTemp("/dev/shm", "rollbook")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { must(t, os.RemoveAll(folder)) })
	return folder
}

func (s *scene) openService(t *testing.T) {
	t.Helper()
	var err error
	s.sandbox, err = sandbox.New(t.Context(), sandbox.Options{Now: s.clock.now, Sample: true})
	must(t, err)
	s.serve(t, serviceHost, s.sandbox)
	t.Cleanup(func() { must(t, s.sandbox.Close()) })
}

// serve answers at host:port until the test is over.
func (s *scene) serve(t *testing.T, host string, handler http.Handler) {
	t.Helper()
	server := &http.Server{Handler: handler, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)}
	ended := make(chan error, 1)
	listener := s.network.listen(host)
	go func() { ended <- server.Serve(listener) }()
	t.Cleanup(func() {
		must(t, server.Close())
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
}

func (s *scene) openProgram(t *testing.T, in setting) {
	t.Helper()
	if in.serviceURL == "" {
		in.serviceURL = serviceURL
	}
	in.transport.AllowPrivate = apiclient.AnyPort(netip.MustParsePrefix("10.0.0.0/8"))
	in.transport.Dial = s.network.dial
	var err error
	s.app, err = web.New(t.Context(), web.Config{
		Database:        vault.NewSecret("sqlite:" + filepath.Join(folderInMemory(t), "rollbook.db")),
		MasterKeys:      []vault.MasterKey{vault.RandomMasterKey()},
		PrivateServices: in.transport.AllowPrivate,
	}, s.clock.now, slog.New(slog.NewTextHandler(s.log, nil)), nil, reaching(t, in.transport))
	must(t, err)
	s.addSchools(t, in.serviceURL)
	s.addPeople(t)
	s.runProgram(t)
}

// reaching registers the pages on a program that reaches services by the transport.
func reaching(t *testing.T, config apiclient.TransportConfig) web.Register {
	t.Helper()
	return func(e *echo.Echo, pages *echo.Group, app *web.App) error {
		transport, err := apiclient.NewTransport(config)
		if err != nil {
			return err
		}
		t.Cleanup(transport.Close)
		app.Rosters.Close()
		app.Connections = connection.New(app.Store, app.Store, app.Vault, transport, apiclient.NewGuard(config.AllowPrivate))
		if app.Rosters, err = rosters.New(app.Store, app.Connections, connection.Problem, app.Clock, app.Log); err != nil {
			return err
		}
		app.Comparing = comparing.New(app.Connections, app.Rosters, app.Store, sender.Means, app.Live, app.Clock, app.Log)
		t.Cleanup(app.Comparing.Close)
		app.Boards.Close()
		app.Boards = boards.New(app.Store, app.Rosters, app.Comparing, app.Live, app.Clock, app.Log)
		app.Sender = sender.New(app.Store, app.Connections, app.Live, app.Log)
		app.Saving = saving.New(app.Rosters, app.Store, app.Sender, app.Live, app.Clock)
		return handlers.Register(e, pages, app)
	}
}

// runProgram serves the pages on the scene's network until the test is over.
func (s *scene) runProgram(t *testing.T) {
	t.Helper()
	s.address = "http://" + pagesHost
	s.dial = func(ctx context.Context, _, address string) (net.Conn, error) { return s.network.dial(ctx, address) }
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	listener := s.network.listen(pagesHost)
	go func() { ended <- s.app.Run(ctx, listener) }()
	t.Cleanup(func() {
		stop()
		must(t, <-ended)
		must(t, s.app.Close())
	})
}

// pass lets time pass for everything in the bubble, and what is due then happen.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// makeReadable lets the first school's days be read.
func (s *scene) makeReadable(t *testing.T) {
	t.Helper()
	text, err := json.Marshal(mapping.Default().With(mapping.Day, mapping.DefaultOf(mapping.Day)))
	must(t, err)
	school, err := s.app.Store.School(t.Context(), harbour)
	must(t, err)
	school.Mapping = string(text)
	must(t, s.app.Store.SetMapping(t.Context(), school, false))
}
