package auth

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"encoding/binary"
	"time"

	"rollbook/web/roll"
)

// soughtLasts limits the age of a sealed search, as of a session.
const soughtLasts = 12 * time.Hour

// HideSearch seals the words of a search, mostly a name, for an address of the person's pages in the school: addresses
// stay in histories and logs. "" stays "". Within an hour the same words give the same text, so that a repeated search
// is no new page.
func (t *Tokens) HideSearch(words string, person roll.PersonID, school roll.SchoolID, now time.Time) string {
	if words == "" {
		return ""
	}
	of := searcher(person, school)
	// Until the end of the last hour.
	until := now.Truncate(time.Hour).Add(soughtLasts + time.Hour)
	plain := append(binary.BigEndian.AppendUint64(nil, uint64(until.Unix())), words...)
	seal := searchSeal(t.keys[0])
	nonce := sign(t.keys[0], "search nonce", of+string(plain))[:seal.NonceSize()]
	return base64.RawURLEncoding.EncodeToString(seal.Seal(nonce, nonce, plain, []byte(of)))
}

// ShowSearch returns the words that HideSearch sealed for the person and the school, or "" for any other text and for
// an old one.
func (t *Tokens) ShowSearch(text string, person roll.PersonID, school roll.SchoolID, now time.Time) string {
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(text)
	for _, key := range t.keys {
		seal := searchSeal(key)
		if err != nil || len(sealed) < seal.NonceSize() {
			return ""
		}
		plain, err := seal.Open(nil, sealed[:seal.NonceSize()], sealed[seal.NonceSize():], []byte(searcher(person, school)))
		if err != nil {
			continue
		}
		if until := time.Unix(int64(binary.BigEndian.Uint64(plain)), 0); now.Before(until) {
			return string(plain[8:])
		}
	}
	return ""
}

// searcher returns the additional data of the seal: only the person can open her search, and only in the school.
func searcher(person roll.PersonID, school roll.SchoolID) string {
	return string(person) + "\x00" + string(school) + "\x00"
}

func searchSeal(key []byte) cipher.AEAD {
	// A key of 32 bytes makes a cipher, and that a GCM.
	block, _ := aes.NewCipher(sign(key, "search", ""))
	seal, _ := cipher.NewGCM(block)
	return seal
}
