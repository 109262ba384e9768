package readme_test

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"rollbook/handlers/apptest"
)

// story is README's moving picture: a save, the school system down, a mark kept, and sent.
const (
	story        = "story.gif"
	storyMost    = 300_000 // bytes
	storyPlays   = 3
	hundredths   = 100
	showsTicks   = 2 * hundredths
	showsOutcome = 3 * hundredths
)

func TestTheMovingPictureIsSmallAndInREADME(t *testing.T) {
	t.Parallel()
	moving, err := gif.DecodeAll(bytes.NewReader([]byte(content(t, filepath.Join(folder, story)))))
	apptest.Must(t, err)
	size := len(content(t, filepath.Join(folder, story)))
	if frames := len(moving.Image); frames < 4 || size > storyMost || moving.LoopCount == 0 {
		t.Errorf("it has %d frames in %d bytes and plays %d times", frames, size, moving.LoopCount)
	}
	readme := content(t, "README.md")
	for _, want := range []string{`srcset=".readme/roll-1280-light.png"`, `media="(prefers-reduced-motion: reduce)"`, `src=".readme/story.gif"`} {
		if !strings.Contains(readme, want) {
			t.Errorf("README lacks %s", want)
		}
	}
}

// takeStory saves the ticked students, stops the school system, saves another student, and starts it again.
func takeStory(t *testing.T, u *apptest.User) {
	t.Helper()
	u.Size(800, 500)
	hide := `document.querySelector(".demo").style.display = "none"`
	u.Text(hide)
	var frames []image.Image
	shot := func() {
		u.Wait(apptest.Still)
		u.Wait(`[...document.querySelectorAll(".bar a, .bar button")].every((one) => getComputedStyle(one).opacity == 1)`)
		file := filepath.Join(t.TempDir(), "frame.png")
		u.Tab.Picture(file)
		read, err := os.Open(file)
		apptest.Must(t, err)
		defer read.Close()
		frame, err := png.Decode(read)
		apptest.Must(t, err)
		frames = append(frames, frame)
	}
	fault := func(name string) {
		u.Text(`document.querySelector(".demo button[value=` + name + `]").click()`)
		u.Wait(`document.readyState == "complete" && document.querySelector(".demo button[value=` + name + `]")?.ariaPressed == "true"`)
		u.Ready("#roll")
		u.Text(hide)
	}
	shot()
	u.Press(kb.Enter, kb.ModifierCtrl)
	u.Wait(`document.querySelectorAll("[data-outcome=saved]").length == 28`)
	shot()
	fault("down")
	u.Click(u.Row(2))
	u.Click(u.Status("Excused"))
	shot()
	u.Press(kb.Enter, kb.ModifierCtrl)
	u.Wait(`document.querySelectorAll("[data-outcome=saved]").length == 27`)
	shot()
	u.Text(`document.querySelector(".demo button[value=none]").click()`)
	u.Wait(`document.readyState == "complete" && document.querySelectorAll("[data-outcome=saved]").length == 28`)
	u.Text(hide)
	shot()
	moving := animated(frames, []int{showsTicks, showsOutcome, showsTicks, showsOutcome, showsOutcome})
	var file bytes.Buffer
	apptest.Must(t, gif.EncodeAll(&file, moving))
	apptest.Must(t, os.WriteFile(filepath.Join(root, folder, story), file.Bytes(), 0o600))
}

// animated makes one picture of the frames. Each frame has only the rectangle that differs from the one before.
func animated(frames []image.Image, delays []int) *gif.GIF {
	colours := commonest(frames)
	moving := &gif.GIF{LoopCount: storyPlays - 1, Delay: delays}
	var before *image.Paletted
	for _, frame := range frames {
		whole := image.NewPaletted(frame.Bounds(), colours)
		draw.Draw(whole, frame.Bounds(), frame, image.Point{}, draw.Src)
		changed := whole.Bounds()
		if before != nil {
			changed = differing(before, whole)
		}
		part, _ := whole.SubImage(changed).(*image.Paletted)
		moving.Image, before = append(moving.Image, part), whole
	}
	return moving
}

// commonest returns the 256 commonest colours of the frames.
func commonest(frames []image.Image) color.Palette {
	const most = 256
	counts := map[color.RGBA]int{}
	for _, frame := range frames {
		bounds := frame.Bounds()
		for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
			for x := bounds.Min.X; x < bounds.Max.X; x++ {
				if one, ok := color.RGBAModel.Convert(frame.At(x, y)).(color.RGBA); ok {
					counts[one]++
				}
			}
		}
	}
	order := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int { return cmp.Compare(counts[b], counts[a]) })
	var colours color.Palette
	for _, one := range order[:min(most, len(order))] {
		colours = append(colours, one)
	}
	return colours
}

// differing returns the smallest rectangle with all differences of two pictures of the same size.
func differing(before, after *image.Paletted) image.Rectangle {
	var changed image.Rectangle
	bounds := after.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if before.ColorIndexAt(x, y) != after.ColorIndexAt(x, y) {
				changed = changed.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return changed
}
