import type { Pen } from '../posters/poster-pen.ts';
import {
  band,
  blob,
  curve,
  disc,
  line,
  oval,
  pairs,
  type Point,
  polygon,
  range,
  rect,
  ringSlice,
  turned,
} from '../posters/poster-shapes.ts';

export function drawCello(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), sky, paper, 180, 0.7, 0.9);
  const colours = [deep, cool, light, paper, warm, cool, deep];
  for (const [i, colour] of colours.entries()) {
    const arch = disc(560, 1010, 1010 - i * 132);
    pen.paint(arch, colour);
    if (i === 2 || i === 4) pen.shade(arch, i === 2 ? warm : ink, -30, 0.45, 0.5);
  }
  pen.placed(786, 520, 24, 0.9, () => {
    pen.placed(26, 24, 0, 1, () => pen.paint(celloBody(), ink, 0.35));
    pen.model(celloBody(), warm, ink, 20, 0.75, 0.75);
    pen.stroke(
      turned(
        0,
        '24,-68 92,-62 128,-8 118,58|118,58 90,96 90,142 130,188|130,188 176,250 164,346 90,394 0,402',
      ),
      ink,
      4,
    );
    for (const side of [-1, 1]) {
      pen.stroke(
        curve(`${side * 58},84 ${side * 76},104 ${side * 66},142 ${side * 74},186 ${side * 92},202`),
        ink,
        9,
      );
      pen.paint(disc(side * 60, 82, 10), ink);
      pen.paint(disc(side * 92, 204, 12), ink);
    }
    pen.model(polygon('-26,-420 26,-420 38,70 -38,70'), ink, deep, 0, 0.8, 0.9);
    pen.paint(polygon('-34,214 34,214 22,388 -22,388'), ink);
    pen.paint(polygon('-60,178 -48,156 48,156 60,178 42,178 28,168 -28,168 -42,178'), paper);
    for (const i of range(4)) pen.stroke(line(`${-15 + i * 10},-424 ${-24 + i * 16},220`), paper, 2.6);
    pen.model(turned(0, '20,-520 26,-470 28,-420|28,-420 0,-414'), warm, ink, 0, 0.7, 0.9);
    pen.model(disc(0, -545, 40), warm, ink, 45, 0.7, 0.9);
    pen.stroke(curve('0,-545 12,-552 10,-568 -10,-570 -24,-548 -14,-520'), ink, 6);
    for (const [i, y] of [-506, -484, -462, -440].entries()) {
      const side = i % 2 === 0 ? -1 : 1;
      pen.stroke(line(`${side * 20},${y} ${side * 66},${y - 8}`), ink, 9);
      pen.paint(oval(side * 72, y - 9, 14, 10), ink);
    }
    pen.stroke(line('0,402 0,520'), ink, 9);
  });
  pen.stroke(line('330,740 1300,330'), ink, 11);
  pen.stroke(line('345,756 1292,354'), paper, 7);
  pen.paint(polygon('316,732 372,710 380,738 330,762'), ink);
}

function celloBody() {
  const upper = '24,-86 100,-78 146,-10 134,62';
  return turned(0, `${upper}|134,62 104,96 104,142 146,184|146,184 196,250 182,356 100,412 0,420`);
}

/** Draws a sunrise over a keyboard that is bent into an arch. */
export function drawKeys(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), deep, ink, -90, 0.8, 0.9);
  const middle = [800, 880] as const;
  for (const i of range(19)) {
    const from = 180 + i * (180 / 19);
    if (i % 2 === 0) pen.shade(ringSlice(middle, [600, 1150], from, from + 180 / 19), cool, -90, 0.55, 1);
  }
  for (const [i, radius] of [690, 742, 794, 846].entries()) {
    const colour = [warm, light, cool, paper][i] ?? warm;
    let angle = 186 + pen.between(0, 16);
    while (angle < 350) {
      const length = pen.between(6, 28);
      pen.paint(ringSlice(middle, [radius, radius + 26], angle, Math.min(angle + length, 354)), colour);
      angle += length + pen.between(4, 16);
    }
  }
  pen.paint(disc(800, 880, 648), ink);
  const keys = 21;
  const step = 180 / keys;
  for (const i of range(keys)) {
    const key = ringSlice(middle, [372, 632], 180 + i * step + 0.35, 180 + (i + 1) * step - 0.35);
    pen.model(key, paper, light, pen.pick([60, 90, 120]), 0.5, 0.7);
  }
  const pressed = [4, 8, 11, 17];
  for (const i of pressed) {
    pen.model(
      ringSlice(middle, [372, 620], 180 + i * step + 0.35, 180 + (i + 1) * step - 0.35),
      warm,
      ink,
      90,
      0.4,
      0.6,
    );
  }
  for (const i of range(keys - 1)) {
    if ([2, 6].includes(i % 7)) continue;
    const edge = 180 + (i + 1) * step;
    pen.paint(ringSlice(middle, [470, 634], edge - 2.5, edge + 2.5), ink);
    pen.paint(ringSlice(middle, [480, 628], edge - 1.6, edge - 0.9), cool);
  }
  pen.model(disc(800, 880, 352), sky === deep ? warm : cool, deep, -90, 0.6, 0.8);
  pen.model(disc(800, 880, 262), light, warm, -90, 0.7, 0.8);
  pen.model(disc(800, 880, 172), warm, ink, -90, 0.4, 0.8);
  pen.paint(disc(800, 880, 84), paper);
  pen.paint(rect(0, 860, 1600, 40), ink);
}

/** Returns the wavy edge of a ribbon across the picture, at about the height `y`. */
function wave(y: number): Point[] {
  return pairs(`-20,${y} 260,${y - 80} 560,${y + 60} 1060,${y - 60} 1340,${y + 50} 1620,${y - 40}`);
}

export function drawGuitar(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), deep, ink, 180, 0.7, 0.8);
  pen.model(disc(800, 450, 520), sky === deep ? cool : sky, warm, 90, 0.4, 0.9);
  for (const [i, colour] of [cool, paper, warm, light].entries()) {
    pen.paint(band(wave(560 + i * 58), wave(598 + i * 58)), colour);
  }
  pen.placed(720, 575, 52, 1, () => {
    const body = turned(0, '0,-214 92,-204 152,-134 140,-56 118,0 136,50 196,112 206,206 140,292 0,312');
    pen.placed(22, 30, 0, 1, () => pen.paint(body, ink, 0.4));
    pen.model(body, light, warm, 10, 0.8, 0.9);
    pen.stroke(body, ink, 11);
    pen.stroke(
      turned(0, '0,-192 80,-184 132,-126 121,-54 100,0 117,56 172,116 182,202 126,272 0,290'),
      paper,
      4,
    );
    pen.paint(blob('20,40 92,-6 130,60 104,132 40,120'), warm);
    pen.paint(disc(0, 6, 78), warm);
    pen.paint(disc(0, 6, 70), paper);
    pen.paint(disc(0, 6, 60), ink);
    pen.model(rect(-30, -640, 60, 600), warm, ink, 0, 0.7, 0.8);
    for (const i of range(13)) pen.paint(rect(-30, -110 - i * (46 - i * 0.6), 60, 4), paper);
    for (const y of [-186, -270, -350, -500]) pen.paint(disc(0, y, 7), paper);
    pen.model(polygon('-30,-636 -46,-668 -42,-800 42,-800 46,-668 30,-636'), ink, deep, 0, 0.8, 0.8);
    for (const y of [-690, -730, -770]) {
      for (const side of [-1, 1]) {
        pen.stroke(line(`${side * 42},${y} ${side * 62},${y}`), paper, 6);
        pen.paint(oval(side * 70, y, 12, 9), light);
      }
    }
    pen.paint(rect(-86, 196, 172, 26, 10), ink);
    for (const i of range(6)) pen.stroke(line(`${-22 + i * 8.8},-690 ${-26 + i * 10.4},206`), paper, 2);
  });
}
