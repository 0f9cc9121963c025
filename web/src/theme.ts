// Light or dark: as in the system, unless the user chooses, which the browser remembers.

import type { Theme } from "./state";

const NAME = "jacquerie-theme";

export function savedTheme(): Theme {
  const saved = stored();
  const theme: Theme = saved === "light" || saved === "dark" ? saved : "system";
  show(theme);
  return theme;
}

/** A browser may forbid storage. */
function stored(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

export function saveTheme(theme: Theme): void {
  show(theme);
  try {
    localStorage.setItem(NAME, theme);
  } catch {
    // Then it lasts as long as the page.
  }
}

function show(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
}
