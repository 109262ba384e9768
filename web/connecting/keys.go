package connecting

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"rollbook/apiclient"
	"rollbook/web/connecting/services"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/schools"
	"rollbook/web/vault"
)

// Keys are the schools' keys for their services.
type Keys struct {
	store    *store.Store
	vault    *vault.Vault
	services *services.Services
}

// Keys describes the school's keys, the one in use first.
func (k *Keys) Keys(ctx context.Context, school roll.SchoolID) ([]roll.Key, error) {
	if err := k.services.NoteUses(ctx); err != nil {
		return nil, err
	}
	return k.store.Keys(ctx, school)
}

// AddKey stores a key that an admin typed. It is not used until UseKey. AddKey refuses a key that cannot be
// sent as a header (service document, section 5), or is stored already, and never repeats it.
func (k *Keys) AddKey(ctx context.Context, school roll.School, value string) error {
	key, err := typedKey(school, value)
	kept, keptErr := k.keptAs(ctx, school.ID, key)
	switch {
	case err != nil, keptErr != nil:
		return cmp.Or(err, keptErr)
	case kept != "":
		return roll.Problem(roll.Meaningless, "school_keys.twice")
	}
	_, err = k.store.AddKey(ctx, school.ID, k.seal(school.ID, key))
	return err
}

// tryLimit limits the try of a key.
const tryLimit = 20 * time.Second

// TryKey reads the school's periods with the key, whether or not it is in use, and stores the result.
func (k *Keys) TryKey(ctx context.Context, school roll.School, id string) error {
	key, err := k.stored(ctx, school.ID, id)
	if err != nil {
		return err
	}
	result := roll.KeyWorks
	if failed := k.try(ctx, school, key.Sealed); failed != nil {
		result = services.Problem(failed)
	}
	return k.store.NoteKeyTried(ctx, school.ID, id, result)
}

func (k *Keys) try(ctx context.Context, school roll.School, sealed []byte) error {
	ctx, cancel := context.WithTimeout(ctx, tryLimit)
	defer cancel()
	return k.services.Try(ctx, school, sealed)
}

// stored returns the school's sealed key with the id, or roll.NotFound.
func (k *Keys) stored(ctx context.Context, school roll.SchoolID, id string) (schools.Key, error) {
	keys, err := k.store.SealedKeys(ctx, school)
	at := slices.IndexFunc(keys, func(key schools.Key) bool { return key.ID == id })
	switch {
	case err != nil:
		return schools.Key{}, err
	case at < 0:
		return schools.Key{}, roll.Problem(roll.NotFound, "problem.what.404")
	}
	return keys[at], nil
}

// UseKey makes the school's calls use the key from now on, after the service has accepted it.
func (k *Keys) UseKey(ctx context.Context, school roll.School, id string) error {
	key, err := k.stored(ctx, school.ID, id)
	if err == nil {
		err = k.accepted(ctx, school, key.Sealed)
	}
	if err != nil {
		return err
	}
	return k.store.UseKey(ctx, school.ID, id)
}

// accepted tries a key before it replaces the one in use. It refuses a key that the service does not accept,
// or that cannot be tried now, unless the key in use is known not to work.
func (k *Keys) accepted(ctx context.Context, school roll.School, sealed []byte) error {
	failed := k.try(ctx, school, sealed)
	if failed == nil {
		return nil
	}
	if failure, ok := errors.AsType[*apiclient.Error](failed); ok && failure.Kind == apiclient.Unauthorized {
		return roll.Problem(roll.Meaningless, "school_keys.not_accepted").Because(failed)
	}
	connection, err := k.store.Connection(ctx, school.ID)
	if err != nil || connection.Pause == roll.PausedKey {
		return err
	}
	return roll.Problem(roll.Meaningless, "school_keys.not_tried").Because(failed)
}

// ReplaceKey seals the key and makes the school's calls use it. It reuses a key that is stored already.
func (k *Keys) ReplaceKey(ctx context.Context, school roll.SchoolID, key apiclient.Key) error {
	kept, err := k.keptAs(ctx, school, key)
	if err != nil {
		return err
	}
	if kept != "" {
		return k.store.UseKey(ctx, school, kept)
	}
	return k.store.ReplaceKey(ctx, school, k.seal(school, key))
}

// EnterKey is ReplaceKey for a key that an admin typed, after the service has accepted it. It refuses a key
// that cannot be sent as a header (service document, section 5), and never repeats it.
func (k *Keys) EnterKey(ctx context.Context, school roll.School, value string) error {
	key, err := typedKey(school, value)
	if err == nil {
		err = k.accepted(ctx, school, k.seal(school.ID, key).Sealed)
	}
	if err != nil {
		return err
	}
	return k.ReplaceKey(ctx, school.ID, key)
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
func (k *Keys) keptAs(ctx context.Context, school roll.SchoolID, key apiclient.Key) (id string, err error) {
	keys, err := k.store.SealedKeys(ctx, school)
	at := slices.IndexFunc(keys, func(kept schools.Key) bool {
		opened, unopened := k.vault.Open(school, kept.Sealed)
		return unopened == nil && key.Equal(apiclient.NewKey(opened.Reveal()))
	})
	if at < 0 {
		return "", err
	}
	return keys[at].ID, err
}

func (k *Keys) seal(school roll.SchoolID, key apiclient.Key) schools.Key {
	value := key.Reveal()
	return schools.Key{Sealed: k.vault.Seal(school, value), LastFour: value[max(0, len(value)-4):]}
}
