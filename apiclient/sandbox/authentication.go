package sandbox

import (
	"net/http"
)

// authenticate finds the school whose key, code and tenant the request carries, or fails with a 401.
func (s *Sandbox) authenticate(header http.Header) (owner School, err error) {
	value, code, tenant := header.Get(headerKey), header.Get(headerSchool), header.Get(headerTenant)
	if value == "" {
		return owner, s.unauthorized(messageNoKeySent)
	}
	if code == "" || tenant == "" {
		return owner, s.unauthorized(messageNoHeader)
	}
	err = s.data.locked(func(state *state) error {
		key := state.keys[hashKey(value)]
		if key != nil && key.Revoked == nil && key.owner.Code == code && key.owner.Tenant == tenant {
			owner = key.owner
			now := s.now()
			if key.LastUsed != nil && now.Sub(*key.LastUsed) < lastUsedStep {
				return nil
			}
			return s.make(key.owner, change{KeyUsed: key.ID})
		}
		if at := state.school(code); at == nil || len(at.keys) == 0 {
			return s.unauthorized(messageNoKeyMade)
		}
		return s.unauthorized(messageWrongKey)
	})
	return owner, err
}

func (s *Sandbox) unauthorized(specific string) error {
	if s.options.GenericWording {
		specific = messageAnyFailure
	}
	return refuse(http.StatusUnauthorized, "%s", specific)
}
