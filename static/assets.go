// Package static serves the program's own files: stylesheets, scripts, htmx and icons. A file's address holds
// a hash of its content, so that browsers can cache it forever and never use an old one.
package static

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"path"
	"sync"
)

// Assets holds all served files by their plain names. It is safe for concurrent use. A file is made small and hashed
// when it is first needed, so that the program starts without delay.
type Assets struct{ byName map[string]func() *asset }

// New prepares the embedded files for serving below a base path: empty, or "/rollbook" without a slash at its
// end. It fails only if the program was built without a listed file.
func New(base string) (*Assets, error) {
	contents, err := sources()
	if err != nil {
		return nil, err
	}
	assets := &Assets{byName: make(map[string]func() *asset)}
	for name, source := range contents {
		assets.byName[name] = sync.OnceValue(func() *asset { return newAsset(base, name, source.served()) })
	}
	return assets, nil
}

// at returns the file with the address; nil for any other.
func (a *Assets) at(address string) *asset {
	if find, ok := a.byName[path.Base(address)]; ok {
		if file := find(); file.address == address {
			return file
		}
	}
	return nil
}

// Path returns the address of a file by its plain name: that of a bundle ("rollbook.css"), of a file that is served as
// it is ("icon.svg"), of a script in worker/ ("pair.js"), or of a picture of the help ("roll-en-dark.webp"). It returns
// "" for any other name.
func (a *Assets) Path(name string) string {
	if find, ok := a.byName[name]; ok {
		return find().address
	}
	return ""
}

// Content returns a file's content by its plain name, for a handler that serves the file at another address;
// it returns nil for an unknown name.
func (a *Assets) Content(name string) []byte {
	if find, ok := a.byName[name]; ok {
		return find().plain
	}
	return nil
}

// asset is one served file, with its compressed forms.
type asset struct {
	address     string
	contentType string
	plain       []byte
	// The compressed forms are computed on the first request and cached.
	gzip   func() []byte
	brotli func() []byte
}

func newAsset(base, name string, content []byte) *asset {
	sum := sha256.Sum256(content)
	return &asset{
		address:     fmt.Sprintf("%s/static/%s/%s", base, base64.RawURLEncoding.EncodeToString(sum[:9]), name),
		contentType: contentType(name),
		plain:       content,
		gzip:        sync.OnceValue(func() []byte { return compressGzip(content) }),
		brotli:      sync.OnceValue(func() []byte { return compressBrotli(content) }),
	}
}

// contentType returns a file's media type. It does not use the system's own tables, which differ between
// machines.
func contentType(name string) string {
	return map[string]string{
		".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".png": "image/png",
		".svg":  "image/svg+xml",
		".webp": "image/webp",
	}[path.Ext(name)]
}
