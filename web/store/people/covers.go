package people

import (
	"context"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

const coverLinkColumns = `l.id, l.school, l.period, l.class, l.class_name, l.date, l.ends_at AS ends, l.made_by,
	l.made_at, l.revoked_at`

// AddCoverLink stores a new link, and reports whether it did. It does not change an existing link: the same press came
// twice.
func (s *Store) AddCoverLink(ctx context.Context, link roll.CoverLink) (added bool, err error) {
	changed, err := s.Database.Exec(ctx, `INSERT INTO cover_links (id, school, period, class, class_name, date, ends_at,
		made_by, made_at) VALUES `+engine.Tuples(1, 9)+`
		ON CONFLICT (id) DO NOTHING`,
		link.ID, link.School, link.Period, link.Class, link.ClassName, link.Date, engine.Milliseconds(link.Ends), link.MadeBy,
		engine.Milliseconds(link.MadeAt))
	return changed == 1, err
}

// CoverLink returns the link with the id, of any school, or roll.NotFound.
func (s *Store) CoverLink(ctx context.Context, id roll.CoverID) (link roll.CoverLink, err error) {
	return engine.Row[roll.CoverLink](ctx, s.Database, `SELECT `+coverLinkColumns+
		` FROM cover_links l WHERE l.id = $1`, id)
}

// CoverLinks returns the school's links of the date, the newest first.
func (s *Store) CoverLinks(ctx context.Context, school roll.SchoolID, date roll.Date) ([]roll.CoverLink, error) {
	return engine.Rows[roll.CoverLink](ctx, s.Database, `SELECT `+coverLinkColumns+
		` FROM cover_links l WHERE l.school = $1 AND l.date = $2 ORDER BY l.made_at DESC, l.id`, school, date)
}

// CoverUses returns the people who used the school's links of the date, by link, the latest user first.
func (s *Store) CoverUses(ctx context.Context, school roll.SchoolID,
	date roll.Date) (map[roll.CoverID][]roll.CoverUse, error) {
	return engine.Groups[roll.CoverID, roll.CoverUse](ctx, s.Database,
		`SELECT c.link, c.name, c.used_at AS at FROM covers c JOIN cover_links l ON l.id = c.link
		WHERE l.school = $1 AND l.date = $2 ORDER BY c.used_at DESC, c.person`, school, date)
}

// RevokeCoverLink ends the school's link at the instant. It does not change an already revoked link. It
// returns roll.NotFound for a link that the school does not have.
func (s *Store) RevokeCoverLink(ctx context.Context, school roll.SchoolID, id roll.CoverID, at time.Time) error {
	return s.Database.MustChange(ctx,
		`UPDATE cover_links SET revoked_at = CASE WHEN revoked_at = 0 THEN $1 ELSE revoked_at END
		WHERE school = $2 AND id = $3`, engine.Milliseconds(at), school, id)
}

// mostCovers limits the people who type their name at one link.
const mostCovers = 100

// AddCover stores a person who starts to use a link, at the instant. It returns roll.Meaningless after a
// hundred people.
func (s *Store) AddCover(ctx context.Context, person roll.PersonID, link roll.CoverID, name string,
	at time.Time) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		used, err := engine.Value[int](ctx, tx, `SELECT COUNT(*) FROM covers WHERE link = $1`, link)
		if err != nil {
			return err
		}
		if used >= mostCovers {
			return roll.Problem(roll.Meaningless, "cover.full")
		}
		return tx.Do(ctx, `INSERT INTO covers (person, link, name, used_at) VALUES `+
			engine.Tuples(1, 4), person, link, name, engine.Milliseconds(at))
	})
}

// Cover returns the person who uses a link, with the present link, or roll.NotFound.
func (s *Store) Cover(ctx context.Context, person roll.PersonID) (cover roll.Cover, err error) {
	return engine.Row[roll.Cover](ctx, s.Database,
		`SELECT c.person, c.name, c.single_keys, c.only_ticked, c.used_at, l.id AS link_id, l.school AS link_school,
			l.period AS link_period, l.class AS link_class, l.class_name AS link_class_name, l.date AS link_date,
			l.ends_at AS link_ends, l.made_by AS link_made_by, l.made_at AS link_made_at, l.revoked_at AS link_revoked_at
		FROM covers c JOIN cover_links l ON l.id = c.link
		WHERE c.person = $1`, person)
}

// NoteCoverUse records when a person last used a link.
func (s *Store) NoteCoverUse(ctx context.Context, person roll.PersonID, at time.Time) error {
	return s.Database.Do(ctx, `UPDATE covers SET used_at = $1 WHERE person = $2 AND used_at < $1`,
		engine.Milliseconds(at), person)
}

// SetCoverPreferences is SetPreferences for a person who uses a link.
func (s *Store) SetCoverPreferences(ctx context.Context, person roll.PersonID, chosen roll.Preferences) error {
	return s.Database.MustChange(ctx, `UPDATE covers SET single_keys = $1, only_ticked = $2 WHERE person = $3`,
		engine.Flag(chosen.SingleKeys), engine.Flag(chosen.OnlyTicked), person)
}
