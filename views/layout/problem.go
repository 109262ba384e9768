package layout

import "strconv"

// ProblemView is the page, or the fragment, that answers a request that failed.
type ProblemView struct {
	Page
	// Code is the HTTP status of the answer.
	Code int
	// Denied is true where the person's role was not enough, Code being 403.
	Denied bool
	// RequestID is given to people for status 500, to tell whoever runs the program.
	RequestID string
}

// problems are the statuses that have words of their own: problem.what.CODE says
// what happened, problem.todo.CODE what to do.
func problems() []int {
	return []int{400, 401, 403, 404, 405, 408, 409, 410, 413, 415, 421, 422, 429, 500, 503}
}

// kind returns the status whose words are used: the view's own, else the general one of
// its class. A role that is not enough has words of its own.
func (v ProblemView) kind() string {
	if v.Denied {
		return "denied"
	}
	for _, code := range problems() {
		if code == v.Code {
			return strconv.Itoa(code)
		}
	}
	if v.Code >= 400 && v.Code < 500 {
		return "400"
	}
	return "500"
}
