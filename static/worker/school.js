// Puts the device's time zone first in the list, and chooses it if none is chosen. Makes the short name from the
// school's name, as ShortName does on the server, until a person changes it.
const [name, slug, zone] = ["name", "slug", "zone"].map((item) => document.querySelector(`#school-${item}`));
const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (own) {
  const known = [...zone.options].find((option) => option.value === own);
  zone.add(known ?? new Option(own, own), 1);
  zone.value ||= own;
}

const letters = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i" };
const shortened = (text) => text.toLowerCase().replace(/[ßæœøłđı]/g, (letter) => letters[letter])
  .normalize("NFD").replace(/\p{M}/gu, "").replace(/[^a-z0-9]+/g, "-").replace(/^-/, "").slice(0, 40).replace(/-$/, "");
let made = shortened(name.value);
name.addEventListener("input", () => {
  const follows = slug.value === "" || slug.value === made;
  made = shortened(name.value);
  if (follows) slug.value = made;
});
