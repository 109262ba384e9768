//go:build race

package sender

const raceDetector = true
