package visit

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"rollbook/web/edge"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/limits"
	"rollbook/web/identity/session"
)

const (
	// mostStreams limits the open streams of one account in this process. It is more than anyone needs, since
	// a hidden page ends its stream. The next one is refused: if the oldest ended instead, it would return at
	// once and end another.
	mostStreams = 20
	// refusedFor is the wait after a refused stream. Its page polls meanwhile.
	refusedFor = 30 * time.Second
	// standingEvery is the longest time between two checks whether a stream may continue.
	standingEvery = 4 * time.Second
	// standingLimit limits such a check. A stream ends when its check fails.
	standingLimit = 5 * time.Second
	// sendLimit limits the time in which a page must receive an event.
	sendLimit = 5 * time.Second
	// streamLimit ends a forgotten stream. The page opens a new one.
	streamLimit = 10 * time.Minute
)

// Streams counts the open event streams of this process.
type Streams struct {
	sessions  *session.Sessions
	standings *auth.Standings
	// stopping is closed when the server stops. Streams then end.
	stopping <-chan struct{}
	open     *limits.Places[string]
}

// NewStreams makes a Streams whose streams end when stopping is closed.
func NewStreams(sessions *session.Sessions, standings *auth.Standings, stopping <-chan struct{}) *Streams {
	return &Streams{sessions: sessions, standings: standings, stopping: stopping,
		open: limits.NewPlaces[string](mostStreams)}
}

// Open returns the number of open streams.
func (s *Streams) Open() float64 { return float64(s.open.Inside()) }

// EventOf renders the component as one server-sent event.
func EventOf(ctx context.Context, component templ.Component) (string, error) {
	var text strings.Builder
	if err := component.Render(ctx, &text); err != nil {
		return "", fmt.Errorf("render an event: %w", err)
	}
	return "data: " + strings.ReplaceAll(text.String(), "\n", "\ndata: ") + "\n\n", nil
}

// beatEvent signals that nothing has changed.
const beatEvent = "event: beat\ndata: \n\n"

// Limited wraps a handler that answers with a stream. It refuses an account with too many open streams
// before reading anything.
func (s *Streams) Limited(handle func(*Visit) error) func(*Visit) error {
	return func(v *Visit) error {
		if !s.open.Enter(v.Account) {
			v.Response().Header().Set("Retry-After", strconv.Itoa(int(refusedFor.Seconds())))
			return v.NoContent(http.StatusTooManyRequests)
		}
		defer s.open.Leave(v.Account)
		return handle(v)
	}
}

// Follow answers with a stream of server-sent events (WHATWG HTML, section 9.2), until the visitor may no longer
// follow it or the server stops. Next returns the present event, and a channel that signals the next change. An
// empty event, or the same as before, becomes a beat.
func (s *Streams) Follow(v *Visit, beat time.Duration,
	next func(context.Context) (event string, changed <-chan struct{}, err error)) error {
	opened, end, err := s.begin(v)
	if err != nil {
		return err
	}
	defer end()
	ticker := time.NewTicker(beat)
	defer ticker.Stop()
	for last := ""; ; {
		event, changed, err := next(opened.ctx)
		if err != nil {
			return nil // the answer has begun; its page will ask again
		}
		if event == "" || event == last {
			event = beatEvent
		} else {
			last = event
		}
		if !opened.send(event) || !opened.wait(changed, ticker.C) {
			return nil
		}
	}
}

// stream is an open stream.
type stream struct {
	streams *Streams
	v       *Visit
	ctx     context.Context
	check   *time.Ticker
}

// begin sends the head of a stream. The caller must call end.
func (s *Streams) begin(v *Visit) (opened *stream, end func(), err error) {
	opened = &stream{streams: s, v: v}
	if err := opened.deadline(time.Time{}); err != nil {
		return nil, nil, err
	}
	header := v.Response().Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store")
	v.Response().WriteHeader(http.StatusOK)
	if err := edge.Flush(v); err != nil {
		return nil, nil, err
	}
	var cancel context.CancelFunc
	opened.ctx, cancel = context.WithTimeout(v.Ctx, streamLimit)
	opened.check = time.NewTicker(standingEvery)
	return opened, func() { opened.check.Stop(); cancel() }, nil
}

func (o *stream) deadline(at time.Time) error {
	err := http.NewResponseController(o.v.Response()).SetWriteDeadline(at)
	if err != nil && !errors.Is(err, http.ErrNotSupported) {
		return fmt.Errorf("set the deadline of a stream: %w", err)
	}
	return nil
}

// send sends the event after checking that the visitor may still see it. False ends the stream.
func (o *stream) send(event string) bool {
	if !o.still() {
		return false
	}
	o.check.Reset(standingEvery)
	if o.deadline(time.Now().Add(sendLimit)) != nil {
		return false
	}
	if _, err := o.v.Response().Write([]byte(event)); err != nil {
		return false
	}
	if err := edge.Flush(o.v); err != nil {
		return false
	}
	return o.deadline(time.Time{}) == nil
}

// wait waits for a change. False ends the stream.
func (o *stream) wait(changed <-chan struct{}, beat <-chan time.Time) bool {
	for {
		select {
		case <-o.ctx.Done():
			return false
		case <-o.streams.stopping:
			return false
		case <-changed:
			return true
		case <-beat:
			return true
		case <-o.check.C:
			if !o.still() {
				return false
			}
		}
	}
}

// still checks in the database whether the stream's visitor is still signed in with the same role.
func (o *stream) still() bool {
	ctx, cancel := context.WithTimeout(o.ctx, standingLimit)
	defer cancel()
	if o.v.InSession {
		alive, err := o.streams.sessions.Alive(ctx)
		if err != nil || !alive {
			return false
		}
	}
	standing, err := o.streams.standings.Of(ctx, o.v.Person.ID)
	if err != nil || standing.Epoch != o.v.Person.Epoch || standing.Roles[o.v.School.ID] != o.v.Role {
		return false
	}
	return o.v.Holds(standing, o.v.Now())
}
