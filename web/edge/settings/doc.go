// Package settings reads an operator's settings from the environment and from files.
package settings
