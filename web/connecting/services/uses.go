package services

import (
	"context"
	"fmt"
)

// NoteUses records the keys used in calls since it last ran. Call it outside the path of a save. The store
// writes it at most once an hour and key.
func (c *Services) NoteUses(ctx context.Context) error {
	for _, used := range c.takeUses() {
		if err := c.keys.NoteKeyUsed(ctx, used.school, used.key); err != nil {
			return fmt.Errorf("note that a key of school %s is used: %w", used.school, err)
		}
	}
	return nil
}

func (c *Services) takeUses() []use {
	c.mu.Lock()
	defer c.mu.Unlock()
	taken := make([]use, 0, len(c.used))
	for used := range c.used {
		taken = append(taken, used)
	}
	clear(c.used)
	return taken
}
