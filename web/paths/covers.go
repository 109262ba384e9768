package paths

// Cover is the page on which somebody without an account begins to take a roll: whoever has the
// secret may (GET, POST). The address must stand in no log.
func (p Paths) Cover(secret string) string { return p.at("cover", secret) }

// Covers is the page on which the office makes such links, for the class of the period where
// both are given (GET, POST).
func (p Paths) Covers(school, period, class string) string {
	return query(p.school(school, "covers"), "period", period, "class", class)
}

// CoverRevoke ends a link (POST).
func (p Paths) CoverRevoke(school, link string) string {
	return p.school(school, "covers", link, "revoke")
}
