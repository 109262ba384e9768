package people

import "context"

// mostLetters limits the queue of mails.
const mostLetters = 1000

// queue lets Run send a mail, or returns false when too many wait.
func (p *People) queue(send func(context.Context)) bool {
	select {
	case p.letters <- send:
		return true
	default:
		return false
	}
}

// Run sends the mails until the context ends.
func (p *People) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case send := <-p.letters:
			send(ctx)
		}
	}
}
