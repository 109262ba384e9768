package handlers

import (
	"reflect"
	"runtime"

	"rollbook/web"
)

// Presses returns the full names of the methods that answer the posts of a school.
func Presses(app *web.App) (names []string) {
	for _, route := range newRooms(app).ofSchool() {
		if route.method != get {
			names = append(names, runtime.FuncForPC(reflect.ValueOf(route.handle).Pointer()).Name())
		}
	}
	return names
}
