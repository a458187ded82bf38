import type { Pen } from './poster-pen.ts';
import { curve, disc, leaf, oval, polygon, range, rect, turned } from './poster-shapes.ts';

/** Sprigs below this height have leaves without grain, because grain makes small leaves look dirty. */
const SHADED_SPRIG = 240;

export const skins = ['#f0c8a2', '#d79f72', '#a06a45', '#6b4430'] as const;

export function drawSun(pen: Pen, x: number, y: number, radius: number, colour: string): void {
  pen.model(disc(x, y, radius), colour, pen.ink.warm, 90, 0.5, 0.7);
}

export function drawBirds(pen: Pen, x: number, y: number, count: number): void {
  for (const i of range(count)) {
    const [bx, by, s] = [x + i * 62 + pen.between(-14, 14), y + pen.between(-34, 34), pen.between(15, 24)];
    const left = curve(`${bx - s},${by - s * 0.3} ${bx - s * 0.4},${by - s * 0.45} ${bx},${by}`);
    const right = curve(`${bx},${by} ${bx + s * 0.4},${by - s * 0.5} ${bx + s},${by - s * 0.45}`);
    pen.stroke(left, pen.ink.ink, 4);
    pen.stroke(right, pen.ink.ink, 4);
  }
}

export function drawPoplar(pen: Pen, x: number, foot: number, height: number): void {
  pen.paint(rect(x - 3, foot - 20, 6, 26), pen.ink.ink);
  pen.model(leaf([x, foot - 8], [x, foot - height], 0.24), pen.ink.deep, pen.ink.ink, 0, 0.8, 0.8);
}

/** Draws a stem with pairs of leaves, lit from the left. The stem grows from (0, 0) upwards. */
export function drawSprig(pen: Pen, height: number, pairs: number, colour: string, shadow: string): void {
  pen.stroke(curve(`0,0 ${height * 0.03},${-height * 0.5} 0,${-height}`), colour, Math.max(4, height / 60));
  const length = (height / pairs) * 1.25;
  for (const i of range(pairs)) {
    const y = -height * (0.18 + (0.74 * i) / pairs);
    const reach = length * (1 - (0.45 * i) / pairs);
    for (const side of [-1, 1]) {
      const blade = leaf([0, y], [side * reach, y - reach * 0.62], 0.36);
      pen.paint(blade, colour);
      if (height >= SHADED_SPRIG) pen.shade(blade, shadow, side === 1 ? 90 : 180, 0.55, 0.8);
    }
  }
  pen.paint(leaf([0, -height * 0.96], [0, -height - length * 0.8], 0.4), colour);
}

export type Passer = { height: number; coat: string; hair: string; skin: string; hat?: string };

/** Draws a person in a coat, from behind or from far away, who stands at (x, foot). */
export function drawPasser(pen: Pen, x: number, foot: number, passer: Passer): void {
  const { coat, hair, skin, hat } = passer;
  pen.placed(x, foot, 0, passer.height / 300, () => {
    pen.paint(polygon('-34,-100 -6,-100 -8,0 -32,0'), pen.ink.ink);
    pen.paint(polygon('6,-100 34,-100 32,0 8,0'), pen.ink.ink);
    pen.paint(rect(-13, -256, 26, 40), skin);
    const body = turned(0, '20,-232 44,-224 60,-196 64,-150 62,-110 72,-62|72,-62 0,-54');
    pen.model(body, coat, pen.ink.ink, 0, 0.6, 0.6);
    pen.stroke(curve('-46,-190 -50,-140 -40,-96'), pen.ink.ink, 3);
    pen.stroke(curve('46,-190 50,-140 40,-96'), pen.ink.ink, 3);
    pen.paint(oval(0, -270, 30, 34), skin);
    pen.paint(turned(0, '0,-308 26,-300 35,-270 28,-246|28,-246 0,-240'), hair);
    if (hat !== undefined) {
      pen.paint(turned(0, '0,-322 28,-312 33,-280|33,-280 0,-276'), hat);
      pen.paint(rect(-38, -286, 76, 12, 6), hat);
    }
  });
}
