package auth

import (
	"crypto/sha256"
	_ "embed"
	"sort"
)

// commonHashes are those of common passwords, made by .ci/passwords.mjs of a list of a million from breaches: the
// sorted first bytes of each one's SHA-256. One other password in 56,000 has the bytes of one of them.
//
//go:embed breached_passwords.bin
var commonHashes string

// isCommon reports whether a folded text is among the common passwords.
func isCommon(text string) bool {
	const size = 4
	sum := sha256.Sum256([]byte(text))
	hash := string(sum[:size])
	at := func(i int) string { return commonHashes[i*size : i*size+size] }
	count := len(commonHashes) / size
	i := sort.Search(count, func(i int) bool { return at(i) >= hash })
	return i < count && at(i) == hash
}
