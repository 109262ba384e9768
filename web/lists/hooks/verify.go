package hooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"hash"
	"net/http"
	"strconv"
	"strings"
	"time"

	"rollbook/web/roll"
)

const (
	// mostSignatures limits the compared signatures: a message has one for each secret.
	mostSignatures = 16
	mostID         = 256
	// leastSecret is the shortest accepted secret, in bytes.
	leastSecret = 16
)

// message is a delivery with a valid signature.
type message struct {
	// name identifies it: its id if that is signed, otherwise a digest.
	name   string
	sentAt time.Time
	until  time.Time
}

// verify reports whether the delivery is signed with one of the secrets, in time. It tries all secrets on all
// signatures, so that its duration reveals nothing.
func verify(signing roll.Signing, secrets [][]byte, header http.Header, body []byte, now time.Time) (message, bool) {
	stamp, sentAt, inTime := timeOf(signing, header, now)
	id, named := idOf(signing, header)
	content := signedContent(signing, id, stamp, body)
	given := signaturesIn(signing, header)
	valid := false
	for _, secret := range secrets {
		mac := hmac.New(hashOf(signing.Algorithm), secret)
		mac.Write(content)
		sum := mac.Sum(nil)
		for _, signature := range given {
			if hmac.Equal(sum, signature) && len(secret) >= leastSecret {
				valid = true
			}
		}
	}
	found := message{name: "id " + id, sentAt: sentAt, until: now.Add(2 * signing.TimeWithin())}
	if !signing.HasID() {
		digest := sha256.Sum256(content)
		found.name = "sha256 " + hex.EncodeToString(digest[:])
	}
	return found, valid && inTime && named
}

func hashOf(algorithm roll.SigningAlgorithm) func() hash.Hash {
	if algorithm == roll.SHA512 {
		return sha512.New
	}
	return sha256.New
}

// only returns the value of a header that appears exactly once.
func only(header http.Header, name string) string {
	if values := header.Values(name); len(values) == 1 {
		return values[0]
	}
	return ""
}

// timeOf reads the sending time of the delivery: whole seconds since 1970, or milliseconds, in plain digits.
// It returns false when the time is not close enough to now.
func timeOf(signing roll.Signing, header http.Header, now time.Time) (stamp string, sentAt time.Time, ok bool) {
	if !signing.HasTime() {
		return "", time.Time{}, true
	}
	stamp = only(header, signing.TimeHeader)
	if strings.EqualFold(signing.TimeHeader, signing.Header) {
		stamp = stampIn(stamp, signing.Separator)
	}
	number, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || number <= 0 || strconv.FormatInt(number, 10) != stamp {
		return stamp, time.Time{}, false
	}
	sentAt = time.Unix(number, 0)
	if number > 100_000_000_000 {
		sentAt = time.UnixMilli(number)
	}
	return stamp, sentAt, now.Sub(sentAt).Abs() <= signing.TimeWithin()
}

// stampIn returns the time from a header that also contains the signatures.
func stampIn(value, separator string) string {
	for _, part := range parts(value, separator) {
		if stamp, ok := strings.CutPrefix(part, "t="); ok {
			return stamp
		}
	}
	return ""
}

// idOf returns the message's id. It refuses an id with a full stop, which could be read as another id and
// time.
func idOf(signing roll.Signing, header http.Header) (id string, ok bool) {
	if !signing.HasID() {
		return "", true
	}
	id = only(header, signing.IDHeader)
	plain := !strings.ContainsFunc(id, func(char rune) bool { return char <= ' ' || char > '~' || char == '.' })
	return id, id != "" && len(id) <= mostID && plain
}

func signedContent(signing roll.Signing, id, stamp string, body []byte) []byte {
	switch signing.Signed {
	case roll.SignedIDTimeBody:
		return append([]byte(id+"."+stamp+"."), body...)
	case roll.SignedTimeBody:
		return append([]byte(stamp+"."), body...)
	case roll.SignedBody:
	}
	return body
}

// signaturesIn returns the signatures of the configured kind. It ignores other kinds.
func signaturesIn(signing roll.Signing, header http.Header) [][]byte {
	listed := parts(only(header, signing.Header), signing.Separator)
	if len(listed) > mostSignatures {
		return nil
	}
	var found [][]byte
	for _, part := range listed {
		text, ok := strings.CutPrefix(part, signing.Prefix)
		if !ok {
			continue
		}
		decode := base64.StdEncoding.Strict().DecodeString
		if signing.Encoding == roll.Hexadecimal {
			decode = hex.DecodeString
		}
		if signature, err := decode(text); err == nil {
			found = append(found, signature)
		}
	}
	return found
}

func parts(value, separator string) []string {
	if separator == "" {
		return []string{strings.TrimSpace(value)}
	}
	listed := strings.Split(value, separator)
	for i, part := range listed {
		listed[i] = strings.TrimSpace(part)
	}
	return listed
}

// secretBytes decodes a secret. It returns false for one that is too short or badly encoded.
func secretBytes(signing roll.Signing, secret string) (value []byte, ok bool) {
	value = []byte(secret)
	if signing.Written == roll.Base64 {
		var err error
		value, err = base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil {
			return nil, false
		}
	}
	return value, len(value) >= leastSecret
}
