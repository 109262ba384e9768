package apiclient

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"testing"
	"time"
)

func expectFenced(t *testing.T, service *pipeService, failure *Error, before int64) {
	t.Helper()
	if failure.Kind != NotSent || failure.Reason != ReasonFence {
		t.Errorf("the save ended as %v", failure)
	}
	if !failure.Exchange.Began.IsZero() {
		t.Errorf("it says that it began: %+v", failure.Exchange)
	}
	time.Sleep(time.Minute)
	if n := service.bytes.Load() - before; n != 0 {
		t.Errorf("%d bytes arrived", n)
	}
}

func TestNothingIsSentOnceTheFenceHasPassedWhileConnecting(t *testing.T) {
	t.Parallel()
	bothWays(t, func(t *testing.T, service *pipeService) {
		service.slowConnect = 4 * time.Second
		service.run(t, func(t *testing.T, client *Client) {
			began := time.Now()
			failure := failureOf(t, client, fenceIn(3*time.Second, 18*time.Second))
			if took := time.Since(began); took != 3*time.Second {
				t.Errorf("it took %v to give up", took)
			}
			expectFenced(t, service, failure, 0)
		})
	})
}

func TestNothingIsSentWhenTheHandshakeOutlastsTheFence(t *testing.T) {
	t.Parallel()
	service := (&pipeService{handler: answering(200, oneSaved), slowHandshake: 4 * time.Second}).overTLS(t)
	service.run(t, func(t *testing.T, client *Client) {
		expectFenced(t, service, failureOf(t, client, fenceIn(3*time.Second, 18*time.Second)), 0)
	})
}

func TestAReusedConnectionIsFencedToo(t *testing.T) {
	t.Parallel()
	bothWays(t, func(t *testing.T, service *pipeService) {
		service.run(t, func(t *testing.T, client *Client) {
			if _, err := client.SaveDailyAttendance(context.Background(), present(1), soon()); err != nil {
				t.Fatal(err)
			}
			before := service.bytes.Load()
			expectFenced(t, service, failureOf(t, client, fenceIn(0, 18*time.Second)), before)
			if n := service.connections.Load(); n != 1 {
				t.Errorf("%d connections were made, want the one that was idle", n)
			}
		})
	})
}

func TestTheFenceIsCheckedAtTheFirstByteItself(t *testing.T) {
	t.Parallel()
	near, far := net.Pipe()
	defer closing(near)
	defer closing(far)
	connection := &savingConn{Conn: near}
	if _, err := connection.Write([]byte("x")); !errors.Is(err, errNotSending) {
		t.Errorf("without a sending: %v", err)
	}
	late := &sending{fence: time.Now().Add(-time.Nanosecond)}
	if err := connection.begin(late, time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if n, err := connection.Write([]byte("x")); n != 0 || !errors.Is(err, errFencePassed) {
		t.Errorf("after the fence: %d bytes, %v", n, err)
	}
}

// deadlineConn records its deadlines.
type deadlineConn struct {
	net.Conn
	deadlines []time.Time
}

func (c *deadlineConn) SetDeadline(at time.Time) error {
	c.deadlines = append(c.deadlines, at)
	return nil
}

func TestAConnectionHasTheDeadlineOfTheSaveThatHasIt(t *testing.T) {
	t.Parallel()
	recorder := &deadlineConn{}
	connection := &savingConn{Conn: recorder}
	first, second := time.Now().Add(time.Second), time.Now().Add(time.Minute)
	one, two := &sending{}, &sending{}
	for _, err := range []error{connection.begin(one, first), connection.begin(two, second)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	connection.end(one) // too late: the connection is already the second save's
	connection.end(two)
	if want := []time.Time{first, second, {}}; !slices.Equal(recorder.deadlines, want) {
		t.Errorf("deadlines %v, want %v", recorder.deadlines, want)
	}
}

func TestAStoppedSendingWritesNothingMore(t *testing.T) {
	t.Parallel()
	s := &sending{fence: time.Now().Add(time.Hour)}
	if err := s.startWrite(); err != nil {
		t.Fatal(err)
	}
	if began, _ := s.stop(errNotSending); began.IsZero() {
		t.Error("a write is under way, yet it says that nothing was written")
	}
	s.finishWrite(0)
	if began, _ := s.stop(errNotSending); !began.IsZero() {
		t.Error("the write failed with no byte, yet it says that something was written")
	}
	if err := s.startWrite(); !errors.Is(err, errNotSending) {
		t.Errorf("a later write: %v", err)
	}
}

func TestAServiceThatNeverAnswersIsUnknownAtTheDeadline(t *testing.T) {
	t.Parallel()
	bothWays(t, func(t *testing.T, service *pipeService) {
		service.handler = func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.ReadAll(r.Body)
			<-r.Context().Done()
		}
		service.run(t, func(t *testing.T, client *Client) {
			began := time.Now()
			failure := failureOf(t, client, fenceIn(3*time.Second, 15*time.Second))
			if took := time.Since(began); took != 15*time.Second {
				t.Errorf("it took %v", took)
			}
			if failure.Kind != Unknown || failure.Exchange.Began.IsZero() {
				t.Errorf("the save ended as %+v", failure)
			}
		})
	})
}

func TestASlowAnswerWithinTheDeadlineIsRead(t *testing.T) {
	t.Parallel()
	service := &pipeService{handler: func(w http.ResponseWriter, _ *http.Request) {
		time.Sleep(12 * time.Second)
		_, _ = io.WriteString(w, oneSaved)
	}}
	service.run(t, func(t *testing.T, client *Client) {
		answer, err := client.SaveDailyAttendance(context.Background(), present(1), fenceIn(3*time.Second, 15*time.Second))
		if err != nil || answer.Exchange.Took != 12*time.Second {
			t.Errorf("%+v, %v", answer, err)
		}
	})
}

func TestAServiceThatSwitchesProtocolsDelaysNoCall(t *testing.T) {
	t.Parallel()
	bothWays(t, func(t *testing.T, service *pipeService) {
		service.handler = func(w http.ResponseWriter, _ *http.Request) {
			connection, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			defer closing(connection)
			_, _ = io.WriteString(connection, "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n")
			_, _ = io.Copy(io.Discard, connection)
		}
		service.run(t, func(t *testing.T, client *Client) {
			if failure := failureOf(t, client, fenceIn(3*time.Second, 15*time.Second)); failure.Kind != Unknown || failure.Status != 101 {
				t.Errorf("the save ended as %v", failure)
			}
			if _, err := client.readOnce(context.Background(), "statuses", "/x"); err == nil {
				t.Error("the read succeeded")
			}
		})
	})
}

func TestAnAnswerWhoseBodyStallsIsUnknownAtTheDeadline(t *testing.T) {
	t.Parallel()
	service := &pipeService{handler: func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, `[{"studentId":1`)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}}
	service.run(t, func(t *testing.T, client *Client) {
		if failure := failureOf(t, client, fenceIn(3*time.Second, 15*time.Second)); failure.Kind != Unknown || failure.Status != 200 {
			t.Errorf("the save ended as %+v", failure)
		}
	})
}

func TestAConnectionThatIdledForFiveSecondsIsNotUsed(t *testing.T) {
	t.Parallel()
	bothWays(t, func(t *testing.T, service *pipeService) {
		service.run(t, func(t *testing.T, client *Client) {
			save := func() {
				if _, err := client.SaveDailyAttendance(context.Background(), present(1), fenceIn(3*time.Second, 18*time.Second)); err != nil {
					t.Error(err)
				}
			}
			save()
			for range 10 { // 30 s in total: longer than the first save's deadline
				time.Sleep(3 * time.Second)
				save()
			}
			if n := service.connections.Load(); n != 1 {
				t.Errorf("%d connections for saves every 3 s, want 1", n)
			}
			time.Sleep(5 * time.Second)
			save()
			if n := service.connections.Load(); n != 2 {
				t.Errorf("%d connections after 5 s without a save, want 2", n)
			}
		})
	})
}

func TestASaveThatIsGivenUpByItsCallerSendsNothingLater(t *testing.T) {
	t.Parallel()
	bothWays(t, func(t *testing.T, service *pipeService) {
		service.slowConnect = 2 * time.Second
		service.run(t, func(t *testing.T, client *Client) {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			_, err := client.SaveDailyAttendance(ctx, present(1), soon())
			failure, ok := errors.AsType[*Error](err)
			if !ok || failure.Kind != NotSent || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the save ended as %v", err)
			}
			time.Sleep(time.Minute)
			if n := service.bytes.Load(); n != 0 {
				t.Errorf("%d bytes arrived", n)
			}
		})
	})
}
