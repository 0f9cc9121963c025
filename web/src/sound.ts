// Sounds, if the user wants them: a move, a capture, and the end of a game, made by the browser from two or three
// tones.

import { onBoard } from "./practising";
import { type State, viewAt } from "./state";
import type { Store } from "./store";
import { nodeAt } from "./tree";

export type Sound = "move" | "capture" | "end";

/** The sound of a change of state: the board has advanced a move, or the game turned out to be over. */
export function soundOf(before: State, after: State): Sound | null {
  const [old, now] = [onBoard(before), onBoard(after)];
  if (!now.sound || now.screen === "home" || old.doc.variant !== now.doc.variant) return null;
  const { parent, move } = nodeAt(now.doc.tree, now.at);
  const played = viewAt(now, parent)?.moves.find((one) => one.move === move);
  const arrives = old.at === now.at && !viewAt(old, old.at);
  if (!played || (parent !== old.at && !arrives)) return null;
  if (viewAt(now, now.at)?.finish) return "end";
  return arrives ? null : played.capture ? "capture" : "move";
}

export function keepSound(store: Store): void {
  let before = store.state;
  store.subscribe(() => {
    const sound = soundOf(before, store.state);
    before = store.state;
    if (sound) play(sound);
  });
}

/** Tones one after the other, by their frequencies in hertz. */
const TONES: Record<Sound, readonly number[]> = { move: [330], capture: [247, 196], end: [392, 494, 587] };
/** The length of a tone in seconds, and its volume. */
const LENGTH = 0.09;
const LOUDNESS = 0.12;

let context: AudioContext | undefined;

function play(sound: Sound): void {
  context ??= new AudioContext();
  const start = context.currentTime;
  for (const [index, frequency] of TONES[sound].entries()) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const [from, to] = [start + index * LENGTH, start + (index + 1) * LENGTH];
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(LOUDNESS, from);
    volume.gain.exponentialRampToValueAtTime(0.001, to);
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(to);
  }
}
