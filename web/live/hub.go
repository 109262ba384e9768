// Package live tells those who wait that something has changed. It says what to
// look at again, never what is there now.
package live

import (
	"sync"

	"rollbook/web/roll"
)

// Topic names what has changed.
type Topic string

// DayOf is the topic of a school's marks on a date.
func DayOf(school roll.SchoolID, date roll.Date) Topic {
	return Topic("day " + string(school) + " " + string(date))
}

// SchoolOf is the topic of a school's connection.
func SchoolOf(school roll.SchoolID) Topic { return Topic("school " + string(school)) }

// SaveOf is the topic of one save.
func SaveOf(token roll.Token) Topic { return Topic("save " + string(token)) }

// Hub passes changes on within one process. The zero value is not usable.
type Hub struct {
	mu      sync.Mutex
	waiting map[Topic]map[chan struct{}]bool
}

// NewHub is a hub that nobody listens to yet.
func NewHub() *Hub { return &Hub{waiting: make(map[Topic]map[chan struct{}]bool)} }

// Listen returns a channel that receives once or more after each change of the
// topic; changes that come together may be received as one. stop ends it.
func (h *Hub) Listen(topic Topic) (changed <-chan struct{}, stop func()) {
	channel := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.waiting[topic] == nil {
		h.waiting[topic] = make(map[chan struct{}]bool)
	}
	h.waiting[topic][channel] = true
	return channel, func() { h.forget(topic, channel) }
}

func (h *Hub) forget(topic Topic, channel chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.waiting[topic], channel)
	if len(h.waiting[topic]) == 0 {
		delete(h.waiting, topic)
	}
}

// Changed tells those who listen to the topics; it never blocks.
func (h *Hub) Changed(topics ...Topic) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, topic := range topics {
		for channel := range h.waiting[topic] {
			select {
			case channel <- struct{}{}:
			default:
			}
		}
	}
}
