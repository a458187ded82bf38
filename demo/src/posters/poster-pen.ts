import { type Tile, makePaperTile, makeStippleTile, snapToGrain } from './poster-grain.ts';
import type { Palette } from './poster-palettes.ts';
import { startRandom } from './poster-random.ts';
import { type Box, type Shape, rect } from './poster-shapes.ts';

export const POSTER_WIDTH = 1600;
const POSTER_HEIGHT = 900;

const paperTile = makePaperTile();
const rounded = (value: number) => Math.round(value * 1000) / 1000;

function patternOf(id: string, tile: Tile, transform = ''): string {
  const size = `width="${rounded(tile.width)}" height="${rounded(tile.height)}"`;
  const placing = transform === '' ? '' : ` patternTransform="${transform}"`;
  return `<pattern id="${id}" ${size} patternUnits="userSpaceOnUse"${placing}><image ${size} preserveAspectRatio="none" href="${tile.href}"/></pattern>`;
}

/** Returns where the box starts and ends along the direction (ux, uy), measured from the origin. The direction has length 1. */
function extentAlong(box: Box, ux: number, uy: number): [from: number, to: number] {
  const corners = [box.left, box.right].flatMap((x) => [box.top, box.bottom].map((y) => x * ux + y * uy));
  return [Math.min(...corners), Math.max(...corners)];
}

/** Draws one poster. Later shapes cover earlier ones, as in a screen print. */
export class Pen {
  readonly ink: Palette;
  readonly #random: () => number;
  readonly #defs: string[] = [];
  #marks: string[] = [];

  constructor(palette: Palette, seed: number) {
    this.ink = palette;
    this.#random = startRandom(seed);
  }

  /** Picks a random number that is at least `low` and below `high`. */
  between(low: number, high: number): number {
    return low + this.#random() * (high - low);
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[Math.floor(this.#random() * choices.length)] ?? choices[0];
  }

  paint(shape: Shape, colour: string, opacity = 1): void {
    const alpha = opacity === 1 ? '' : ` fill-opacity="${opacity}"`;
    this.#marks.push(`<path d="${shape.d}" fill="${colour}"${alpha}/>`);
  }

  stroke(shape: Shape, colour: string, width: number, dash = ''): void {
    const dashes = dash === '' ? '' : ` stroke-dasharray="${dash}"`;
    this.#marks.push(
      `<path d="${shape.d}" fill="none" stroke="${colour}" stroke-width="${rounded(width)}" stroke-linecap="round" stroke-linejoin="round"${dashes}/>`,
    );
  }

  /**
   * Shades the side of the shape that `angle` points to (0 right, 90 down) with grains of `colour`. The grains cover
   * the share `strength` of the surface at the edge, and nothing beyond the share `reach` of the shape.
   */
  shade(shape: Shape, colour: string, angle: number, strength = 0.6, reach = 0.8): void {
    const radians = (angle * Math.PI) / 180;
    const [ux, uy] = [Math.cos(radians), Math.sin(radians)];
    const [from, to] = extentAlong(shape.box, ux, uy);
    const [left, right] = extentAlong(shape.box, -uy, ux);
    const id = `t${this.#defs.length}`;
    const tile = makeStippleTile(colour, (to - from) * reach, right - left, strength);
    const [startX, startY] = [snapToGrain(-right), snapToGrain(to) - tile.height];
    const placing = `rotate(${rounded(angle - 90)}) translate(${rounded(startX)} ${rounded(startY)})`;
    this.#defs.push(patternOf(id, tile), `<clipPath id="${id}c"><path d="${shape.d}"/></clipPath>`);
    // Leave out the first row of the tile, because it would show as a seam where the tile repeats.
    const zone = rect(0, 2, right - left + 2, tile.height - 2).d;
    this.#marks.push(
      `<g clip-path="url(#${id}c)"><path d="${zone}" transform="${placing}" fill="url(#${id})"/></g>`,
    );
  }

  model(shape: Shape, colour: string, shadow: string, angle: number, strength = 0.6, reach = 0.8): void {
    this.paint(shape, colour);
    this.shade(shape, shadow, angle, strength, reach);
  }

  /** Runs `draw` and hides all paint outside the shape. */
  inside(shape: Shape, draw: () => void): void {
    const id = `c${this.#defs.length}`;
    this.#defs.push(`<clipPath id="${id}"><path d="${shape.d}"/></clipPath>`);
    this.#wrap(`<g clip-path="url(#${id})">`, draw);
  }

  /**
   * Runs `draw`, moves the drawn shapes to (x, y), turns them by `degrees` and scales them. (x, y) is the centre of
   * the turn and of the scaling.
   */
  placed(
    x: number,
    y: number,
    degrees: number,
    scale: number | readonly [number, number],
    draw: () => void,
  ): void {
    const [sx, sy] = typeof scale === 'number' ? [scale, scale] : scale;
    const moves = `translate(${rounded(x)} ${rounded(y)}) rotate(${rounded(degrees)}) scale(${sx} ${sy})`;
    this.#wrap(`<g transform="${moves}">`, draw);
  }

  #wrap(open: string, draw: () => void): void {
    const outer = this.#marks;
    this.#marks = [];
    draw();
    outer.push(open, ...this.#marks, '</g>');
    this.#marks = outer;
  }

  /** @param width how much of the middle of the drawing the poster shows */
  finish(width = POSTER_WIDTH): string {
    const size = `width="${width}" height="${POSTER_HEIGHT}"`;
    const left = (POSTER_WIDTH - width) / 2;
    const head = `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="${left} 0 ${width} ${POSTER_HEIGHT}">`;
    const page = rect(0, 0, POSTER_WIDTH, POSTER_HEIGHT).d;
    const defs = `<defs>${patternOf('paper', paperTile)}${this.#defs.join('')}</defs>`;
    return `${head}${defs}${this.#marks.join('')}<path d="${page}" fill="url(#paper)" opacity="0.08"/></svg>`;
  }
}
