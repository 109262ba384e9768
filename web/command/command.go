// Package command is the command line: it parses the arguments, builds the program, and calls it.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"rollbook/web"
)

// The exit codes.
const (
	exitDone = iota
	exitFailed
	exitUsage
)

// commands are all commands.
type commands struct {
	Demo        demoRun     `cmd:"" help:"Try Rollbook with sample schools, on this computer only."`
	Serve       serve       `cmd:"" help:"Run the dashboard. Settings come from the environment."`
	School      school      `cmd:"" help:"Connect schools to their school systems."`
	User        user        `cmd:"" help:"Manage accounts."`
	Device      device      `cmd:"" help:"Manage door tablets."`
	Sandbox     service     `cmd:"" help:"Run only the sample school system."`
	Migrate     migrate     `cmd:"" help:"Update the database schema; serve does this at its start."`
	Backup      backup      `cmd:"" help:"Back up the database while it is in use."`
	Restore     restore     `cmd:"" help:"Restore the database from a backup, while no server runs."`
	Copy        restored    `cmd:"" help:"Mark a database that other software restored as a copy: it sends nothing until an admin allows it."`
	Healthcheck healthcheck `cmd:"" help:"Check whether the server on this machine is running."`
	Config      config      `cmd:"" help:"Print the settings in force, without secrets."`
	Version     version     `cmd:"" help:"Print the version."`
	Completion  completion  `cmd:"" help:"Print the completion script for bash or zsh."`
}

// Main runs the command of the arguments, until it is done or the process receives SIGINT or SIGTERM, and
// returns the exit code: 0 for success, 2 for wrong arguments, 1 for every other failure. For the last two it
// writes one line to stderr. Register adds the pages to the program.
func Main(arguments []string, stdin io.Reader, stdout, stderr io.Writer, register web.Register) int {
	web.CollectSeldom(os.LookupEnv)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A second signal ends the process at once.
	defer context.AfterFunc(ctx, stop)()
	p := &process{stdin: stdin, stdout: stdout, stderr: stderr, log: newRecords(stderr), register: register,
		atEnd: func() error { return nil }}
	defer p.log.close()
	defer endWithin(ctx, stopsWithin, func() {
		p.complain("stopping took too long and was cut short; what was accepted is kept")
		p.log.close()
		os.Exit(exitFailed)
	})()
	err := p.run(ctx, arguments)
	if err == nil {
		return exitDone
	}
	p.complain(oneLine(explain(err)))
	if isUsage(err) {
		return exitUsage
	}
	return exitFailed
}

func (p *process) run(ctx context.Context, arguments []string) (err error) {
	parser, err := kong.New(&commands{},
		kong.Name("rollbook"),
		kong.Description("A web dashboard with which a school takes its roll. To try it: rollbook demo"),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
		kong.Writers(p.stdout, p.stderr),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(p),
		kong.BindSingletonProvider(p.provideApp),
	)
	if err != nil {
		return fmt.Errorf("prepare the command line: %w", err)
	}
	if done, err := completed(parser, p); done {
		return err
	}
	parsed, err := parser.Parse(arguments)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.atEnd()) }()
	return parsed.Run()
}

// stopsWithin limits the time from the signal to the end of the process. With the last lines of its log it
// stays below the 10 seconds after which Docker kills.
const stopsWithin = 7500 * time.Millisecond

// endWithin calls late when limit has passed after the end of the context, unless done was called before.
func endWithin(ctx context.Context, limit time.Duration, late func()) (done func()) {
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		select {
		case <-ended:
		case <-time.After(limit):
			late()
		}
	})
	return func() { stop(); close(ended) }
}
