// Package tablets sees to the tablets at classroom doors: how a device is paired, what it may show,
// and how it is turned away. Every change is a log event with a stable name, which holds no code
// and no name.
//
// # Pairing
//
// Staff make a code for a tablet and somebody types it on the device, or the device shows a code
// and staff approve it from where they are signed in. Either code is good for ten minutes
// (roll.PairingLasts) and for one device.
//
// # Guessing
//
// A code is 8 characters of 31: one of 852,891,037,441. Only wrong codes are limited, to
// mostWrong from an address and mostWrongOfAll from all in limitLasts; beyond that a wrong code is
// answered "wait". A right code is never refused: a class behind the address of somebody who
// guesses loses nothing. What bounds guessing is therefore the number of codes. Somebody who gets
// 1,000 answers a second out of this server for all of a code's ten minutes, from whatever
// addresses, has tried 600,000 codes, and hits a code with a chance of 1 in 1,400,000, and one of a
// school's roll.MostOpenCodes open codes with 1 in 35,000. The staff then see a tablet that they do
// not have, and the device whose code it was is refused and named to them as well.
//
// A code that a device shows opens nothing without the approval of staff, however it is come by.
package tablets
