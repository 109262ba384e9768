// Reports what a supported browser lacks; see browsers.
import compat from "eslint-plugin-compat";

export default [{
  ...compat.configs["flat/recommended"],
  languageOptions: { ecmaVersion: "latest", sourceType: "script" },
  // A tablet that cannot vibrate still plays the sound.
  settings: { polyfills: ["navigator.vibrate"] },
}];
