package people

import (
	"context"
	"errors"
	"time"

	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

// Judge returns roll.Meaningless with the reason if ChangePassword would refuse the new password.
func (p *People) Judge(ctx context.Context, person roll.PersonID, password string) error {
	about, err := p.store.PasswordNames(ctx, person)
	if err != nil {
		return err
	}
	return faulty(auth.PasswordFault(password, about...))
}

// JudgeAtLink returns roll.Meaningless with the reason if Use would refuse the new password, and the errors of Open.
func (p *People) JudgeAtLink(ctx context.Context, secret string, used Used) error {
	opened, err := p.Open(ctx, secret)
	if err != nil {
		return err
	}
	about, err := p.about(ctx, opened, used)
	if err != nil {
		return err
	}
	return faulty(auth.PasswordFault(used.Password, about...))
}

// about returns the names that a new password at the link must not consist of.
func (p *People) about(ctx context.Context, opened Opened, used Used) ([]string, error) {
	if opened.Link.Kind == roll.NewPassword {
		return p.store.PasswordNames(ctx, opened.person.ID)
	}
	school := opened.School
	return []string{opened.Link.Email, used.Email, used.Name, string(school.ID), school.Name, school.Code,
		school.Tenant}, nil
}

// hashTime limits how long a password may wait to be hashed.
const hashTime = 20 * time.Second

// hashFor is hash for a person with an account.
func (p *People) hashFor(ctx context.Context, person roll.PersonID, password string) (string, error) {
	about, err := p.store.PasswordNames(ctx, person)
	if err != nil {
		return "", err
	}
	return p.hash(ctx, password, about)
}

// hash returns the hash to store for a new password. It returns roll.Meaningless with the reason for an
// unacceptable password.
func (p *People) hash(ctx context.Context, password string, about []string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, hashTime)
	defer cancel()
	hash, err := p.passwords.Hash(ctx, password, about...)
	if errors.Is(err, context.DeadlineExceeded) {
		return "", roll.Problem(roll.Unkept, "problem.what.503").Because(err)
	}
	return hash, faulty(err)
}

// faulty makes the fault of a new password a roll.Meaningless with the reason. It returns other errors unchanged.
func faulty(err error) error {
	for fault, reason := range map[error]roll.MessageKey{
		auth.ErrPasswordTooShort: "password.too_short", auth.ErrPasswordTooLong: "password.too_long",
		auth.ErrPasswordEncoding: "password.not_text", auth.ErrPasswordGuessable: "password.guessable",
	} {
		if errors.Is(err, fault) {
			return roll.Problem(roll.Meaningless, reason).Because(err)
		}
	}
	return err
}
