package paths

import "strconv"

// Taps takes the taps of students that a tablet sends (POST), from a page of the school's generation; taps
// that a tablet kept go with it.
func (p Paths) Taps(school string, generation int64) string {
	return query(p.school(school, "roll", "taps"), "generation", later(generation))
}

// later writes a generation; empty for the first, which pages need not name.
func later(generation int64) string {
	if generation <= 1 {
		return ""
	}
	return strconv.FormatInt(generation, 10)
}

// Tiles are the tiles of a class on a tablet and nothing else (GET).
func (p Paths) Tiles(school string, q RollQuery) string {
	return q.on(p.school(school, "roll", "tiles"))
}

// TileEvents streams them whenever they change (GET).
func (p Paths) TileEvents(school string, q RollQuery) string {
	return q.on(p.school(school, "roll", "tiles", "events"))
}
