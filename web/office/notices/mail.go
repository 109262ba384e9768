package notices

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/wneessen/go-mail"

	"rollbook/apiclient"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// MailServer is the server that receives our mail (RFC 6409).
type MailServer struct {
	// Address is host:port.
	Address string
	// TLS is how the connection is secured. Without TLS the password is sent to this machine only.
	TLS TLS
	// From is the sender's address.
	From string
	// User and Password may be empty.
	User, Password string
}

// TLS is how a connection to the mail server is secured.
type TLS string

// The ways. Offered, the zero value, uses STARTTLS if the server offers it, so that a third party can remove the offer.
const (
	TLSOffered  TLS = ""
	TLSRequired TLS = "required" // STARTTLS (RFC 3207), or no mail is sent
	TLSImplicit TLS = "implicit" // from the first byte on (RFC 8314)
	TLSNone     TLS = "none"
)

// mailTime limits one call of DeliverAll.
const mailTime = 30 * time.Second

// Mail sends notices by mail. It names no student.
type Mail struct {
	server MailServer
	words  *language.Catalogue
	paths  paths.Paths
	origin string
	clock  func() time.Time
	failed func()
}

// NewMail makes a Mail that sends through the server. Origin is the public address's scheme and host, for the
// link to the school's connection. Without it messages have no link. Failed is called for each message that
// the server did not take.
func NewMail(server MailServer, words *language.Catalogue, links paths.Paths, origin string, clock func() time.Time,
	failed func()) *Mail {
	return &Mail{server: server, words: words, paths: links, origin: origin, clock: clock, failed: failed}
}

// Send mails the trouble to the people, in English without an available language.
func (m *Mail) Send(ctx context.Context, to []string, tag string, trouble roll.Trouble) error {
	kind, words := string(trouble.Kind), cmp.Or(m.words.In(tag), m.words.English())
	since := words.Clock(trouble.Since.In(trouble.Zone))
	subject := words.Text(language.NoticeSubjectKeys.Of(kind), "School", trouble.Name)
	text := words.Count(language.NoticeTextKeys.Of(kind), trouble.Marks, "School", trouble.Name, "Clock", since)
	return m.Deliver(ctx, to, subject, m.WithLink(text, m.page(trouble)))
}

// page returns the address of the page about the trouble.
func (m *Mail) page(trouble roll.Trouble) string {
	if trouble.Kind == roll.TroubleStudents {
		return m.paths.To(paths.OtherStudents, trouble.School)
	}
	return m.paths.To(paths.Connection, trouble.School)
}

// ErrPerhapsSent is returned when the server did not confirm a complete message.
var ErrPerhapsSent = errors.New("the mail server did not say whether it took the message")

// Letter is a message. The addresses are plain, without names.
type Letter struct {
	To            []string
	Subject, Text string
}

// WithLink adds the address of a page to a text, if the server has a public address.
func (m *Mail) WithLink(text, page string) string {
	if m.origin == "" {
		return text
	}
	return text + "\n\n" + m.origin + page
}

// Deliver sends one letter as DeliverAll.
func (m *Mail) Deliver(ctx context.Context, to []string, subject, text string) error {
	return m.DeliverAll(ctx, []Letter{{to, subject, text}})[0]
}

// DeliverAll sends the letters, until the context ends and for at most half a minute. It returns the error of each;
// after one other than ErrPerhapsSent that letter was not sent. No error of the server has an address.
func (m *Mail) DeliverAll(ctx context.Context, letters []Letter) []error {
	// The server must not take longer than the person waits.
	ctx, cancel := context.WithTimeout(ctx, mailTime)
	defer cancel()
	errs, messages := make([]error, len(letters)), make([]*mail.Msg, len(letters))
	for i, letter := range letters {
		messages[i], errs[i] = m.message(letter)
	}
	client, err := m.client(ctx)
	if err == nil {
		err = client.DialAndSendWithContext(ctx, messages...)
	}
	for i, message := range messages {
		if errs[i] == nil {
			errs[i] = fateOf(message, err)
		}
		if errs[i] != nil {
			m.failed()
		}
	}
	return errs
}

// fateOf returns why a message was not sent, or nil. Err is the error of all messages together.
func fateOf(message *mail.Msg, err error) error {
	refusal, refused := errors.AsType[*mail.SendError](message.SendError())
	switch {
	case err == nil, message.IsDelivered():
		// The server has the message. A failed goodbye does not matter.
		return nil
	case !refused:
		return fmt.Errorf("hand a message to the mail server: %w", err)
	}
	// The library's and the server's texts have the addresses.
	because := fmt.Sprintf("%s: %d %s", refusal.Reason, refusal.ErrorCode(), refusal.EnhancedStatusCode())
	if refusal.Reason == mail.ErrSMTPDataClose && refusal.ErrorCode() == 0 {
		return fmt.Errorf("%w: %s", ErrPerhapsSent, because)
	}
	return fmt.Errorf("hand a message to the mail server: %s", because)
}

// client returns the library's client, whose connection ends with the context.
func (m *Mail) client(ctx context.Context) (*mail.Client, error) {
	host, _, err := net.SplitHostPort(m.server.Address)
	if err != nil {
		return nil, err
	}
	apiclient.TrustMozilla()
	dial, policy := new(net.Dialer).DialContext, mail.NoTLS
	switch m.server.TLS {
	case TLSImplicit:
		dial = new(tls.Dialer).DialContext
	case TLSRequired:
		policy = mail.TLSMandatory
	case TLSOffered:
		policy = mail.TLSOpportunistic
	case TLSNone:
	}
	options := []mail.Option{
		mail.WithTimeout(mailTime), mail.WithTLSPolicy(policy),
		// A name that exists, unlike "localhost", and not the machine's.
		mail.WithHELO(m.domain()),
		// The library limits each step, not all of them.
		mail.WithDialContextFunc(func(_ context.Context, network, _ string) (net.Conn, error) {
			connection, err := dial(ctx, network, m.server.Address)
			if err == nil {
				context.AfterFunc(ctx, func() { _ = connection.Close() })
			}
			return connection, err
		}),
	}
	if m.server.User != "" {
		// Without TLS it sends no password to another machine.
		options = append(options, mail.WithSMTPAuth(mail.SMTPAuthPlain), mail.WithUsername(m.server.User),
			mail.WithPassword(m.server.Password))
	}
	return mail.NewClient(host, options...)
}

// domain returns the part of the sender's address after the @.
func (m *Mail) domain() string { return m.server.From[strings.LastIndex(m.server.From, "@")+1:] }

// message builds the mail (RFC 5322).
func (m *Mail) message(letter Letter) (*mail.Msg, error) {
	message := mail.NewMsg(mail.WithNoDefaultUserAgent())
	if err := errors.Join(message.FromFormat("Rollbook", m.server.From), message.To(letter.To...)); err != nil {
		return nil, fmt.Errorf("address a message: %w", err)
	}
	message.SetMessageIDWithValue(rand.Text() + "@" + m.domain())
	message.SetDateWithValue(m.clock())
	message.Subject(letter.Subject)
	message.SetBodyString(mail.TypeTextPlain, letter.Text+"\n")
	return message, nil
}
