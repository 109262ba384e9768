package notices

import (
	"bufio"
	"context"
	"errors"
	"log/slog"
	"mime"
	"net"
	"net/mail"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// records is a store with troubles, in memory.
type records struct {
	mu       sync.Mutex
	troubles []roll.Trouble
	told     map[roll.Trouble]bool
}

func (r *records) Troubles(context.Context) ([]roll.Trouble, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var untold []roll.Trouble
	for _, trouble := range r.troubles {
		if !r.told[trouble] {
			untold = append(untold, trouble)
		}
	}
	return untold, nil
}

func (r *records) TakeNotice(_ context.Context, trouble roll.Trouble) (bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	taken := !r.told[trouble]
	r.told[trouble] = true
	return taken, nil
}

func (r *records) GiveNoticeBack(_ context.Context, trouble roll.Trouble) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.told, trouble)
	return nil
}

func (r *records) Admins(context.Context, roll.SchoolID) ([]roll.Reader, error) {
	return []roll.Reader{{Email: "ada@north.example"}}, nil
}

// box is a post that stores its messages, after that many failures.
type box struct {
	mu       sync.Mutex
	failures int
	sent     []roll.Trouble
}

func (b *box) Send(_ context.Context, _ []string, _ string, trouble roll.Trouble) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failures > 0 {
		b.failures--
		return errors.New("the post is closed")
	}
	b.sent = append(b.sent, trouble)
	return nil
}

// left counts the remaining failures.
func (b *box) left() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.failures
}

func keyRefused() roll.Trouble {
	return roll.Trouble{School: "north", Name: "North & South", Zone: time.UTC, Kind: roll.TroubleKey,
		Since: time.Date(2026, time.November, 19, 8, 31, 0, 0, time.UTC), Marks: 42}
}

func TestAdminsGetOneNoticeOfEachTroubleFromAllReplicas(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &records{troubles: []roll.Trouble{keyRefused()}, told: make(map[roll.Trouble]bool)}
		post := &box{}
		ctx, stop := context.WithCancel(t.Context())
		for range 3 {
			go New(store, post, slog.New(slog.DiscardHandler)).Run(ctx)
		}
		time.Sleep(10 * time.Minute)
		stop()
		synctest.Wait()
		if len(post.sent) != 1 || post.sent[0] != keyRefused() {
			t.Errorf("told %d times: %+v", len(post.sent), post.sent)
		}
	})
}

func TestANoticeThatCouldNotBeSentIsSentLater(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &records{troubles: []roll.Trouble{keyRefused()}, told: make(map[roll.Trouble]bool)}
		post := &box{failures: 2}
		ctx, stop := context.WithCancel(t.Context())
		go New(store, post, slog.New(slog.DiscardHandler)).Run(ctx)
		time.Sleep(lookEvery + againAfter/2)
		synctest.Wait()
		if left := post.left(); left != 1 {
			t.Errorf("a closed post was tried %d times", 2-left)
		}
		time.Sleep(3 * againAfter)
		stop()
		synctest.Wait()
		if len(post.sent) != 1 {
			t.Errorf("told %d times", len(post.sent))
		}
	})
}

func TestNoMailIsSentWithoutTheRequiredTLS(t *testing.T) {
	t.Parallel()
	words, err := language.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, way := range []TLS{TLSRequired, TLSImplicit} {
		address, received := mailServer(t)
		post := NewMail(MailServer{Address: address, TLS: way, From: "rollbook@school.example"}, words, paths.New(""), "", time.Now, func() {})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		err := post.Send(ctx, []string{"ada@north.example"}, "", keyRefused())
		cancel()
		if err == nil || errors.Is(err, ErrPerhapsSent) || (way == TLSRequired) != strings.Contains(err.Error(), "does not support STARTTLS") {
			t.Errorf("%s: %v", way, err)
		}
		select {
		case got := <-received:
			if got.message != "" || strings.Contains(got.envelope, "MAIL FROM") {
				t.Errorf("%s: the server got %q", way, got)
			}
		default:
		}
	}
}

func TestAMailHasTheTroubleAndALink(t *testing.T) {
	t.Parallel()
	words, err := language.Load()
	if err != nil {
		t.Fatal(err)
	}
	address, received := mailServer(t)
	clock := func() time.Time { return time.Date(2026, time.November, 19, 8, 40, 0, 0, time.UTC) }
	post := NewMail(MailServer{Address: address, From: "rollbook@school.example"}, words, paths.New("/rollbook"), "https://school.example", clock, func() {})
	if err := post.Send(t.Context(), []string{"ada@north.example", "bo@north.example"}, "", keyRefused()); err != nil {
		t.Fatal(err)
	}
	got := <-received
	for _, want := range []string{"EHLO school.example\r\n", "MAIL FROM:<rollbook@school.example>", "RCPT TO:<ada@north.example>", "RCPT TO:<bo@north.example>"} {
		if !strings.Contains(got.envelope, want) {
			t.Errorf("the envelope lacks %q: %s", want, got.envelope)
		}
	}
	message, err := mail.ReadMessage(strings.NewReader(got.message))
	if err != nil {
		t.Fatal(err)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject"))
	if err != nil || subject != "North & South: key not accepted" {
		t.Errorf("the subject is %q (%v)", subject, err)
	}
	from, err := message.Header.AddressList("From")
	if err != nil || from[0].Name != "Rollbook" || !strings.HasSuffix(message.Header.Get("Message-ID"), "@school.example>") || message.Header.Get("Date") == "" {
		t.Errorf("the head is %v", message.Header)
	}
	for _, want := range []string{"08:31", "42. Enter a new key", "https://school.example/rollbook/schools/north/connection"} {
		if !strings.Contains(strings.ReplaceAll(got.message, "=\r\n", ""), want) {
			t.Errorf("the mail lacks %q:\n%s", want, got.message)
		}
	}
}

func TestAMailAboutOtherStudentsLinksToThem(t *testing.T) {
	t.Parallel()
	words, err := language.Load()
	if err != nil {
		t.Fatal(err)
	}
	address, received := mailServer(t)
	post := NewMail(MailServer{Address: address, From: "a@b.example"}, words, paths.New(""), "https://school.example", time.Now, func() {})
	trouble := keyRefused()
	trouble.Kind = roll.TroubleStudents
	if err := post.Send(t.Context(), []string{"ada@north.example"}, "", trouble); err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll((<-received).message, "=\r\n", "")
	for _, want := range []string{"about the wrong students, who may have been marked", "Sending is paused until an administrator decides. Marks safe in Rollbook: 42.", "https://school.example/schools/north/connection/others"} {
		if !strings.Contains(got, want) {
			t.Errorf("the mail lacks %q:\n%s", want, got)
		}
	}
}

func TestAMailServerThatRefusesIsAnError(t *testing.T) {
	t.Parallel()
	words, err := language.Load()
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	failed := 0
	post := NewMail(MailServer{Address: address, From: "a@b.example"}, words, paths.New(""), "", time.Now, func() { failed++ })
	if err := post.Send(t.Context(), []string{"ada@north.example"}, "", keyRefused()); err == nil || failed != 1 {
		t.Errorf("nobody noticed that nothing was sent: %d failures, %v", failed, err)
	}
}

func TestAMessageIsPerhapsSentOnlyIfTheServerSaysNothingAtItsEnd(t *testing.T) {
	t.Parallel()
	for end, want := range map[string]error{"250 kept": nil, "": ErrPerhapsSent, "554 5.7.1 spam": errRefused, "451 later": errRefused} {
		address, received := mailServerThatSays(t, end)
		post := NewMail(MailServer{Address: address, From: "a@b.example"}, nil, paths.New(""), "", time.Now, func() {})
		err := post.Deliver(t.Context(), []string{"ada@north.example"}, "Räume", "Zwei Räume")
		if perhaps := errors.Is(err, ErrPerhapsSent); (err == nil) != (want == nil) || perhaps != errors.Is(want, ErrPerhapsSent) {
			t.Errorf("after %q: %v", end, err)
		}
		if got := (<-received).message; !strings.Contains(got, "Zwei R=C3=A4ume\r\n") || strings.Contains(strings.ToLower(got), "go-mail") {
			t.Errorf("the server got %q", got)
		}
	}
}

// errRefused is any refusal of a mail server.
var errRefused = errors.New("refused")

// received is one message with the commands before it.
type received struct{ envelope, message string }

// mailServer accepts one message by SMTP (RFC 5321).
func mailServer(t *testing.T) (address string, got <-chan received) {
	t.Helper()
	return mailServerThatSays(t, "250 kept")
}

// mailServerThatSays answers the end of a message. It closes the connection then,
// without an answer if that is empty.
func mailServerThatSays(t *testing.T, end string) (address string, got <-chan received) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	arrived := make(chan received, 1)
	go func() {
		connection, err := listener.Accept()
		if err != nil {
			return
		}
		defer func() { _ = connection.Close() }()
		arrived <- converse(connection, end)
	}()
	return listener.Addr().String(), arrived
}

func converse(connection net.Conn, end string) received {
	var got received
	say := func(line string) { _, _ = connection.Write([]byte(line + "\r\n")) }
	say("220 mail.example")
	lines := bufio.NewReader(connection)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return got
		}
		got.envelope += line
		// A client that begins with TLS sends lines of any length.
		switch command, _, _ := strings.Cut(strings.ToUpper(strings.TrimSpace(line)), " "); command {
		case "DATA":
			say("354 go on")
			for line = ""; line != ".\r\n"; got.message += line {
				if line, err = lines.ReadString('\n'); err != nil {
					return got
				}
			}
			if end != "" {
				say(end)
			}
			return got
		default:
			say("250 yes")
		}
	}
}

func TestAMailServerThatIsSlowIsNotWaitedForLongerThanThePersonWaits(t *testing.T) {
	t.Parallel()
	words, err := language.Load()
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	post := NewMail(MailServer{Address: listener.Addr().String(), From: "a@b.example"}, words, paths.New(""), "", time.Now, func() {})
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	begun := time.Now()
	err = post.Deliver(ctx, []string{"ada@north.example"}, "subject", "text")
	if took := time.Since(begun); err == nil || errors.Is(err, ErrPerhapsSent) || took > mailTime/2 {
		t.Errorf("after %v: %v", took, err)
	}
}
