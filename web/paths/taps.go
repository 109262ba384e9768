package paths

import "strconv"

// Taps receives students' taps from a tablet (POST), made on a page of the school's generation. The tablet
// sends stored taps with them.
func (p Paths) Taps(school string, generation int64) string {
	return query(p.school(school, "roll", "taps"), "generation", later(generation))
}

// later formats a generation; "" for the first, which pages need not name.
func later(generation int64) string {
	if generation <= 1 {
		return ""
	}
	return strconv.FormatInt(generation, 10)
}

// Tiles is only the tiles of a class on a tablet (GET).
func (p Paths) Tiles(school string, q RollQuery) string {
	return q.on(p.school(school, "roll", "tiles"))
}

// TileEvents streams the tiles whenever they change (GET).
func (p Paths) TileEvents(school string, q RollQuery) string {
	return q.on(p.school(school, "roll", "tiles", "events"))
}
