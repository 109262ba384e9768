// Package visit has what every page needs: who is there and in which school, the page's layout
// and words, what an error looks like, and the streams of events. A page's handler is a method
// that takes a Visit and returns an error; problem.go is the one place that turns an error into
// an answer.
package visit
