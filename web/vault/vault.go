package vault

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"fmt"
	"slices"

	"rollbook/web/roll"
)

// A sealed value consists of the format (1 byte), the id of the key (8 bytes), then nonce, ciphertext and tag
// as cipher.NewGCMWithRandomNonce writes them.
const (
	sealedFormat = 1
	keyIDSize    = 8
	headerSize   = 1 + keyIDSize
)

// Vault seals and opens values. It is safe for concurrent use.
type Vault struct {
	keys []key
}

// key is a master key with its derived keys.
type key struct {
	master MasterKey
	id     []byte
	check  []byte
	seal   cipher.AEAD
}

// New makes a vault that seals with the first key and opens with all of them, so that a new master key can be
// put before the old one until everything is sealed again. It returns ErrNoMasterKey without a key.
func New(masters ...MasterKey) (*Vault, error) {
	vault := &Vault{}
	for _, master := range masters {
		if master.Empty() {
			return nil, ErrNoMasterKey
		}
		prepared, err := prepare(master)
		if err != nil {
			return nil, err
		}
		vault.keys = append(vault.keys, prepared)
	}
	if len(vault.keys) == 0 {
		return nil, ErrNoMasterKey
	}
	return vault, nil
}

func prepare(master MasterKey) (key, error) {
	id, err := master.derive("key id", keyIDSize)
	if err != nil {
		return key{}, err
	}
	check, err := master.derive("key check", 16)
	if err != nil {
		return key{}, err
	}
	sealing, err := master.derive("seal", 32)
	if err != nil {
		return key{}, err
	}
	block, err := aes.NewCipher(sealing)
	if err != nil {
		return key{}, fmt.Errorf("make the cipher: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return key{}, fmt.Errorf("make the cipher: %w", err)
	}
	return key{master: master, id: id, check: check, seal: aead}, nil
}

// Seal encrypts the plain text for the school with the newest key.
func (v *Vault) Seal(school roll.SchoolID, plaintext string) []byte {
	newest := v.keys[0]
	sealed := append([]byte{sealedFormat}, newest.id...)
	//nolint:gosec // the cipher makes a random nonce itself
	return newest.seal.Seal(sealed, nil, []byte(plaintext), associated(sealed, school))
}

// Open decrypts a value that Seal made for the same school. It returns ErrMalformed, ErrWrongKey or
// ErrTampered.
func (v *Vault) Open(school roll.SchoolID, sealed []byte) (Secret, error) {
	if len(sealed) < headerSize || sealed[0] != sealedFormat {
		return Secret{}, ErrMalformed
	}
	header, body := sealed[:headerSize], sealed[headerSize:]
	for _, candidate := range v.keys {
		if !bytes.Equal(candidate.id, header[1:]) {
			continue
		}
		plaintext, err := candidate.seal.Open(nil, nil, body, associated(header, school))
		if err != nil {
			return Secret{}, ErrTampered
		}
		return NewSecret(string(plaintext)), nil
	}
	return Secret{}, ErrWrongKey
}

// associated returns the additional data that a sealed value is bound to.
func associated(header []byte, school roll.SchoolID) []byte {
	return append(bytes.Clone(header), school...)
}

// Headers returns the beginnings of the values that each of the vault's keys seals, in the order of the keys.
func (v *Vault) Headers() [][]byte {
	headers := make([][]byte, len(v.keys))
	for i, key := range v.keys {
		headers[i] = append([]byte{sealedFormat}, key.id...)
	}
	return headers
}

// Lacks reports whether a sealed value with this header is well-formed and was not sealed by any of the
// vault's keys.
func (v *Vault) Lacks(header []byte) bool {
	return len(header) == headerSize && header[0] == sealedFormat &&
		!slices.ContainsFunc(v.keys, func(key key) bool { return bytes.Equal(key.id, header[1:]) })
}

// KeyCheck returns 16 bytes that identify the newest key without revealing it. A database stores them, so
// that a wrong master key is noticed at the start.
func (v *Vault) KeyCheck() []byte { return bytes.Clone(v.keys[0].check) }

// Matches reports whether a stored KeyCheck belongs to one of the vault's keys. If not, use ErrWrongKey as
// the error.
func (v *Vault) Matches(check []byte) bool {
	return slices.ContainsFunc(v.keys, func(candidate key) bool { return hmac.Equal(candidate.check, check) })
}

// Derive derives a 32-byte key for the purpose from every master key, newest first, to sign with the first
// and accept all. The same master key and purpose always give the same key. Keys of different purposes are
// independent.
func (v *Vault) Derive(purpose string) ([][]byte, error) {
	keys := make([][]byte, 0, len(v.keys))
	for _, candidate := range v.keys {
		derived, err := candidate.master.derive("use/"+purpose, 32)
		if err != nil {
			return nil, err
		}
		keys = append(keys, derived)
	}
	return keys, nil
}
