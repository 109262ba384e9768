// Package pins sees to the PINs with which people say who they are on a tablet that a class shares.
// A PIN belongs to a person, not to a membership: whoever works in two schools has one PIN, and
// each school's tablets take it only where the person has a role.
//
// A PIN is short because its tries are few. It works on a paired tablet only, never to sign in, and
// beside the name of its person, who types both: a tablet lists no names. Five wrong ones for a name
// lock that name on that tablet for 15 minutes. Twenty in a day (UTC) on all tablets of the school,
// or fifty in a row without a right one, lock it there until its person, signed in on her own device,
// or the school lifts that. A name that nobody has is counted as if it were one, so that a tablet
// never tells which names there are; it locks no other.
//
// Four digits make 10,000 PINs, of which Check refuses those that are tried first; 9,085 are left.
// Fifty tries hit one of them with a chance of 0.6 %. Eight digits are the most that a person
// types while a class waits. See the test of these numbers.
//
// What is kept is an Argon2id hash, as of a password. 10,000 PINs would be found from a stolen
// hash within minutes; so the PIN first goes through a MAC with a key that is not in the database.
package pins
