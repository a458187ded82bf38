import { drawSprig } from '../posters/poster-figures.ts';
import type { Pen } from '../posters/poster-pen.ts';
import {
  band,
  blob,
  curve,
  disc,
  leaf,
  line,
  polygon,
  range,
  rect,
  turned,
} from '../posters/poster-shapes.ts';

export function drawBooks(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), sky === deep ? cool : sky, paper, -90, 0.6, 0.9);
  pen.model(disc(900, 330, 260), light, warm, 90, 0.5, 0.8);
  pen.model(rect(0, 790, 1600, 110), deep, ink, 90, 0.8, 0.9);
  pen.paint(rect(0, 780, 1600, 18), ink);
  const covers = [warm, deep, paper, cool, light, deep, warm, paper, cool] as const;
  let x = 40;
  let i = Math.floor(pen.between(0, 9));
  while (x < 540) {
    const width = pen.between(46, 84);
    drawSpine(pen, x, width, pen.between(330, 500), covers[i % 9] ?? warm, i);
    x += width + 3;
    i += 1;
  }
  pen.placed(x + 129, 780, -17, 1, () =>
    pen.placed(0, -780, 0, 1, () => drawSpine(pen, 0, 74, 430, warm, 4)),
  );
  const pile = [
    { left: 870, width: 470, colour: deep },
    { left: 900, width: 420, colour: warm },
    { left: 880, width: 440, colour: paper },
    { left: 920, width: 380, colour: cool },
  ];
  for (const [j, { left, width, colour }] of pile.entries()) {
    const y = 780 - (j + 1) * 62;
    pen.model(rect(left, y, width, 60, 8), colour, ink, 0, 0.5, 0.5);
    pen.paint(rect(left + width - 60, y + 8, 60, 44), colour === paper ? light : paper);
    for (const k of range(3)) {
      pen.stroke(
        line(`${left + width - 56},${y + 19 + k * 11} ${left + width - 4},${y + 19 + k * 11}`),
        deep,
        2,
      );
    }
    pen.paint(rect(left + 40, y, 14, 60), light);
  }
  drawCat(pen, 1100, 534);
  pen.placed(1465, 780, 0, 1, () => {
    for (const lean of [-40, -20, 0, 18, 38]) {
      pen.placed(0, -110, lean, 1, () => drawSprig(pen, 270 - Math.abs(lean) * 2, 4, cool, deep));
    }
    pen.model(turned(0, '74,-130 66,-60 52,0|52,0 0,4'), warm, ink, 0, 0.7, 0.8);
    pen.paint(rect(-82, -142, 164, 30, 6), warm);
  });
}

function drawSpine(pen: Pen, x: number, width: number, height: number, cover: string, kind: number): void {
  const { paper, light, ink, warm } = pen.ink;
  const top = 780 - height;
  const trim = cover === light || cover === paper ? warm : light;
  pen.model(rect(x, top, width, height, 6), cover, ink, 0, 0.55, 0.6);
  pen.paint(rect(x, top + 34, width, 9), trim);
  pen.paint(rect(x, 780 - 50, width, 9), trim);
  const [middle, centre] = [x + width / 2, top + height * 0.45];
  if (kind % 4 === 0) for (const i of range(4)) pen.paint(rect(x, top + 70 + i * 20, width, 6), trim);
  if (kind % 4 === 1) pen.paint(disc(middle, centre, width * 0.26), trim);
  if (kind % 4 === 2) pen.paint(leaf([middle, centre + 80], [middle, centre - 80], 0.22), trim);
  if (kind % 4 === 3) {
    for (const i of range(3)) {
      const y = centre - 50 + i * 50;
      pen.paint(
        polygon(`${middle},${y - 18} ${middle + 13},${y} ${middle},${y + 18} ${middle - 13},${y}`),
        trim,
      );
    }
  }
}

function drawCat(pen: Pen, x: number, y: number): void {
  const { ink, light, deep, warm } = pen.ink;
  pen.placed(x, y, 0, 1.1, () => {
    pen.stroke(curve('96,-20 190,-16 214,60 170,120 196,170'), ink, 25);
    pen.model(
      blob('-70,0 -74,-70 -54,-140 -10,-170 50,-160 104,-100 124,-30 112,0'),
      ink,
      deep,
      20,
      0.7,
      0.6,
    );
    pen.paint(blob('-116,-190 -110,-236 -60,-258 -8,-240 6,-194 -20,-152 -60,-142 -98,-154'), ink);
    pen.paint(polygon('-114,-206 -118,-286 -66,-246'), ink);
    pen.paint(polygon('-40,-248 12,-284 4,-200'), ink);
    pen.stroke(curve('-92,-200 -80,-192 -68,-200'), light, 5);
    pen.stroke(curve('-40,-200 -28,-192 -16,-200'), light, 5);
    pen.paint(polygon('-62,-184 -46,-184 -54,-175'), warm);
    for (const side of [-1, 1]) {
      pen.stroke(line(`${-54 + side * 20},-176 ${-54 + side * 88},-186`), light, 2.5);
      pen.stroke(line(`${-54 + side * 20},-170 ${-54 + side * 88},-164`), light, 2.5);
    }
    pen.stroke(band('-40,0 -44,-60 -30,-96', '-40,0 -44,-60 -30,-96'), deep, 4);
  });
}
