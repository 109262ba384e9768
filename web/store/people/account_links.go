package people

import (
	"cmp"
	"context"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

const accountLinkColumns = `id, kind, email, name, school, role, made_by, made_at, ends_at AS ends, handed, used_at,
	closed_at`

// AddAccountLink stores a new link, which replaces earlier ones for the same purpose. It does not change an
// existing link: the same press came twice.
func (s *Store) AddAccountLink(ctx context.Context, link roll.AccountLink) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error { return InsertLink(ctx, tx, link) })
}

// InsertLink does [Store.AddAccountLink].
func InsertLink(ctx context.Context, t *engine.Transaction, link roll.AccountLink) error {
	made := engine.Milliseconds(link.MadeAt)
	added, err := t.Exec(ctx, `INSERT INTO account_links (id, kind, email, name, school, role, made_by, made_at, ends_at,
		handed) VALUES `+engine.Tuples(1, 10)+`
		ON CONFLICT (id) DO NOTHING`,
		link.ID, link.Kind, link.Email, link.Name, link.School, link.Role, link.MadeBy, made, engine.Milliseconds(link.Ends),
		engine.Flag(link.Handed))
	if err != nil || added == 0 {
		return err
	}
	same, args := ``, []any{made, link.Kind, link.Email, link.ID}
	if link.Kind == roll.Invitation {
		same, args = ` AND school = $5`, append(args, link.School)
	}
	return t.Do(ctx, `UPDATE account_links SET closed_at = $1 WHERE `+openLink+
		` AND kind = $2 AND email = $3 AND id <> $4`+same, args...)
}

// AccountLink returns the link with the id, in any state, or roll.NotFound.
func (s *Store) AccountLink(ctx context.Context, id roll.AccountLinkID) (link roll.AccountLink, err error) {
	return engine.Row[roll.AccountLink](ctx, s.Database, `SELECT `+accountLinkColumns+
		` FROM account_links WHERE id = $1`, id)
}

// OpenInvitations returns the school's invitations that can be used at the instant, by address.
func (s *Store) OpenInvitations(ctx context.Context, school roll.SchoolID, now time.Time) ([]roll.AccountLink, error) {
	return engine.Rows[roll.AccountLink](ctx, s.Database, `SELECT `+accountLinkColumns+` FROM account_links WHERE `+
		openLink+`
		AND school = $2 AND kind = $3 ORDER BY email, made_at`, engine.Milliseconds(now), school, roll.Invitation)
}

// HandOver records that the link is shown to a person other than its addressee. It returns roll.Stale for a link that
// was shown before.
func (s *Store) HandOver(ctx context.Context, id roll.AccountLinkID) error {
	changed, err := s.Database.Exec(ctx, `UPDATE account_links SET handed = 1 WHERE id = $1 AND handed = 0`, id)
	if err == nil && changed == 0 {
		err = roll.Problem(roll.Stale, "people.problem.shown")
	}
	return err
}

// CountNewPasswords counts the links for a new password made for the address since the instant.
func (s *Store) CountNewPasswords(ctx context.Context, email string, since time.Time) (count int, err error) {
	return engine.Value[int](ctx, s.Database, `SELECT COUNT(*) FROM account_links WHERE email = $1 AND kind = $2
		AND made_at > $3`, email, roll.NewPassword, engine.Milliseconds(since))
}

// CountInvitations counts the school's invitations made since the instant.
func (s *Store) CountInvitations(ctx context.Context, school roll.SchoolID, since time.Time) (count int, err error) {
	return engine.Value[int](ctx, s.Database, `SELECT COUNT(*) FROM account_links WHERE school = $1 AND kind = $2
		AND made_at > $3`, school, roll.Invitation, engine.Milliseconds(since))
}

// WithdrawInvitation ends the school's open invitation at the instant, or returns roll.NotFound.
func (s *Store) WithdrawInvitation(ctx context.Context, school roll.SchoolID, id roll.AccountLinkID,
	now time.Time) error {
	return s.Database.MustChange(ctx, `UPDATE account_links SET closed_at = $1 WHERE `+openLink+
		` AND school = $2 AND id = $3`, engine.Milliseconds(now), school, id)
}

// LinkOver returns the error for a link that can no longer be used.
func LinkOver() error { return roll.Problem(roll.Stale, "account_link.over") }

// UseLink marks the link as used. A second use gets the error of LinkOver.
func UseLink(ctx context.Context, t *engine.Transaction, id roll.AccountLinkID, now time.Time) error {
	return t.ChangeOr(ctx, LinkOver(), `UPDATE account_links SET used_at = $1 WHERE `+openLink+
		` AND id = $2`, engine.Milliseconds(now), id)
}

// JoinByLink adds the person to the school of the invitation and marks the invitation as used. With an epoch of 0 it
// creates an account with the hash, whose address is proven if the link was mailed. Without a hash the person has a
// proven account, and has just typed its password. With both, the person has an account whose address is not proven,
// and the mailed link proves it: its name and password are replaced, and its sessions, PIN and second factors are
// removed. It returns roll.Stale when the link is over, the account has changed, or the person already belongs to the
// school.
func (s *Store) JoinByLink(ctx context.Context, link roll.AccountLink, person roll.Person, passwordHash string,
	now time.Time) (epoch int64, err error) {
	return engine.Returning(ctx, s.Database, func(tx *engine.Transaction) (int64, error) {
		tx.Require(UseLink(ctx, tx, link.ID, now))
		epoch, err := accountByLink(ctx, tx, link, person, passwordHash)
		if err != nil {
			return 0, err
		}
		return epoch, tx.ChangeOr(ctx, LinkOver(),
			`INSERT INTO memberships (person, school, role) VALUES ($1, $2, $3) ON CONFLICT (person, school) DO NOTHING`,
			person.ID, link.School, link.Role)
	})
}

// accountByLink creates or changes the account for JoinByLink, and returns its epoch.
func accountByLink(ctx context.Context, t *engine.Transaction, link roll.AccountLink, person roll.Person,
	passwordHash string) (epoch int64, err error) {
	if person.Epoch == 0 {
		person.Proven = !link.Handed
		return 1, Insert(ctx, t, person, passwordHash)
	}
	// The password must not have changed since the account was read.
	if err := lockPerson(ctx, t, person.ID, person.Epoch); err != nil || passwordHash == "" {
		return person.Epoch, err
	}
	t.Require(t.Do(ctx, `UPDATE people SET name = $1 WHERE id = $2`, person.Name, person.ID))
	return renew(ctx, t, person.ID, passwordHash, true)
}

// PasswordByLink stores the password that the person chose at the link, marks the link as used and removes
// the PIN. A mailed link proves the address. A link that was handed over removes the proof, and is over when
// the account belongs to another school. Otherwise it acts like ReplacePassword.
func (s *Store) PasswordByLink(ctx context.Context, link roll.AccountLink, person roll.Person, passwordHash string,
	now time.Time) (epoch int64, err error) {
	return engine.Returning(ctx, s.Database, func(tx *engine.Transaction) (int64, error) {
		tx.Require(UseLink(ctx, tx, link.ID, now))
		tx.Require(lockPerson(ctx, tx, person.ID, person.Epoch))
		if link.Handed {
			others, err := schoolsWhere(ctx, tx, `m.person = $1 AND m.school <> $2`, person.ID, link.School)
			if err != nil || len(others) > 0 {
				return 0, cmp.Or(err, LinkOver())
			}
		}
		return renew(ctx, tx, person.ID, passwordHash, !link.Handed)
	})
}

// KnownElsewhere reports whether the person belongs to another school, including one that has blocked them.
func (s *Store) KnownElsewhere(ctx context.Context, person roll.PersonID,
	school roll.SchoolID) (known bool, err error) {
	return engine.Exists(ctx, s.Database, `SELECT 1 FROM memberships WHERE person = $1 AND school <> $2`, person, school)
}

// ReplacePassword stores a new hash and ends the person's links for a new password. It also ends their
// sessions: the returned epoch is greater than theirs.
func (s *Store) ReplacePassword(ctx context.Context, person roll.PersonID,
	passwordHash string) (epoch int64, err error) {
	return engine.Returning(ctx, s.Database, func(tx *engine.Transaction) (int64, error) {
		return replacePassword(ctx, tx, person, passwordHash)
	})
}
