// Switches that the browser remembers: sounds, and letters as keys of the page (people who speak to their machine, or
// whose hands slip, must be able to do without).

import { save, stored } from "./storage";

const SWITCHES = { sound: false, letters: true };

export type Switch = keyof typeof SWITCHES;

export function savedSwitches(): Record<Switch, boolean> {
  return { sound: saved("sound"), letters: saved("letters") };
}

function saved(name: Switch): boolean {
  return stored<boolean>(nameOf(name)) ?? SWITCHES[name];
}

export function saveSwitch(name: Switch, on: boolean): void {
  save(nameOf(name), on);
}

function nameOf(name: Switch): string {
  return `jacquerie-${name}`;
}
