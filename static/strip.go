package static

import (
	"fmt"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/js"
)

// The media types of the minified files.
const (
	stylesheetType = "text/css"
	scriptType     = "text/javascript"
)

// strip minifies a stylesheet or a script.
func strip(mediaType string, source []byte) ([]byte, error) {
	minifier := minify.New()
	minifier.Add(stylesheetType, &css.Minifier{})
	minifier.Add(scriptType, &js.Minifier{})
	small, err := minifier.Bytes(mediaType, source)
	if err != nil {
		return nil, fmt.Errorf("make a file of %s small: %w", mediaType, err)
	}
	return small, nil
}
