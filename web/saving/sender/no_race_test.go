//go:build !race

package sender

const raceDetector = false
