// Package pins sees to the PINs with which people say who they are on a tablet that a class shares.
// A PIN belongs to a person, not to a membership: whoever works in two schools has one PIN, and
// each school's tablets take it only where the person has a role.
//
// A PIN is short because its tries are few. It works on a paired tablet only, never to sign in.
// Five wrong ones for a person on one tablet stop that person there for 15 minutes, ten on all
// tablets of a school do so in the whole school, and twenty on one tablet, for whomever, stop that
// tablet. After fifty in a row, without a right one and however long ago, one try a day is left.
//
// Four digits make 10,000 PINs, of which Check refuses those that are tried first; 9,085 are left.
// Fifty tries hit one of them with a chance of 0.6 %. Eight digits are the most that a person
// types while a class waits. See the test of these numbers.
//
// What is kept is an Argon2id hash, as of a password. 10,000 PINs would be found from a stolen
// hash within minutes; so the PIN first goes through a MAC with a key that is not in the database.
package pins
