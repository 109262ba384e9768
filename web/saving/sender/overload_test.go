package sender

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rollbook/web/roll"
)

// narrow is a service that takes some time for a call and refuses the calls above most.
type narrow struct {
	most  int
	takes time.Duration

	mu       sync.Mutex
	underWay int
	refused  int
	answered map[roll.Token]chan struct{}
}

func (n *narrow) enter() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.underWay == n.most {
		n.refused++
		return false
	}
	n.underWay++
	return true
}

func (n *narrow) answer(attempt roll.Attempt) roll.Reply {
	if !n.enter() {
		return roll.Reply{State: roll.AskedToWait, HTTPStatus: 429}
	}
	time.Sleep(n.takes)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.underWay--
	close(n.of(attempt.Save))
	return accepts(attempt)
}

// of returns the channel that is closed with the answer to the save. The caller holds the lock.
func (n *narrow) of(save roll.Token) chan struct{} {
	if n.answered[save] == nil {
		n.answered[save] = make(chan struct{})
	}
	return n.answered[save]
}

// press saves and returns the time until the service has answered.
func (n *narrow) press(b *bubble, token roll.Token, student int) time.Duration {
	begun := time.Now()
	b.accept(2, token, student)
	n.mu.Lock()
	answered := n.of(token)
	n.mu.Unlock()
	<-answered
	return time.Since(begun)
}

// morning makes 16 people press that often, one after another by the time between, and returns their waits in order.
func (n *narrow) morning(b *bubble, name string, times int, between time.Duration) []time.Duration {
	b.Helper()
	n.answered = make(map[roll.Token]chan struct{})
	b.service.answers(n.answer)
	var mu sync.Mutex
	var waits []time.Duration
	var people sync.WaitGroup
	for person := range 16 {
		people.Go(func() {
			time.Sleep(time.Duration(person) * between)
			for turn := range times {
				waited := n.press(b, roll.Token(fmt.Sprint(name, " ", person, " ", turn)), 1+person*times+turn)
				mu.Lock()
				waits = append(waits, waited)
				mu.Unlock()
			}
		})
	}
	people.Wait()
	slices.Sort(waits)
	return waits
}

func TestSixteenPeopleHardlyWaitAtAServiceThatRefusesMoreThanFourCalls(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.pass(time.Millisecond)
		n := &narrow{most: 4, takes: 75 * time.Millisecond}
		waits := n.morning(b, "first", 20, 10*time.Millisecond)
		if middle := waits[len(waits)/2]; middle > 350*time.Millisecond {
			b.Errorf("in the middle they wait %v", middle)
		}
		if n.refused > 8 {
			b.Errorf("%d calls were refused", n.refused)
		}
		b.end()
		n.refused = 0
		defer b.start()()
		b.pass(time.Millisecond)
		waits = n.morning(b, "next", 1, 10*time.Millisecond)
		if longest := waits[len(waits)-1]; longest > 350*time.Millisecond || n.refused > 0 {
			b.Errorf("the next process begins with %d refused calls, the longest wait is %v", n.refused, longest)
		}
	})
}

func TestTheFirstBurstOfADayWaitsLittle(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.pass(time.Millisecond)
		n := &narrow{most: 16, takes: 300 * time.Millisecond}
		waits := n.morning(b, "first", 1, 37*time.Millisecond)
		if longest := waits[len(waits)-1]; longest > 700*time.Millisecond {
			b.Errorf("the longest wait is %v", longest)
		}
	})
}

func TestAnOverloadTeachesNothingOfTheLargestList(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		var refused atomic.Int32
		b.service.answers(func(attempt roll.Attempt) roll.Reply {
			if attempt.Save != "save-1" {
				return accepts(attempt)
			}
			switch times := refused.Add(1); {
			case times <= 3:
				return roll.Reply{State: roll.Unknown, HTTPStatus: 503}
			case times <= 5:
				return roll.Reply{State: roll.AskedToWait, HTTPStatus: 429, RetryAfter: 70 * time.Second}
			}
			return accepts(attempt)
		})
		b.save(2, upTo(30)...)
		for i := range 100 {
			b.save(2, 50+i%40)
			b.pass(2 * time.Second)
		}
		b.outcomes(roll.Saved, upTo(30)...)
		halved := slices.ContainsFunc(b.service.calls(), func(c call) bool { return c.attempt.Part > 0 })
		if school, err := b.store.School(b.Context(), "school-0"); !halved || school.LargestList != 0 || err != nil {
			b.Errorf("halved: %v; learned %d, %v", halved, school.LargestList, err)
		}
	})
}
