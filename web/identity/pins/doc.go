// Package pins manages the PINs that identify people on a shared tablet. A PIN belongs to a person, not to a
// membership: a person at two schools has one PIN, and each school's tablets accept it only if the person has
// a role there.
//
// A PIN can be short because the tries are limited. It works only on a paired tablet, never to sign in, and
// together with the name of its person, who types both: a tablet lists no names. Five wrong PINs for a name
// lock that name on that tablet for 15 minutes. Twenty on all tablets of the school without a pause of twelve
// hours, as a night is, or fifty in a row, lock it there until the lock is lifted by its person, signed in on
// another device, or by the school. Unknown names are counted in the same way, so that a tablet does not
// reveal which names exist. They lock no other name.
//
// There are 10,000 PINs of four digits. Check refuses those that are tried first, which leaves 9,085. Fifty
// tries hit one of them with a probability of 0.6 %. Eight digits are the most that a person types while a
// class waits. See the test of these numbers.
//
// The stored value is an Argon2id hash, as for a password. From a stolen hash, 10,000 PINs could be tried
// within minutes, so the PIN first goes through a MAC with a key that is not in the database.
package pins
