package paths

// Cover is the page for taking a roll without an account. The secret gives access (GET, POST). The address
// must not appear in a log.
func (p Paths) Cover(secret string) string { return p.at("cover", secret) }

// Covers is the page where the office makes such links, for the class of the period if both are given (GET,
// POST).
func (p Paths) Covers(school, period, class string) string {
	return query(p.school(school, "covers"), "period", period, "class", class)
}

// CoverRevoke ends a link (POST).
func (p Paths) CoverRevoke(school, link string) string {
	return p.school(school, "covers", link, "revoke")
}
