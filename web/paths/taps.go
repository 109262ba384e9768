package paths

// Taps takes the taps of students that a tablet sends (POST).
func (p Paths) Taps(school string) string { return p.school(school, "roll", "taps") }

// Tiles are the tiles of a class on a tablet and nothing else (GET).
func (p Paths) Tiles(school string, q RollQuery) string {
	return q.on(p.school(school, "roll", "tiles"))
}

// TileEvents streams them whenever they change (GET).
func (p Paths) TileEvents(school string, q RollQuery) string {
	return q.on(p.school(school, "roll", "tiles", "events"))
}
