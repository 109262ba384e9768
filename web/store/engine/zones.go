package engine

import (
	"sync"
	"time"
)

// zones are the time zones read so far, by name.
type zones struct {
	mu sync.Mutex
	by map[string]*time.Location
}

func (z *zones) named(name string) (*time.Location, error) {
	z.mu.Lock()
	defer z.mu.Unlock()
	if known := z.by[name]; known != nil {
		return known, nil
	}
	loaded, err := time.LoadLocation(name)
	if err != nil {
		return nil, err
	}
	if z.by == nil {
		z.by = make(map[string]*time.Location)
	}
	z.by[name] = loaded
	return loaded, nil
}
