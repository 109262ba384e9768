// Package static serves the program's own files: a stylesheet, others for
// pages besides the roll and for the office, one script, htmx and the icon. A file's address holds a hash of its content, so that browsers keep
// it for good and never a wrong one.
package static

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"path"
	"sync"
)

// Assets holds all files that are served. It is safe for concurrent use.
type Assets struct {
	byName    map[string]*asset
	byAddress map[string]*asset
}

// New prepares the embedded files to be served below a base path: empty, or
// "/rollbook" without a slash at its end. It fails only when the program was built
// without a file that it lists.
func New(base string) (*Assets, error) {
	contents, err := sources()
	if err != nil {
		return nil, err
	}
	assets := &Assets{byName: map[string]*asset{}, byAddress: map[string]*asset{}}
	for name, content := range contents {
		file := newAsset(base, name, content)
		assets.byName[name] = file
		assets.byAddress[file.address] = file
	}
	return assets, nil
}

// Path returns the address of a file by its plain name: "rollbook.css", "pages.css", "office.css",
// "door.css", "rollbook.js", "door.js", "door_keep.js", "door_roll.js", "door_sender.js", "tablet.js", "forget.js",
// "pair.js", "evacuation.js", "htmx.js", "htmx-sse.js", "icon.svg", "door-mask.svg", "door-180.png" or
// "door-512.png". For any other name it returns an empty address.
func (a *Assets) Path(name string) string {
	if file, ok := a.byName[name]; ok {
		return file.address
	}
	return ""
}

// Content returns a file by its plain name, for a file that has to be served at an address of its own;
// nil where there is none.
func (a *Assets) Content(name string) []byte {
	if file, ok := a.byName[name]; ok {
		return file.plain
	}
	return nil
}

// asset is one served file, with its forms of transfer.
type asset struct {
	address     string
	contentType string
	plain       []byte
	// The compressed forms are made when they are first asked for, and kept: the
	// start of the program does not wait for them.
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

// contentType returns a file's media type. It does not ask the system's own tables, which differ from
// machine to machine.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".png":
		return "image/png"
	case ".svg":
		return "image/svg+xml"
	default:
		return "application/octet-stream"
	}
}
