package static

import (
	"bytes"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// brotliLevel is the highest useful level: higher ones take many times longer for hardly smaller files.
const brotliLevel = 9

func compressGzip(content []byte) []byte {
	var compressed bytes.Buffer
	writer, err := gzip.NewWriterLevel(&compressed, gzip.BestCompression)
	if err != nil {
		return nil
	}
	return finish(&compressed, writer, content)
}

func compressBrotli(content []byte) []byte {
	var compressed bytes.Buffer
	return finish(&compressed, brotli.NewWriterLevel(&compressed, brotliLevel), content)
}

// finish returns the compressed bytes, or nil if they are of no use.
func finish(compressed *bytes.Buffer, writer io.WriteCloser, content []byte) []byte {
	if _, err := writer.Write(content); err != nil {
		return nil
	}
	if err := writer.Close(); err != nil || compressed.Len() >= len(content) {
		return nil
	}
	return compressed.Bytes()
}
