// The moves of the game: the main line in two columns, White's and Black's, with scores aligned; variations and
// comments between its rows, as in books. The move on the board can be commented and annotated.

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { glyphMeaning, glyphText, isSign } from "../glyphs";
import { leaving } from "../keys";
import { readable, scoreForPrograms, scoreText, scoreWords } from "../score";
import { isPlaying, viewAt } from "../state";
import { isMain, MOVE_SIGNS, moveNumber, nodeAt, pliesBefore, ROOT, signOf } from "../tree";
import { SureButton } from "./button";
import type { Page } from "./page";
import { Select } from "./select";

/** `fixed` if moves can be visited, but not annotated. */
export function MoveList({ page, fixed = false }: { page: Page; fixed?: boolean }): JSX.Element {
  const { state } = page;
  const { doc, at } = state;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => scrollTo(list.current, at), [at, doc.tree.length]);
  const ply = pliesBefore(viewAt(state, ROOT));
  const empty = nodeAt(doc.tree, ROOT).children.length === 0;
  return (
    <>
      <div class="move-list" ref={list} tabIndex={0} role="group" aria-label="Move list">
        {doc.introduction && <p class="comment">{readable(doc.introduction)}</p>}
        {empty ? <p class="rules">No moves yet.</p> : <MainLine page={page} ply={ply} />}
        {doc.result !== "*" && !empty && <p class="result">{doc.result}</p>}
      </div>
      {at !== ROOT && !fixed && !isPlaying(state) && <Annotate key={at} page={page} />}
    </>
  );
}

/** Scrolls the list to the move on the board, without moving the page. */
function scrollTo(list: HTMLElement | null, at: number): void {
  if (list && at === ROOT) list.scrollTop = 0;
  const here = list?.querySelector("[aria-current]")?.getBoundingClientRect();
  if (!list || !here) return;
  const box = list.getBoundingClientRect();
  const middle = here.top - box.top - (box.height - here.height) / 2;
  if (here.top < box.top + here.height || here.bottom > box.bottom - here.height) list.scrollTop += middle;
}

/** The main line, two moves a row. Anything between two moves breaks the row. */
function MainLine({ page, ply }: { page: Page; ply: number }): JSX.Element {
  const { tree } = page.state.doc;
  const parts: JSX.Element[] = [];
  let [at, plies, isOpen] = [ROOT, ply, false];
  let next = nodeAt(tree, ROOT).children[0];
  const block = (key: string, content: JSX.Element): void => {
    if (isOpen) parts.push(<span class="no-move" key={`rest${key}`} />);
    isOpen = false;
    parts.push(content);
  };
  while (next !== undefined) {
    const node = nodeAt(tree, next);
    if (node.before) block(`before${next}`, <Comment key={`before${next}`} text={node.before} />);
    const isWhite = plies % 2 === 0;
    if (!isOpen) parts.push(<RowNumber key={`number${next}`} ply={plies} />);
    if (!isOpen && !isWhite) parts.push(<span class="no-move" key={`first${next}`}>…</span>);
    parts.push(<Move key={next} page={page} id={next} ply={plies} number={false} />);
    isOpen = isWhite;
    if (readable(node.comment)) block(`comment${next}`, <Comment key={`comment${next}`} text={node.comment} />);
    for (const other of nodeAt(tree, at).children.slice(1)) {
      block(
        `variation${other}`,
        <div class="variation" key={`variation${other}`}>
          <Branch page={page} from={at} ply={plies} first={other} />
        </div>,
      );
    }
    at = next;
    plies += 1;
    next = nodeAt(tree, at).children[0];
  }
  return <div class="main-line">{parts}</div>;
}

interface BranchShown {
  page: Page;
  /** The node whose child begins this line. */
  from: number;
  /** Half-moves before that child. */
  ply: number;
  first: number;
}

/** A variation, with those to each of its moves. */
function Branch({ page, from, ply, first }: BranchShown): JSX.Element {
  const { tree } = page.state.doc;
  const parts: JSX.Element[] = [];
  let [at, plies, number] = [from, ply, true];
  let next: number | undefined = first;
  while (next !== undefined) {
    const node = nodeAt(tree, next);
    if (node.before) parts.push(<Comment key={`before${next}`} text={node.before} />);
    parts.push(<Move key={next} page={page} id={next} ply={plies} number={number || plies % 2 === 0} />);
    number = false;
    if (readable(node.comment)) {
      parts.push(<Comment key={`comment${next}`} text={node.comment} />);
      number = true;
    }
    // A variation shows no variations to its own first move: they belong to the line it branches from.
    const others = at === from ? [] : nodeAt(tree, at).children.slice(1);
    for (const other of others) {
      parts.push(
        <div class="variation" key={`variation${other}`}>
          <Branch page={page} from={at} ply={plies} first={other} />
        </div>,
      );
      number = true;
    }
    at = next;
    plies += 1;
    next = nodeAt(tree, at).children[0];
  }
  return <div class="branch">{parts}</div>;
}

function Comment({ text }: { text: string }): JSX.Element {
  return <span class="comment">{readable(text)}</span>;
}

function RowNumber({ ply }: { ply: number }): JSX.Element {
  return <span class="number">{moveNumber(ply - (ply % 2))}</span>;
}

function Move({ page, id, ply, number }: { page: Page; id: number; ply: number; number: boolean }): JSX.Element {
  const { san, glyphs, comment } = nodeAt(page.state.doc.tree, id);
  const score = scoreForPrograms(comment);
  const here = page.state.at === id;
  return (
    <span class="move">
      {number && <span class="number">{moveNumber(ply, true)}</span>}
      <button type="button" class="step" {...(here ? { "aria-current": "step" } : {})} onClick={() => page.dispatch({ type: "go", node: id })}>
        {san}
        {glyphs.map((glyph, index) => (
          <span class={`glyph glyph-${glyph} ${isSign(glyph) ? "" : "in-words"}`} title={glyphMeaning(glyph)} key={index}>
            {index === 0 && isSign(glyph) ? "" : " "}
            {glyphText(glyph)}
          </span>
        ))}
      </button>
      {score && (
        <span class="told-score" title={scoreWords(score)}>
          {scoreText(score)}
        </span>
      )}
    </span>
  );
}

/** The actions for the move on the board. */
function Annotate({ page: { state, dispatch } }: { page: Page }): JSX.Element {
  const { at, doc } = state;
  const node = nodeAt(doc.tree, at);
  return (
    <details class="annotate">
      <summary>Annotate {node.san}</summary>
      <div class="stack">
        <label class="field wide">
          <span>Comment</span>
          <textarea
            rows={2}
            value={node.comment}
            onInput={(event) => dispatch({ type: "annotate", node: at, comment: event.currentTarget.value })}
          />
        </label>
        <div class="buttons">
          <Select
            kind="inline"
            label="Mark"
            value={String(signOf(node))}
            options={[["0", "none"], ...MOVE_SIGNS.map((glyph) => [String(glyph), `${glyphText(glyph)} ${glyphMeaning(glyph)}`] as const)]}
            onChange={(value) => dispatch({ type: "sign", node: at, sign: Number(value) })}
          />
          {!isMain(doc.tree, at) && (
            <button type="button" onClick={() => void leaving(() => dispatch({ type: "promote", node: at }), "moves")}>
              Promote variation
            </button>
          )}
          <SureButton
            name="Delete from here"
            question="Really delete?"
            onClick={() => void leaving(() => dispatch({ type: "remove", node: at }), "moves")}
          />
        </div>
      </div>
    </details>
  );
}
