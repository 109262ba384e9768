package readings

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"time"
)

// zones.txt names a time zone a line, those of countries first: zone.tab of the IANA database.
//
//go:embed zones.txt
var zoneNames string

// Zone is a time zone that a school can choose.
type Zone struct {
	// Name is the name in the IANA database, such as Europe/Berlin.
	Name string
	// Place is its city, followed by the region, such as "Berlin (Europe)", so that people find it by typing
	// the city.
	Place string
}

// Zones returns all time zones, sorted by city. A typed zone that is not among them comes first.
func Zones(typed string) []Zone {
	var zones []Zone
	for _, name := range strings.Fields(zoneNames) {
		zones = append(zones, zoneNamed(name))
	}
	slices.SortFunc(zones, func(a, b Zone) int { return cmp.Compare(a.Place, b.Place) })
	own := zoneNamed(typed)
	if _, err := time.LoadLocation(typed); err != nil || typed == "" || slices.Contains(zones, own) {
		return zones
	}
	return append([]Zone{own}, zones...)
}

func zoneNamed(name string) Zone {
	parts := strings.Split(strings.ReplaceAll(name, "_", " "), "/")
	city, around := parts[len(parts)-1], strings.Join(parts[:len(parts)-1], ", ")
	if around == "" {
		return Zone{name, city}
	}
	return Zone{name, city + " (" + around + ")"}
}
