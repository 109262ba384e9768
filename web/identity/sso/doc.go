// Package sso signs people in by the provider of their school: OpenID Connect with discovery, an authorization code and
// PKCE.
//
// # Choices
//
//   - A school's admin names its provider, so the provider's word counts in that school only: the session that it opens
//     reaches no other school of the person.
//   - A person is known by issuer and subject. The address of a person counts once, for the first sign-in, if it is
//     verified and belongs to a member of the school.
//   - Groups are read at each sign-in, and at no other time. A session lasts session.Lifetime at most.
//   - Groups never take away the last admin of a school who has a password.
//   - Calls to a provider go through the guard of the calls to school systems, with a limited time and size.
package sso
