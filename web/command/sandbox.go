package command

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"

	"rollbook/apiclient/sandbox"
)

// service groups the commands of the sample school system.
type service struct {
	Run serviceRun `cmd:"" default:"withargs" help:"Run the sample system (default command)."`
	Key serviceKey `cmd:"" help:"Create, list and remove its keys."`
}

// serviceRun runs the sample school system.
type serviceRun struct {
	Listen string `default:"127.0.0.1:8090" placeholder:"A" help:"Address to listen on, host:port. Default: ${default}"`
	Data   string `placeholder:"F" help:"File to keep its data in. Default: the data is lost at the end."`

	GenericMessages bool `help:"Answer every 401 with the same message, without a cause."`
	NoDailyList     bool `help:"Offer no endpoint that lists a day's attendance; real services document none."`
}

// Run prints one line for each school (base URL, tenant, code, key) and "ready", and serves until the context
// ends. It shows a new key in full, once.
func (s serviceRun) Run(ctx context.Context, p *process) (err error) {
	log := slog.New(slog.NewTextHandler(p.stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	made, err := sandbox.New(sandbox.Options{
		Data: s.Data, GenericWording: s.GenericMessages, DisableDailyList: s.NoDailyList, Sample: true, Logger: log,
	})
	if err != nil {
		return fmt.Errorf("--data: %w", err)
	}
	defer func() { err = errors.Join(err, made.Close()) }()
	listener, err := listen(ctx, s.Listen)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	server := sandbox.NewServer(made)
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := announceSandbox(p, made, listener.Addr()); err != nil {
		return errors.Join(err, listener.Close())
	}
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

func announceSandbox(p *process, made *sandbox.Sandbox, address net.Addr) error {
	schools, err := made.Schools()
	if err != nil {
		return err
	}
	for _, school := range schools {
		key, err := made.FirstKey(school.Code)
		if err != nil {
			return err
		}
		if err := p.print("http://%s\t%s\t%s\t%s\n", reachable(address.String()), school.Tenant, school.Code,
			key); err != nil {
			return err
		}
	}
	return p.print("ready\n")
}

// serviceKey groups the commands about the keys of the sample school system.
type serviceKey struct {
	Create serviceKeyCreate `cmd:"" help:"Create a key; its value is printed only once."`
	List   serviceKeyList   `cmd:"" help:"List a school's keys: id, name, value (masked), created, last used, removed."`
	Remove serviceKeyRemove `cmd:"" aliases:"revoke" help:"Remove a key; it is no longer accepted."`
}

// ofService are the flags of the commands about keys.
type ofService struct {
	Data       string `required:"" placeholder:"F" help:"File with the sample school system's data."`
	SchoolCode string `required:"" placeholder:"C" help:"The school's code there."`
}

// ProvideSandbox opens the existing data of the sample school system for a command's Run.
func (o ofService) ProvideSandbox(p *process) (*sandbox.Sandbox, error) {
	if _, err := os.Stat(o.Data); err != nil {
		return nil, fmt.Errorf("--data: %w", err)
	}
	opened, err := sandbox.New(sandbox.Options{Data: o.Data})
	if err != nil {
		return nil, fmt.Errorf("--data: %w", err)
	}
	p.atEnd = opened.Close
	return opened, nil
}

// serviceKeyCreate makes a key.
type serviceKeyCreate struct {
	ofService
	Name string `required:"" placeholder:"N" help:"Purpose of the key."`
}

// Run prints the key's id and value.
func (s serviceKeyCreate) Run(p *process, opened *sandbox.Sandbox) error {
	key, value, err := opened.CreateKey(s.SchoolCode, s.Name)
	return p.done(err, "%d\t%s\n", key.ID, value)
}

// serviceKeyList lists keys.
type serviceKeyList struct {
	ofService
	listing
}

// Run prints one row for each key. Times are in UTC, "-" for none.
func (s serviceKeyList) Run(p *process, opened *sandbox.Sandbox) error {
	keys, err := opened.Keys(s.SchoolCode)
	if err != nil {
		return err
	}
	var rows [][]string
	for _, key := range keys {
		rows = append(rows, []string{strconv.FormatInt(key.ID, 10), key.Name, key.Masked, moment(&key.Created),
			moment(key.LastUsed), moment(key.Revoked)})
	}
	return s.print(p, []string{"id", "name", "key", "created", "last used", "removed"}, rows)
}

func moment(at *time.Time) string {
	if at == nil {
		return "-"
	}
	return at.UTC().Format(time.RFC3339)
}

// serviceKeyRemove ends a key.
type serviceKeyRemove struct {
	ofService
	ID int64 `required:"" name:"id" placeholder:"ID" help:"The key's id, see list."`
}

// Run removes the key.
func (s serviceKeyRemove) Run(p *process, opened *sandbox.Sandbox) error {
	return p.done(opened.RevokeKey(s.SchoolCode, s.ID), "removed %d\n", s.ID)
}
