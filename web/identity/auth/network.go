package auth

import (
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strconv"

	"rollbook/web/roll"
)

// networkRounds makes an exhaustive search take longer than a school break. That is enough, because the code
// opens only one page.
const networkRounds = 10000

// NetworkCode returns the code with which staff open, on the tablet, the page of a network that requires a
// sign-in: six digits with no other use. Each pairing has its own, by its version.
func (t *Tokens) NetworkCode(tablet roll.TabletID, version int64) string {
	number := binary.BigEndian.Uint32(sign(t.keys[0], "network", string(tablet)+" "+strconv.FormatInt(version, 10)))
	return fmt.Sprintf("%06d", number%1_000_000)
}

// NetworkKey returns the text that the tablet stores instead of the code: the key that PBKDF2 with SHA-256
// derives from it (RFC 8018, section 5.2), written as rounds, salt and hexadecimal digits with colons
// between.
func (t *Tokens) NetworkKey(tablet roll.TabletID, version int64) (string, error) {
	salt := t.Pseudonym(roll.PersonID(tablet))
	key, err := pbkdf2.Key(sha256.New, t.NetworkCode(tablet, version), []byte(salt), networkRounds, sha256.Size)
	if err != nil {
		return "", fmt.Errorf("hash the network code of a tablet: %w", err)
	}
	return fmt.Sprintf("%d:%s:%x", networkRounds, salt, key), nil
}
