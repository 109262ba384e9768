package web

import (
	"context"
	"errors"
	"time"

	"rollbook/apiclient"
	"rollbook/web/connecting/services"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// Keys describes the school's keys, the one in use first.
func (a *App) Keys(ctx context.Context, school roll.SchoolID) ([]roll.Key, error) {
	if err := a.Services.NoteUses(ctx); err != nil {
		return nil, err
	}
	return a.Store.Keys(ctx, school)
}

// AddKey stores a key that an admin typed. It is not used until UseKey. AddKey refuses a key that cannot be
// sent as a header (service document, section 5), or is stored already, and never repeats it.
func (a *App) AddKey(ctx context.Context, school roll.School, value string) error {
	key, err := typedKey(school, value)
	if err != nil {
		return err
	}
	kept, err := a.keptAs(ctx, school.ID, key)
	if err != nil {
		return err
	}
	if kept != "" {
		return roll.Problem(roll.Meaningless, "school_keys.twice")
	}
	_, err = a.Store.AddKey(ctx, school.ID, a.seal(school.ID, key))
	return err
}

// tryLimit limits the try of a key.
const tryLimit = 20 * time.Second

// TryKey reads the school's periods with the key, whether or not it is in use, and stores the result.
func (a *App) TryKey(ctx context.Context, school roll.School, id string) error {
	keys, err := a.Store.SealedKeys(ctx, school.ID)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if key.ID != id {
			continue
		}
		limited, cancel := context.WithTimeout(ctx, tryLimit)
		defer cancel()
		result := roll.KeyWorks
		if err := a.Services.Try(limited, school, key.Sealed); err != nil {
			result = services.Problem(err)
		}
		return a.Store.NoteKeyTried(ctx, school.ID, id, result)
	}
	return roll.Problem(roll.NotFound, "problem.what.404")
}

// UseKey makes the school's calls use the key from now on, after the service has accepted it.
func (a *App) UseKey(ctx context.Context, school roll.School, id string) error {
	keys, err := a.Store.SealedKeys(ctx, school.ID)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if key.ID != id {
			continue
		}
		if err := a.accepted(ctx, school, key.Sealed); err != nil {
			return err
		}
	}
	return a.Store.UseKey(ctx, school.ID, id)
}

// accepted tries a key before it replaces the one in use. It refuses a key that the service does not accept,
// or that cannot be tried now, unless the key in use is known not to work.
func (a *App) accepted(ctx context.Context, school roll.School, sealed []byte) error {
	limited, cancel := context.WithTimeout(ctx, tryLimit)
	defer cancel()
	failed := a.Services.Try(limited, school, sealed)
	if failed == nil {
		return nil
	}
	if failure, ok := errors.AsType[*apiclient.Error](failed); ok && failure.Kind == apiclient.Unauthorized {
		return roll.Problem(roll.Meaningless, "school_keys.not_accepted").Because(failed)
	}
	connection, err := a.Store.Connection(ctx, school.ID)
	if err != nil || connection.Pause == roll.PausedKey {
		return err
	}
	return roll.Problem(roll.Meaningless, "school_keys.not_tried").Because(failed)
}

// RemoveKey deletes a key that is not in use.
func (a *App) RemoveKey(ctx context.Context, school roll.SchoolID, id string) error {
	return a.Store.RemoveKey(ctx, school, id)
}

// ReplaceKey seals the key and makes the school's calls use it. It reuses a key that is stored already.
func (a *App) ReplaceKey(ctx context.Context, school roll.SchoolID, key apiclient.Key) error {
	kept, err := a.keptAs(ctx, school, key)
	if err != nil {
		return err
	}
	if kept != "" {
		return a.Store.UseKey(ctx, school, kept)
	}
	return a.Store.ReplaceKey(ctx, school, a.seal(school, key))
}

// EnterKey is ReplaceKey for a key that an admin typed, after the service has accepted it. It refuses a key
// that cannot be sent as a header (service document, section 5), and never repeats it.
func (a *App) EnterKey(ctx context.Context, school roll.School, value string) error {
	key, err := typedKey(school, value)
	if err != nil {
		return err
	}
	if err := a.accepted(ctx, school, a.seal(school.ID, key).Sealed); err != nil {
		return err
	}
	return a.ReplaceKey(ctx, school.ID, key)
}

// KeyInUse returns the last four characters of the key for the school's calls, and since when it is used.
func (a *App) KeyInUse(ctx context.Context, school roll.SchoolID) (lastFour string, since time.Time, err error) {
	keys, err := a.Store.Keys(ctx, school)
	if err != nil || len(keys) == 0 {
		return "", time.Time{}, err
	}
	return keys[0].LastFour, keys[0].UsedFrom, nil
}

func typedKey(school roll.School, value string) (apiclient.Key, error) {
	key := apiclient.NewKey(value)
	credentials := apiclient.Credentials{Tenant: school.Tenant, SchoolCode: school.Code, Key: key}
	if err := credentials.Validate(); err != nil {
		return key, roll.Problem(roll.Meaningless, "connection.key_refused").Because(err)
	}
	return key, nil
}

// keptAs returns the id of the same stored key, or "". A stored key that does not open counts as different.
func (a *App) keptAs(ctx context.Context, school roll.SchoolID, key apiclient.Key) (id string, err error) {
	keys, err := a.Store.SealedKeys(ctx, school)
	if err != nil {
		return "", err
	}
	for _, kept := range keys {
		opened, err := a.Vault.Open(school, kept.Sealed)
		if err == nil && key.Equal(apiclient.NewKey(opened.Reveal())) {
			return kept.ID, nil
		}
	}
	return "", nil
}

func (a *App) seal(school roll.SchoolID, key apiclient.Key) store.Key {
	value := key.Reveal()
	return store.Key{Sealed: a.Vault.Seal(school, value), LastFour: value[max(0, len(value)-4):]}
}
