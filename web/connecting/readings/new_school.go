package readings

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Field is a value needed to add and connect a school, by its name in forms.
type Field = string

// The fields: the four credentials (service document, section 5), and those of a new school.
const (
	Address    Field = "address"
	Tenant     Field = "tenant"
	Code       Field = "code"
	KeyItem    Field = "key"
	Slug       Field = "slug"
	SchoolName Field = "name"
	TimeZone   Field = "zone"
)

// Typed contains the values typed into the fields.
type Typed map[Field]string

// Credentials returns the fields that connect an existing school.
func Credentials() []Field { return []Field{Address, Tenant, Code, KeyItem} }

// TypedIn returns the trimmed values of a form's fields.
func TypedIn(form func(name string) string, fields ...Field) Typed {
	typed := make(Typed, len(fields))
	for _, field := range fields {
		typed[field] = strings.TrimSpace(form(field))
	}
	return typed
}

// longestShortName is the longest short name of a school.
const longestShortName = 40

// ShortName makes a school's short name for addresses from its name: "Collège des Tilleuls" becomes
// college-des-tilleuls. It returns "" for a name without Latin letters and digits. The page's script,
// school.js, does the same.
func ShortName(name string) string {
	plain := strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ı",
		"i").Replace(strings.ToLower(name))
	kept := strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.M, r):
			return -1
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			return r
		}
		return ' '
	}, norm.NFD.String(plain))
	joined := strings.Join(strings.Fields(kept), "-")
	return strings.Trim(joined[:min(len(joined), longestShortName)], "-")
}

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
