// Light or dark: as in the system, unless the user chooses, which the browser remembers.

import type { Theme } from "./state";
import { save, stored } from "./storage";

const NAME = "jacquerie-theme";

export function savedTheme(): Theme {
  const saved = stored<string>(NAME);
  const theme: Theme = saved === "light" || saved === "dark" ? saved : "system";
  show(theme);
  return theme;
}

export function saveTheme(theme: Theme): void {
  show(theme);
  save(NAME, theme);
}

function show(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
}
