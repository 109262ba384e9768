// Package tablets manages the tablets at classroom doors: how a device is paired, what it may show, and how
// it is refused. Every change is a log event with a stable name, which contains no code and no name.
//
// # Pairing
//
// Staff make a code for a tablet and a person types it on the device, or the device shows a code and staff
// approve it where they are signed in. Either code is valid for ten minutes (roll.PairingLasts) and for one
// device.
//
// # Guessing
//
// A code is 8 characters of 31: one of 852,891,037,441. Only wrong codes are limited, to mostWrong from an
// address and mostWrongOfAll from all in limitLasts. Beyond that a wrong code is answered "wait". A right
// code is never refused, so that a class that shares an address with an attacker loses nothing. The number of
// codes therefore limits guessing. An attacker who gets 1,000 answers a second from this server for a code's
// ten minutes, from any addresses, has tried 600,000 codes. This hits a given code with a probability of 1 in
// 1,400,000, and one of a school's roll.MostOpenCodes open codes with 1 in 35,000. The staff then see a
// tablet that they do not have, and the device that should have used the code is refused and shown to them as
// well.
//
// A code shown by a device opens nothing without the approval of staff, even if others see it.
package tablets
