package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"encoding/binary"
	"slices"
	"time"
)

// ChallengeLasts is how long a page can be open before its passkey is used. A sign-in page stays open overnight.
const ChallengeLasts = 24 * time.Hour

// The sizes of a challenge's parts in bytes: a time in milliseconds, a random part, and a proof of both.
const (
	challengeTime   = 8
	challengeRandom = 16
)

// Challenge makes the challenge of a passkey for the page of a session or device.
func (t *Tokens) Challenge(binding string, now time.Time) []byte {
	challenge := binary.BigEndian.AppendUint64(nil, uint64(now.UnixMilli()))
	challenge = append(challenge, make([]byte, challengeRandom)...)
	_, _ = rand.Read(challenge[challengeTime:])
	return append(challenge, sign(t.keys[0], "challenge", string(challenge)+binding)...)
}

// IsChallenge reports whether Challenge made the challenge for the same binding, within ChallengeLasts.
func (t *Tokens) IsChallenge(challenge []byte, binding string, now time.Time) bool {
	const unsigned = challengeTime + challengeRandom
	if len(challenge) < unsigned || binding == "" {
		return false
	}
	made := time.UnixMilli(int64(binary.BigEndian.Uint64(challenge)))
	return now.Sub(made).Abs() < ChallengeLasts && slices.ContainsFunc(t.keys, func(key []byte) bool {
		return hmac.Equal(challenge[unsigned:], sign(key, "challenge", string(challenge[:unsigned])+binding))
	})
}

// AppSecret derives the secret of an authenticator app from the press of the page that shows it: 20 bytes, as RFC 4226
// recommends.
func (t *Tokens) AppSecret(press string) []byte {
	const size = 20
	return sign(t.keys[0], "authenticator app", press)[:size]
}
