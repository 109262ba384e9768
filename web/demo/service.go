package demo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/apiclient/sandbox/registrar"
)

// schoolSystem is the sample school system at its own address on this computer. It can be switched off and
// on.
type schoolSystem struct {
	sandbox *sandbox.Sandbox
	// registrar wraps the sandbox. For the unconnected school it answers in its own form.
	registrar *registrar.System
	address   string

	mu     sync.Mutex
	server *http.Server
}

func startSystem(ctx context.Context, file string, clock func() time.Time, log *slog.Logger) (*schoolSystem, error) {
	made, err := sandbox.New(sandbox.Options{Data: file, Now: clock, Sample: true, Logger: log})
	if sandbox.KindOf(err) == sandbox.KindForeignFile {
		return nil, fmt.Errorf("%w: %s: use another folder", errEarlierVersion, filepath.Dir(file))
	}
	if err != nil {
		return nil, fmt.Errorf("start the sample school system: %w", err)
	}
	service := &schoolSystem{sandbox: made, address: "127.0.0.1:0"}
	third := unconnectedSchool()
	service.registrar, err = registrar.New(made,
		sandbox.School{Name: third.name, Tenant: third.tenant, Code: third.code}, clock)
	if err == nil {
		err = service.switchOn(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, made.Close())
	}
	return service, nil
}

func (s *schoolSystem) baseURL() string { return "http://" + s.address }

// switchOn listens, the second time at the same port as the first.
func (s *schoolSystem) switchOn(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server != nil {
		return nil
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", s.address)
	if err != nil {
		return fmt.Errorf("start the sample school system: %w", err)
	}
	s.address = listener.Addr().String()
	s.server = sandbox.NewServer(s.registrar)
	go func(server *http.Server) {
		// It returns ErrServerClosed when it is switched off.
		_ = server.Serve(listener)
	}(s.server)
	return nil
}

// switchOff ends every connection and refuses later ones.
func (s *schoolSystem) switchOff() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server == nil {
		return nil
	}
	err := s.server.Close()
	s.server = nil
	return err
}

var errEarlierVersion = errors.New("the data are of an earlier version")

// errNoSuchFault is returned for an unknown fault.
var errNoSuchFault = errors.New("the demonstration has no such fault")

// slowBy is the delay of a slow call, in milliseconds: longer than a person waits for the outcome of a press,
// shorter than the limit of a call.
const slowBy = 4000

// fail starts the fault for every school, and ends the previous one.
func (s *schoolSystem) fail(ctx context.Context, fault string) error {
	if fault == "down" {
		return s.switchOff()
	}
	faults, known := map[string][]sandbox.Fault{
		"none":   nil,
		"slow":   {{DelayBeforeMs: slowBy}},
		"lost":   {{BulkOnly: true, Reset: sandbox.ResetApplied}},
		"key":    {{RefuseKey: true}},
		"others": {{BulkOnly: true, NameOthers: true}},
		"class":  {{BulkOnly: true, EchoClass: true}},
	}[fault]
	if !known {
		return fmt.Errorf("%w: %q", errNoSuchFault, fault)
	}
	if err := s.sandbox.SetFault("", faults...); err != nil {
		return fmt.Errorf("set a fault: %w", err)
	}
	return s.switchOn(ctx)
}
