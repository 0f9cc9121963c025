// Switches that the browser remembers: sounds, and letters as keys of the page (people who speak to their machine, or
// whose hands slip, must be able to do without).

const SWITCHES = { sound: false, letters: true };

export type Switch = keyof typeof SWITCHES;

export function savedSwitches(): Record<Switch, boolean> {
  return { sound: saved("sound"), letters: saved("letters") };
}

function saved(name: Switch): boolean {
  try {
    const text = localStorage.getItem(nameOf(name));
    return text === null ? SWITCHES[name] : text === "on";
  } catch {
    return SWITCHES[name];
  }
}

export function saveSwitch(name: Switch, on: boolean): void {
  try {
    localStorage.setItem(nameOf(name), on ? "on" : "off");
  } catch {
    // Then it lasts as long as the page.
  }
}

function nameOf(name: Switch): string {
  return `jacquerie-${name}`;
}
