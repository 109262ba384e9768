package apptest

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/apiclient"
	"rollbook/apiclient/sandbox"
	"rollbook/handlers"
	"rollbook/web"
	"rollbook/web/edge/settings"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/vault"
)

// Options configure a program and its school system. The zero value is the program that Boot starts.
type Options struct {
	// Clock is the clock of both; nil starts on a school morning.
	Clock func() time.Time
	// Database is the location of the database; empty for a new SQLite file.
	Database string
	// Service are the options of the school system.
	Service sandbox.Options
	// Config changes the program's configuration; nil changes nothing.
	Config func(*settings.Config)
	// Demo is the demonstration; nil without one.
	Demo web.Demo
	// Log is the program's log; nil discards it.
	Log *slog.Logger
	// Register registers the pages; nil registers all pages of the program.
	Register web.Register
	// Listener takes the connections to the pages; nil is a free port.
	Listener net.Listener
	// Network connects the program, its school system and its visitors, with the Transport; nil is this machine's.
	Network   *Network
	Transport apiclient.TransportConfig
	// ServiceURL is both schools' address of their system; empty for that of the system.
	ServiceURL string
	// Schools are applied to both schools before they are added.
	Schools []func(*roll.School)
	// Empty leaves out the schools and the people.
	Empty bool
}

func (o Options) withDefaults(t testing.TB) Options {
	t.Helper()
	if o.Clock == nil {
		o.Clock = ClockFrom(BootHour())
	}
	if o.Database == "" {
		o.Database = NewDatabase(t, t.TempDir())
	}
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.Register == nil {
		o.Register = Register
	}
	if o.Listener == nil && o.Network != nil {
		o.Listener = o.Network.Listen(PagesHost)
	}
	return o
}

// Register registers every page of the program. Tests of rooms may not import the rooms' parent.
func Register(e *echo.Echo, pages *echo.Group, app *web.App) error {
	return handlers.Register(e, pages, app)
}

// NewApp returns the program without a school system and without a listener.
func NewApp(t testing.TB, o Options) *web.App {
	t.Helper()
	o = o.withDefaults(t)
	config := settings.Config{
		Database:        vault.NewSecret(o.Database),
		MasterKeys:      []vault.MasterKey{vault.RandomMasterKey()},
		Version:         "of the tests",
		PrivateServices: apiclient.AnyPort(netip.MustParsePrefix("127.0.0.0/8")),
	}
	if o.Network != nil {
		config.PrivateServices = apiclient.AnyPort(netip.MustParsePrefix("10.0.0.0/8"))
	}
	if o.Config != nil {
		o.Config(&config)
	}
	app, err := web.New(t.Context(), config, o.Clock, o.Log, o.Demo, o.Register)
	Must(t, err)
	if o.Network != nil {
		o.Transport.AllowPrivate, o.Transport.Dial = config.PrivateServices, o.Network.Dial
		transport, err := apiclient.NewTransport(o.Transport)
		Must(t, err)
		t.Cleanup(transport.Close)
		app.Connecting.Services.SetTransport(transport)
	}
	return app
}

// emptyDatabase returns the bytes of an empty SQLite database with the program's tables. They are made once,
// because most tests cost less than the tables.
var emptyDatabase = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "rollbook-empty-")
	if err != nil {
		return nil, err
	}
	file := filepath.Join(folder, "rollbook.db")
	opened, err := store.Open(context.Background(), "sqlite:"+file, time.Now)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	err = errors.Join(opened.Database.Migrate(context.Background()), opened.Close())
	empty, readErr := os.ReadFile(file)
	return empty, errors.Join(err, readErr, os.RemoveAll(folder))
})

// NewDatabase returns the location of the folder's SQLite database. A new one has its tables.
func NewDatabase(t testing.TB, folder string) string {
	t.Helper()
	file := filepath.Join(folder, "rollbook.db")
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		empty, err := emptyDatabase()
		Must(t, err)
		Must(t, os.WriteFile(file, empty, 0o600))
	}
	return "sqlite:" + file
}

// File returns the file of the database.
func (p *Program) File() string {
	return strings.TrimPrefix(p.App.Config.Database.Reveal(), "sqlite:")
}

// Demonstration replaces the command line's demonstration: it records the faults of the school system, and
// the resets of the unconnected school.
type Demonstration struct {
	Broken []string
	Begun  int
}

// People returns the people of the tests.
func (d *Demonstration) People() []web.DemoPerson { return people() }

// System returns the address of the program's school system.
func (d *Demonstration) System() string { return "http://127.0.0.1:9/integrations" }

// Unconnected returns the admin of the first school, which tests already have.
func (d *Demonstration) Unconnected() web.DemoPerson { return people()[4] }

// Help returns the address of a help page.
func (d *Demonstration) Help() string { return "http://127.0.0.1:9/help" }

// BeginAgain counts the reset.
func (d *Demonstration) BeginAgain(context.Context) error {
	d.Begun++
	return nil
}

// Break records the fault.
func (d *Demonstration) Break(_ context.Context, fault string) error {
	if fault == "" {
		return errors.New("no such fault")
	}
	d.Broken = append(d.Broken, fault)
	return nil
}

// BootDemo starts the demonstration.
func BootDemo(t testing.TB) (*Program, *Demonstration) {
	t.Helper()
	demo := &Demonstration{}
	return BootWith(t, Options{Demo: demo}), demo
}
