import { Language } from "./static/language.js";

new Language(document.getElementById("language"), () => {}).apply();
