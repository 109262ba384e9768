package notices

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"net/smtp"
	"net/textproto"
	"strings"
	"time"

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

// ErrNotSecured is returned when the server does not offer the required STARTTLS.
var ErrNotSecured = errors.New("the mail server offers no STARTTLS, which ROLLBOOK_SMTP_TLS requires")

// mailTime limits the sending of one message.
const mailTime = 30 * time.Second

// Mail sends notices by mail. It names no student.
type Mail struct {
	server MailServer
	words  *language.Words
	paths  paths.Paths
	origin string
	clock  func() time.Time
}

// NewMail makes a Mail that sends through the server. Origin is the public address's scheme and host, for the
// link to the school's connection. Without it messages have no link.
func NewMail(server MailServer, words *language.Words, links paths.Paths, origin string, clock func() time.Time) *Mail {
	return &Mail{server: server, words: words, paths: links, origin: origin, clock: clock}
}

// Send mails the trouble to the people.
func (m *Mail) Send(ctx context.Context, to []string, trouble roll.Trouble) error {
	kind := string(trouble.Kind)
	since := m.words.Clock(trouble.Since.In(trouble.Zone))
	subject := m.words.Text(language.NoticeSubjectKeys.Of(kind), "School", trouble.Name)
	text := m.words.Count(language.NoticeTextKeys.Of(kind), trouble.Marks, "School", trouble.Name, "Clock", since)
	if m.origin != "" {
		text += "\n\n" + m.origin + m.page(trouble)
	}
	return m.Deliver(ctx, to, subject, text)
}

// page returns the address of the page about the trouble.
func (m *Mail) page(trouble roll.Trouble) string {
	if trouble.Kind == roll.TroubleStudents {
		return m.paths.OtherStudents(string(trouble.School))
	}
	return m.paths.Connection(string(trouble.School))
}

// ErrPerhapsSent is returned when the server did not confirm a complete message.
var ErrPerhapsSent = errors.New("the mail server did not say whether it took the message")

// Deliver sends a message to the people, until the context ends and for at most half a minute. The addresses are
// plain, without names. After an error other than ErrPerhapsSent nothing was sent.
func (m *Mail) Deliver(ctx context.Context, to []string, subject, text string) error {
	message, err := m.message(to, subject, text)
	if err != nil {
		return err
	}
	connection, err := (&net.Dialer{Timeout: mailTime}).DialContext(ctx, "tcp", m.server.Address)
	if err != nil {
		return fmt.Errorf("reach the mail server: %w", err)
	}
	// The server must not take longer than the person waits.
	deadline := time.Now().Add(mailTime)
	if limit, limited := ctx.Deadline(); limited && limit.Before(deadline) {
		deadline = limit
	}
	if err := connection.SetDeadline(deadline); err != nil {
		return fmt.Errorf("limit the time of the mail server: %w", err)
	}
	host, _, err := net.SplitHostPort(m.server.Address)
	if err != nil {
		return fmt.Errorf("the mail server's address: %w", err)
	}
	secured := &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}
	if m.server.TLS == TLSImplicit {
		connection = tls.Client(connection, secured)
	}
	client, err := smtp.NewClient(connection, host)
	if err != nil {
		return fmt.Errorf("greet the mail server: %w", err)
	}
	defer func() { _ = client.Close() }()
	if err := m.secure(client, secured); err != nil {
		return err
	}
	return m.hand(client, host, to, message)
}

// secure starts TLS on the connection, or refuses one that must be secured.
func (m *Mail) secure(client *smtp.Client, config *tls.Config) error {
	if m.server.TLS == TLSImplicit || m.server.TLS == TLSNone {
		return nil
	}
	offered, _ := client.Extension("STARTTLS")
	if !offered && m.server.TLS == TLSRequired {
		return ErrNotSecured
	}
	if offered {
		if err := client.StartTLS(config); err != nil {
			return fmt.Errorf("secure the connection to the mail server: %w", err)
		}
	}
	return nil
}

func (m *Mail) hand(client *smtp.Client, host string, to []string, message []byte) error {
	if m.server.User != "" {
		// PlainAuth refuses to send a password without TLS.
		if err := client.Auth(smtp.PlainAuth("", m.server.User, m.server.Password, host)); err != nil {
			return fmt.Errorf("sign in at the mail server: %w", err)
		}
	}
	if err := client.Mail(m.server.From); err != nil {
		return fmt.Errorf("name the sender: %w", err)
	}
	for _, address := range to {
		if err := client.Rcpt(address); err != nil {
			return fmt.Errorf("name a recipient: %w", err)
		}
	}
	body, err := client.Data()
	if err != nil {
		return fmt.Errorf("begin the message: %w", err)
	}
	if _, err := body.Write(message); err != nil {
		return fmt.Errorf("write the message: %w", err)
	}
	var refusal *textproto.Error
	switch err := body.Close(); {
	case errors.As(err, &refusal):
		return fmt.Errorf("end the message: %w", err)
	case err != nil:
		return fmt.Errorf("%w: %w", ErrPerhapsSent, err)
	}
	// The server has the message. A failed goodbye does not matter.
	_ = client.Quit()
	return nil
}

// message builds the mail (RFC 5322), with its text in UTF-8 as quoted-printable (RFC 2045).
func (m *Mail) message(to []string, subject, text string) ([]byte, error) {
	var message bytes.Buffer
	header := func(name, value string) { fmt.Fprintf(&message, "%s: %s\r\n", name, value) }
	header("From", (&mail.Address{Name: "Rollbook", Address: m.server.From}).String())
	header("Message-ID", "<"+rand.Text()+m.server.From[strings.LastIndex(m.server.From, "@"):]+">")
	header("To", strings.Join(to, ", "))
	header("Subject", mime.QEncoding.Encode("utf-8", subject))
	header("Date", m.clock().Format(time.RFC1123Z))
	header("MIME-Version", "1.0")
	header("Content-Type", "text/plain; charset=utf-8")
	header("Content-Transfer-Encoding", "quoted-printable")
	message.WriteString("\r\n")
	encoded := quotedprintable.NewWriter(&message)
	if _, err := encoded.Write([]byte(strings.ReplaceAll(text, "\n", "\r\n") + "\r\n")); err != nil {
		return nil, fmt.Errorf("encode the message: %w", err)
	}
	if err := encoded.Close(); err != nil {
		return nil, fmt.Errorf("encode the message: %w", err)
	}
	return message.Bytes(), nil
}
