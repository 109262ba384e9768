// Package visit contains what every page needs: the visitor and the school, the page's layout and words,
// error pages, and the streams of events. A page's handler is a method that takes a Visit and returns an
// error. Only problem.go turns an error into an answer.
package visit
