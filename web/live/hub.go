// Package live signals changes to waiting goroutines. A signal names the changed thing, never its new value.
package live

import (
	"sync"

	"rollbook/web/roll"
)

// Topic identifies a thing that can change.
type Topic string

// DayOf returns the topic of a school's marks on a date.
func DayOf(school roll.SchoolID, date roll.Date) Topic {
	return Topic("day " + string(school) + " " + string(date))
}

// SchoolOf returns the topic of a school's connection.
func SchoolOf(school roll.SchoolID) Topic { return Topic("school " + string(school)) }

// SaveOf returns the topic of one save.
func SaveOf(token roll.Token) Topic { return Topic("save " + string(token)) }

// Hub passes changes on within one process. The zero value is not usable.
type Hub struct {
	mu      sync.Mutex
	waiting map[Topic]map[chan struct{}]bool
}

// NewHub returns a hub without listeners.
func NewHub() *Hub { return &Hub{waiting: make(map[Topic]map[chan struct{}]bool)} }

// Listen returns a channel that receives at least once after each change of the topic. Changes that come
// together may be received as one. stop ends it.
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

// Changed signals a change to the listeners of the topics. It never blocks.
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
